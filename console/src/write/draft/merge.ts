// Merges two documents that were edited from the same revision, field by field. Only people decide what is dropped.

import { isSame } from '../../parts/forms/same.ts';
import { FIELDS, type Field } from './fields.ts';
import type { FullDocument } from './full-document.ts';

export type Side = 'mine' | 'theirs' | 'both';

export interface MergeRow {
  readonly field: Field;
  /** The side that changed it since the common revision. */
  readonly changedBy: 'mine' | 'theirs' | 'both';
  /** True if both versions can be kept: for lists, not for texts. */
  readonly canKeepBoth: boolean;
}

/** The fields that differ between mine and theirs, with the side that changed them since `base`. */
export function mergeRows(base: FullDocument, mine: FullDocument, theirs: FullDocument): MergeRow[] {
  return FIELDS.flatMap((field) => {
    const [was, own, other] = [field.get(base), field.get(mine), field.get(theirs)];
    if (isSame(own, other)) return [];
    const changedBy = isSame(was, own) ? 'theirs' : isSame(was, other) ? 'mine' : 'both';
    return [{ field, changedBy, canKeepBoth: Array.isArray(own) }] as const;
  });
}

/** The default: the side that changed. If both did, mine, until the person chooses. */
export const usualChoice = (row: MergeRow): Side => (row.changedBy === 'theirs' ? 'theirs' : 'mine');

/** The merged document. `choices` are by field path; other fields take their default. */
export function merged(
  base: FullDocument,
  mine: FullDocument,
  theirs: FullDocument,
  choices: Readonly<Record<string, Side>>,
): FullDocument {
  return mergeRows(base, mine, theirs).reduce((document, row) => {
    const side = choices[row.field.path] ?? usualChoice(row);
    if (side === 'mine') return document;
    const other = row.field.get(theirs);
    return row.field.set(document, side === 'theirs' ? other : union(row.field.get(mine), other));
  }, mine);
}

/**
 * My items, then theirs. If two prompts have the same id but different texts, both are kept and the second gets a new
 * id.
 */
function union(mine: unknown, theirs: unknown): unknown {
  if (!Array.isArray(mine) || !Array.isArray(theirs)) return mine;
  const ids = new Set(mine.map(idOf).filter((id) => id !== ''));
  const added = theirs
    .filter((item) => !mine.some((own) => isSame(own, item)))
    .map((item) => (ids.has(idOf(item)) ? { ...item, id: '' } : item));
  return [...mine, ...added];
}

const idOf = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'id' in item ? String(item.id ?? '') : '';
