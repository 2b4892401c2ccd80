// The differences between two texts.
import { type Change, diffWordsWithSpace } from 'diff';

export type TextPart = Pick<Change, 'value'> & Partial<Pick<Change, 'added' | 'removed'>>;

/** If the texts share less than this fraction, a word-by-word comparison is unreadable. */
const MIN_SHARED = 0.4;

/** Compares word by word, or shows both texts in full if they have little in common. */
export function partsOf(before: string, after: string): readonly TextPart[] {
  const parts = diffWordsWithSpace(before, after);
  const shared = parts.filter(({ added, removed }) => !added && !removed).map(({ value }) => value.trim());
  if (shared.join('').length >= MIN_SHARED * Math.min(before.length, after.length)) return parts;
  return [{ value: before, removed: true }, { value: '\n' }, { value: after, added: true }];
}
