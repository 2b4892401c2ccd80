// The draft under the author's hands: what was read, what was changed since, and what happens when somebody else saved.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { type TrailDetail, trailDetail } from '../../api/trails.ts';
import { offerUndo, useOffersOfThisPage, withdrawOffers } from '../../parts/dialogs/undo.tsx';
import { isSame } from '../../parts/forms/same.ts';
import { focusField } from './findings.tsx';
import { type FullDocument, fullDocument } from './full-document.ts';
import { findKeptDraft, forgetDraft, keepDraft, type Place } from './kept-draft.ts';
import { overLimits } from './over-limits.ts';
import { useKeeping } from './use-keeping.ts';
import { useSaving } from './use-saving.ts';
import {
  changed,
  dropped,
  putBack,
  refreshed,
  replaced,
  saved,
  startingWork,
  steppedBack,
  steppedForward,
  type Work,
} from './work.ts';

export interface Draft extends Omit<Work, 'base' | 'history'> {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** When it was last kept in this browser (ms). */
  readonly keptAt: number | undefined;
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

export function useDraft(detail: TrailDetail): Draft {
  const { person } = useSession();
  const place: Place = { personId: person.id, trailId: detail.id };
  const [work, setWork] = useWork(detail, place);
  const isDirty = !isSame(work.base, work.mine);
  const keptAt = useKeeping(place, work, isDirty);
  const settle = useSettling(place);
  useOffersOfThisPage();
  // Nobody changes what is in the archive: neither a key nor a toast that is still open.
  const revise = (to: (now: Work) => Work): void => {
    if (detail.status !== 'archived') setWork(to);
  };
  const adopt = (stored: TrailDetail): void => {
    setWork((now) => replaced(now, stored));
    settle(stored);
  };
  // From here on the history alone goes back and forth: a toast that is still open would bring a second copy.
  const step = (to: (now: Work) => Work): void => {
    withdrawOffers();
    revise(to);
  };
  const saving = useSaving(detail.id, {
    saved: (stored, sent) => {
      setWork((now) => saved(now, stored, sent));
      settle(stored, sent);
    },
    overtaken: (theirs) => setWork((now) => ({ ...now, conflict: { base: now.base, theirs } })),
    refused: (issues) => {
      setWork((now) => ({ ...now, refused: issues }));
      return focusField(issues[0]?.field ?? '');
    },
  });
  return {
    ...work,
    isDirty,
    isSaving: saving.isPending,
    keptAt,
    change: (mine) => revise((now) => changed(now, mine)),
    update: (next) => revise((now) => changed(now, next(now.mine))),
    undo: () => step(steppedBack),
    redo: () => step(steppedForward),
    save: () => {
      const [tooLong] = overLimits(work.mine);
      if (tooLong !== undefined) focusField(tooLong.field);
      // A second save from the same revision would be refused by the first.
      else if (!saving.isPending) saving.mutate({ revision: work.revision, document: work.mine });
    },
    saveMerged: (document) => {
      setWork((now) => ({ ...now, mine: document }));
      saving.mutate({ revision: work.conflict?.theirs.revision ?? work.revision, document });
    },
    discard: () => {
      const stored = work.conflict?.theirs ?? detail;
      setWork((now) => dropped(now, stored));
      settle(stored);
      offerUndo('Your changes are dropped.', () => setWork((now) => putBack(now, work)));
    },
    adopt,
  };
}

/** From what this browser has kept, and on from what is stored while nothing is changed. */
function useWork(detail: TrailDetail, place: Place) {
  const state = useState<Work>(() => startingWork(detail, findKeptDraft(place)));
  const [, setWork] = state;
  useEffect(() => setWork((now) => refreshed(now, detail)), [detail, setWork]);
  return state;
}

/**
 * What the service stores now is what every page reads of it, and nothing of it is kept in this browser any more. What
 * was typed while `sent` was under way is kept as a change to what is stored now, also where the author has left the
 * page.
 */
function useSettling(place: Place) {
  const queries = useQueryClient();
  return (stored: TrailDetail, sent?: FullDocument): void => {
    const kept = findKeptDraft(place);
    if (sent === undefined || kept === undefined || isSame(kept.mine, sent)) forgetDraft(place);
    else keepDraft(place, { ...kept, revision: stored.revision, base: fullDocument(stored.document) });
    queries.setQueryData(trailDetail(stored.id).queryKey, stored);
  };
}
