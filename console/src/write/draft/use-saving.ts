// Saves a draft based on the revision that was edited. The first save wins; later authors see both versions.
import { useRef } from 'react';
import { answerOf } from '../../api/answer.ts';
import { useChange } from '../../api/change.ts';
import { ofTrail, v1 } from '../../api/client.ts';
import { type Issue, isLost, isProblem } from '../../api/problem.ts';
import { saveDocument, type TrailDetail } from '../../api/trails.ts';
import { isSame } from '../../parts/forms/same.ts';
import { t } from '../../parts/texts/t.ts';
import { type FullDocument, fullDocument } from './full-document.ts';

interface Sent {
  readonly revision: number;
  readonly document: FullDocument;
}

interface Outcomes {
  /** Saved. `stored` is the document that the service returned. */
  saved(stored: TrailDetail, sent: FullDocument): void;
  /** Another author saved first. `theirs` is what is stored now. The page shows both (conflict-view.tsx). */
  overtaken(theirs: TrailDetail): void;
  /** Shows the issues at their fields. Returns true if no toast is needed. */
  refused(issues: readonly Issue[]): boolean;
}

export function useSaving(trailId: string, outcomes: Outcomes) {
  /** A document whose save got no response, so it may or may not be stored. */
  const lost = useRef<FullDocument>(undefined);
  return useChange(
    async ({ revision, document }: Sent) => {
      try {
        return { saved: await saveDocument(trailId, revision, document), sent: document };
      } catch (thrown) {
        if (isLost(thrown)) lost.current = document;
        if (!isProblem(thrown, 'revision-conflict')) throw thrown;
        const stored = await readAgain(trailId);
        if (!isSame(lost.current, fullDocument(stored.document))) return { theirs: stored };
        // The lost save was stored, so this conflict is with the author's own document.
        return { saved: await saveDocument(trailId, stored.revision, document), sent: document };
      }
    },
    {
      refresh: [['trails', 'list']],
      onProblem: ({ issues }) => issues.length > 0 && outcomes.refused(issues),
      done: ({ saved }) => (saved === undefined ? undefined : t('Saved.')),
      after: ({ saved, sent, theirs }) => {
        if (saved !== undefined) outcomes.saved(saved, sent);
        else outcomes.overtaken(theirs);
      },
    },
  );
}

const readAgain = (trail_id: string): Promise<TrailDetail> =>
  answerOf(v1.GET('/v1/trails/{trail_id}', ofTrail(trail_id)));
