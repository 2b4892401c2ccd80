// What went and what came between two texts.
import { type Change, diffWordsWithSpace } from 'diff';

export type TextPart = Pick<Change, 'value'> & Partial<Pick<Change, 'added' | 'removed'>>;

/** Of texts with less in common than this, a word struck out beside each new one is nothing that anybody reads. */
const LEAST_SHARED = 0.4;

/** Word by word, or the one text after the other where they have little in common. */
export function partsOf(before: string, after: string): readonly TextPart[] {
  const parts = diffWordsWithSpace(before, after);
  const shared = parts.filter(({ added, removed }) => !added && !removed).map(({ value }) => value.trim());
  if (shared.join('').length >= LEAST_SHARED * Math.min(before.length, after.length)) return parts;
  return [{ value: before, removed: true }, { value: '\n' }, { value: after, added: true }];
}
