// What an author has in hand, as a value: each step answers the next one and changes nothing outside it.
import type { Issue } from '../../api/problem.ts';
import type { TrailDetail } from '../../api/trails.ts';
import { isSame } from '../../parts/forms/same.ts';
import { type FullDocument, fullDocument } from './full-document.ts';
import { type History, NO_HISTORY, redone, remembered, undone } from './history.ts';
import type { KeptDraft } from './kept-draft.ts';

export interface Work {
  /** The revision that was read, and its document. */
  readonly revision: number;
  readonly base: FullDocument;
  /** The document as the author has it now. */
  readonly mine: FullDocument;
  /** When the changes were made that were found in this browser, if they were. */
  readonly restoredFrom?: string;
  /** Somebody saved since: the revision edited from, and what is stored now. */
  readonly conflict?: { readonly base: FullDocument; readonly theirs: TrailDetail } | undefined;
  readonly history: History;
  /** When it was last saved for everybody from this page (ms). */
  readonly savedAt?: number | undefined;
  /** What the service refused of the last save, until something is changed. */
  readonly refused: readonly Issue[];
}

/** From what is stored, or from what this browser has kept of it: a conflict where somebody saved since. */
export function startingWork(detail: TrailDetail, kept?: KeptDraft): Work {
  const document = fullDocument(detail.document);
  const work = workOn(detail.revision, document);
  if (kept === undefined || isSame(kept.mine, document)) return work;
  const { revision, base, mine, at } = kept;
  const restored = { ...work, revision, base, mine, restoredFrom: at };
  return revision === detail.revision ? restored : { ...restored, conflict: { base, theirs: detail } };
}

/** Who has changed nothing goes on from what is stored now. */
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

/** After a save of `sent`. What was typed while it was under way stays, as a change to what is stored now. */
export function saved(work: Work, stored: TrailDetail, sent: FullDocument): Work {
  const next = replaced(work, stored);
  return { ...next, mine: isSame(work.mine, sent) ? next.base : work.mine, savedAt: Date.now() };
}

/**
 * What is stored takes the place of what the author has: it was saved, or a version was restored. No step leads back to
 * before what somebody else saved: it would take theirs away unseen.
 */
export const replaced = ({ history, savedAt, conflict }: Work, stored: TrailDetail): Work => ({
  ...workOn(stored.revision, fullDocument(stored.document)),
  history: conflict === undefined ? history : NO_HISTORY,
  savedAt,
});

/** The changes are dropped for what is stored. */
export const dropped = (work: Work, stored: TrailDetail): Work =>
  stored.revision === work.revision ? replaced(work, stored) : startingWork(stored);

/**
 * What was dropped is back as it was: as changes to the revision that they were made from, which may be in conflict.
 */
export const putBack = (now: Work, before: Work): Work => changed({ ...before, mine: now.mine }, before.mine);

const workOn = (revision: number, document: FullDocument): Work => ({
  revision,
  base: document,
  mine: document,
  history: NO_HISTORY,
  refused: [],
});
