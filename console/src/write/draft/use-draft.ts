// The state of the draft being edited: the loaded document, changes, and conflicts with other authors.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { type TrailDetail, trailDetail } from '../../api/trails.ts';
import { offerUndo, useOffersOfThisPage, withdrawOffers } from '../../parts/dialogs/undo.tsx';
import { isSame } from '../../parts/forms/same.ts';
import { t } from '../../parts/texts/t.ts';
import { focusField } from './focus-field.ts';
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
  /** Changes the current draft. Used to undo a removal after further edits. */
  update(next: (now: FullDocument) => FullDocument): void;
  undo(): void;
  redo(): void;
  save(): void;
  /** Saves a merged document over the revision that caused the conflict. */
  saveMerged(document: FullDocument): void;
  discard(): void;
  /** Loads what the service now stores, after a restored version. */
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
  // Archived trails cannot be edited, not even by a shortcut or an Undo toast that is still open.
  const revise = (to: (now: Work) => Work): void => {
    if (detail.status !== 'archived') setWork(to);
  };
  const adopt = (stored: TrailDetail): void => {
    setWork((now) => replaced(now, stored));
    settle(stored);
  };
  // Hide Undo toasts. After an undo or redo they would restore an item a second time.
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
      // A second save of the same revision would be refused because of the first.
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
      offerUndo(t('Your changes were discarded.'), () => setWork((now) => putBack(now, work)));
    },
    adopt,
  };
}

/** Starts from the changes kept in this browser. Without changes, follows the stored document. */
function useWork(detail: TrailDetail, place: Place) {
  const state = useState<Work>(() => startingWork(detail, findKeptDraft(place)));
  const [, setWork] = state;
  useEffect(() => setWork((now) => refreshed(now, detail)), [detail, setWork]);
  return state;
}

/**
 * Updates the query cache with the stored document and deletes the kept changes. Text typed while `sent` was being
 * saved stays kept as a change to the stored document, even if the author has left the page.
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
