// The draft under the author's hands: what was read, what was changed since, and what happens when somebody else saved.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { answerOf } from '../api/answer.ts';
import { useChange } from '../api/change.ts';
import { v1 } from '../api/client.ts';
import { type Issue, isProblem } from '../api/problem.ts';
import { useSession } from '../api/session.ts';
import { saveDocument, type TrailDetail, trailDetail } from '../api/trails.ts';
import { isSame } from '../parts/same.ts';
import { offerUndo, withdrawOffers } from '../parts/undo.tsx';
import { focusField } from './findings.tsx';
import { type FullDocument, fullDocument } from './full-document.ts';
import { type History, NO_HISTORY, redone, remembered, undone } from './history.ts';
import { findKeptDraft, forgetDraft, type KeptDraft, keepDraft, type Place } from './kept-draft.ts';
import { overLimits } from './over-limits.ts';

export interface Draft {
  readonly mine: FullDocument;
  readonly revision: number;
  readonly isDirty: boolean;
  /** When the changes were made that were found in this browser, if they were. */
  readonly restoredFrom: string | undefined;
  /** Somebody saved since: the revision edited from, and what is stored now. */
  readonly conflict: { readonly base: FullDocument; readonly theirs: TrailDetail } | undefined;
  readonly isSaving: boolean;
  /** When it was last saved for everybody from this page, and last kept in this browser (ms). */
  readonly savedAt: number | undefined;
  readonly keptAt: number | undefined;
  /** What the service refused of the last save, until something is changed. */
  readonly refused: readonly Issue[];
  change(next: FullDocument): void;
  /** Changes what the draft is by then: for undoing a removal after more was written. */
  update(next: (now: FullDocument) => FullDocument): void;
  undo(): void;
  redo(): void;
  save(): void;
  /** Saves a merged document over the revision that caused the conflict. */
  saveMerged(document: FullDocument): void;
  discard(): void;
  /** Takes over what the service now stores (after a restore). */
  adopt(detail: TrailDetail): void;
}

interface Work {
  readonly revision: number;
  readonly base: FullDocument;
  readonly mine: FullDocument;
  readonly restoredFrom?: string | undefined;
  readonly conflict?: Draft['conflict'];
  readonly history: History;
  readonly savedAt?: number;
  readonly refused?: readonly Issue[];
}

