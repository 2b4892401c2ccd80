// Unsaved changes, kept in this browser for each trail with the revision they were made from, until they are saved or
// thrown away. A closed window, an ended session or a lost connection costs nobody his work.
import type { FullDocument } from './full-document.ts';

export interface KeptDraft {
  /** The revision that was edited, and what it said. */
  readonly revision: number;
  readonly base: FullDocument;
  readonly mine: FullDocument;
  readonly at: string;
}

const nameOf = (trailId: string): string => `cairn.draft.${trailId}`;

export function keepDraft(trailId: string, draft: KeptDraft): void {
  try {
    localStorage.setItem(nameOf(trailId), JSON.stringify(draft));
  } catch {
    // A full or forbidden storage must not stop anybody from writing.
  }
}

export function findKeptDraft(trailId: string): KeptDraft | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(trailId)) ?? 'null') as KeptDraft | null;
    return kept !== null && Number.isInteger(kept.revision) && typeof kept.mine?.title === 'string' ? kept : undefined;
  } catch {
    return undefined;
  }
}

export const forgetDraft = (trailId: string): void => localStorage.removeItem(nameOf(trailId));
