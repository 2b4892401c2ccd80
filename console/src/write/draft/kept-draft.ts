// Unsaved changes, kept in this browser per person and trail until they are saved or discarded. They survive closed
// windows, ended sessions and lost connections.
import { keepText, keptValue } from '../../parts/browser-storage.ts';
import type { FullDocument } from './full-document.ts';

export interface KeptDraft {
  /** The revision that was edited, and its document. */
  readonly revision: number;
  readonly base: FullDocument;
  readonly mine: FullDocument;
  readonly at: string;
}

/** Identifies unsaved changes by person and trail, because several people may share a browser. */
export interface Place {
  readonly personId: string;
  readonly trailId: string;
}

const nameOf = ({ personId, trailId }: Place): string => `cairn.draft.${personId}.${trailId}`;

export const keepDraft = (place: Place, draft: KeptDraft): void =>
  keepText('localStorage', nameOf(place), JSON.stringify(draft));

export function findKeptDraft(place: Place): KeptDraft | undefined {
  const kept = keptValue('localStorage', nameOf(place)) as KeptDraft | null | undefined;
  return Number.isInteger(kept?.revision) && typeof kept?.mine?.title === 'string' ? kept : undefined;
}

export const forgetDraft = (place: Place): void => keepText('localStorage', nameOf(place), '');