export function useDraft(detail: TrailDetail): Draft {
  const queries = useQueryClient();
  const { person } = useSession();
  const place: Place = { personId: person.id, trailId: detail.id };
  const [work, setWork] = useState<Work>(() => startingWork(detail, findKeptDraft(place)));
  const isDirty = !isSame(work.base, work.mine);
  const keptAt = useKeeping(place, work, isDirty);
  // Whoever has changed nothing goes on from what is stored now.
  useEffect(() => {
    setWork((now) => (detail.revision > now.revision && isSame(now.base, now.mine) ? startingWork(detail) : now));
  }, [detail]);

  // What was typed while the save was under way stays, as a change to what is now saved.
  const settle = (saved: TrailDetail, sent?: FullDocument): void => {
    forgetDraft(place);
    const document = fullDocument(saved.document);
    setWork(({ mine, history, savedAt }) => {
      const isTypedSince = sent !== undefined && !isSame(mine, sent);
      const kept = {
        history,
        ...(sent === undefined ? savedAt !== undefined && { savedAt } : { savedAt: Date.now() }),
      };
      return { revision: saved.revision, base: document, mine: isTypedSince ? mine : document, ...kept };
    });
    queries.setQueryData(trailDetail(saved.id).queryKey, saved);
  };
  const saving = useChange(
    async ({ revision, document }: { revision: number; document: FullDocument }) => {
      try {
        return { saved: await saveDocument(detail.id, revision, document), sent: document };
      } catch (thrown) {
        if (!isProblem(thrown, 'revision-conflict')) throw thrown;
        return { theirs: await readAfresh(detail.id) };
      }
    },
    {
      refresh: [['trails', 'list']],
      // Told at the fields.
      onProblem: ({ issues }) => {
        if (issues.length === 0) return false;
        setWork((now) => ({ ...now, refused: issues }));
        return focusField(issues[0]?.field ?? '');
      },
      // What somebody else saved first is told by the page that shows both (conflict-view.tsx).
      done: ({ saved }) => (saved === undefined ? undefined : 'Saved.'),
      after: ({ saved, sent, theirs }) => {
        if (saved !== undefined) settle(saved, sent);
        else setWork((now) => ({ ...now, conflict: { base: now.base, theirs } }));
      },
    },
  );

  return {
    ...work,
    restoredFrom: work.restoredFrom,
    conflict: work.conflict,
    isDirty,
    isSaving: saving.isPending,
    savedAt: work.savedAt,
    keptAt,
    refused: work.refused ?? [],
    change: (mine) => setWork((now) => changed(now, mine)),
    update: (next) => setWork((now) => changed(now, next(now.mine))),
    // From here on the history alone goes back and forth: a toast that is still open would bring a second copy.
    undo: () => {
      withdrawOffers();
      setWork((now) => stepped(now, undone(now.history, now.mine)));
    },
    redo: () => {
      withdrawOffers();
      setWork((now) => stepped(now, redone(now.history, now.mine)));
    },
    // A second save from the same revision would be refused by the first.
    save: () => {
      const [tooLong] = overLimits(work.mine);
      if (tooLong !== undefined) focusField(tooLong.field);
      else if (!saving.isPending) saving.mutate({ revision: work.revision, document: work.mine });
    },
    saveMerged: (document) => {
      const revision = work.conflict?.theirs.revision ?? work.revision;
      setWork((now) => ({ ...now, mine: document }));
      saving.mutate({ revision, document });
    },
    discard: () => {
      const { mine } = work;
      settle(work.conflict?.theirs ?? detail);
      offerUndo('Your changes are dropped.', () => setWork((now) => changed(now, mine)));
    },
    adopt: (stored) => settle(stored),
  };
}

const changed = (work: Work, mine: FullDocument): Work =>
  isSame(work.mine, mine)
    ? work
    : { ...work, mine, refused: [], history: remembered(work.history, work.mine, mine, Date.now()) };

const stepped = (work: Work, step: { document: FullDocument; history: History } | undefined): Work =>
  step === undefined ? work : { ...work, mine: step.document, history: step.history, refused: [] };

const readAfresh = (trail_id: string): Promise<TrailDetail> =>
  answerOf(v1.GET('/v1/trails/{trail_id}', { params: { path: { trail_id } } }));

function startingWork(detail: TrailDetail, kept?: KeptDraft): Work {
  const document = fullDocument(detail.document);
  if (kept === undefined || isSame(kept.mine, document)) {
    return { revision: detail.revision, base: document, mine: document, history: NO_HISTORY };
  }
  const { revision, base, mine } = kept;
  const work = { revision, base, mine, restoredFrom: kept.at, history: NO_HISTORY };
  return kept.revision === detail.revision ? work : { ...work, conflict: { base: kept.base, theirs: detail } };
}

/** Writes the changes down a moment after the last key, before the page goes, and when the author goes to another. */
function useKeeping(
  { personId, trailId }: Place,
  { revision, base, mine }: Work,
  isDirty: boolean,
): number | undefined {
  const [keptAt, setKeptAt] = useState<number>();
  const keep = (): void => {
    if (isDirty) keepDraft({ personId, trailId }, { revision, base, mine, at: new Date().toISOString() });
  };
  const latest = useRef(keep);
  latest.current = keep;
  useEffect(() => {
    const keepNow = (): void => latest.current();
    window.addEventListener('pagehide', keepNow);
    return () => {
      window.removeEventListener('pagehide', keepNow);
      keepNow();
    };
  }, []);
  useEffect(() => {
    if (!isDirty) {
      forgetDraft({ personId, trailId });
      return;
    }
    const timer = setTimeout(() => {
      latest.current();
      setKeptAt(Date.now());
    }, 250);
    return () => clearTimeout(timer);
  }, [personId, trailId, revision, base, mine, isDirty]);
  return keptAt;
}
