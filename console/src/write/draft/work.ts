// The author's work as an immutable value. Each function returns the next state.
import type { Issue } from '../../api/problem.ts';
import type { TrailDetail } from '../../api/trails.ts';
import { isSame } from '../../parts/forms/same.ts';
import { type FullDocument, fullDocument } from './full-document.ts';
import { type History, NO_HISTORY, redone, remembered, undone } from './history.ts';
import type { KeptDraft } from './kept-draft.ts';

export interface Work {
  /** The revision that was loaded, and its document. */
  readonly revision: number;
  readonly base: FullDocument;
  /** The document with the author's changes. */
  readonly mine: FullDocument;
  /** If changes were restored from this browser: when they were made. */
  readonly restoredFrom?: string;
  /** Set if another author has saved since: the common base and the stored document. */
  readonly conflict?: { readonly base: FullDocument; readonly theirs: TrailDetail } | undefined;
  readonly history: History;
  /** When it was last saved from this page (ms). */
  readonly savedAt?: number | undefined;
  /** The issues of the last refused save, until something changes. */
  readonly refused: readonly Issue[];
}

/** Starts from the stored document or from kept changes. These are in conflict if another author has saved since. */
export function startingWork(detail: TrailDetail, kept?: KeptDraft): Work {
  const document = fullDocument(detail.document);
  const work = workOn(detail.revision, document);
  if (kept === undefined || isSame(kept.mine, document)) return work;
  const { revision, base, mine, at } = kept;
  const restored = { ...work, revision, base, mine, restoredFrom: at };
  return revision === detail.revision ? restored : { ...restored, conflict: { base, theirs: detail } };
}

/** Follows the stored document unless there are changes. */
export const refreshed = (work: Work, detail: TrailDetail): Work =>
  detail.revision > work.revision && isSame(work.base, work.mine) ? startingWork(detail) : work;

export const changed = (work: Work, mine: FullDocument): Work =>
  isSame(work.mine, mine)
    ? work
    : { ...work, mine, refused: [], history: remembered(work.history, work.mine, mine, Date.now()) };

export const steppedBack = (work: Work): Work => stepped(work, undone(work.history, work.mine));

export const steppedForward = (work: Work): Work => stepped(work, redone(work.history, work.mine));

const stepped = (work: Work, step: { document: FullDocument; history: History } | undefined): Work =>
  step === undefined ? work : { ...work, mine: step.document, history: step.history, refused: [] };

/** The state after saving `sent`. Text typed during the save stays as a change to the stored document. */
export function saved(work: Work, stored: TrailDetail, sent: FullDocument): Work {
  const next = replaced(work, stored);
  return { ...next, mine: isSame(work.mine, sent) ? next.base : work.mine, savedAt: Date.now() };
}

/**
 * Replaces the author's document with the stored one, after a save or a restored version. Undo cannot go back beyond
 * another author's save, because it would silently revert it.
 */
export const replaced = ({ history, savedAt, conflict }: Work, stored: TrailDetail): Work => ({
  ...workOn(stored.revision, fullDocument(stored.document)),
  history: conflict === undefined ? history : NO_HISTORY,
  savedAt,
});

/** Discards the changes. */
export const dropped = (work: Work, stored: TrailDetail): Work =>
  stored.revision === work.revision ? replaced(work, stored) : startingWork(stored);

/** Restores discarded changes. They are based on their old revision, so they may be in conflict. */
export const putBack = (now: Work, before: Work): Work => changed({ ...before, mine: now.mine }, before.mine);

const workOn = (revision: number, document: FullDocument): Work => ({
  revision,
  base: document,
  mine: document,
  history: NO_HISTORY,
  refused: [],
});
