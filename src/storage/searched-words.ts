// Conditions for searches in names: every word must occur, in any order, and a word may contain one typo.
import { join, type Sql, sql } from './sql.ts';

/** Further words are ignored. */
const MAX_WORDS = 8;

/** "Lind, Ana" is searched for as `lind` and `ana`. The text is folded. */
export const wordsOf = (folded: string): string[] =>
  folded
    .split(/[\s,;]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS);

/** True if the folded column or expression contains every word of the folded text, in any order. */
export const holdsWords = (key: Sql, folded: string): Sql =>
  allOf(wordsOf(folded).map((word) => sql`strpos(${key}, ${word}) > 0`));

/** True if each word occurs, or one of its misspellings at the beginning of a word. */
export const nearlyHoldsWords = (key: Sql, folded: string): Sql =>
  allOf(wordsOf(folded).map((word) => isNear(key, word)));

const allOf = (conditions: readonly Sql[]): Sql => (conditions.length === 0 ? sql`true` : join(conditions, ' and '));

/** Shorter words are too similar to each other. */
const MIN_LETTERS = 4;

/**
 * A typo leaves at least one half of a word intact, unless it swaps the letters between the halves. Searching for the
 * halves first spares most rows the comparison with every misspelling.
 */
function isNear(key: Sql, word: string): Sql {
  const letters = [...word];
  if (letters.length < MIN_LETTERS) return sql`strpos(${key}, ${word}) > 0`;
  const middle = Math.floor(letters.length / 2);
  const part = (from: number, to?: number): string => letters.slice(from, to).join('');
  return sql`(strpos(${key}, ${part(0, middle)}) > 0 or strpos(${key}, ${part(middle)}) > 0
    or strpos(${key}, ${swapped(letters, middle - 1)}) > 0)
    and ' ' || ${key} like any(${misspellingsOf(letters)}::text[])`;
}

/** LIKE patterns for the word and all words that differ by one letter, as beginnings of words. */
function misspellingsOf(letters: readonly string[]): string[] {
  const found = new Set([escaped(letters)]);
  for (let at = 0; at <= letters.length; at += 1) {
    const [before, after] = [letters.slice(0, at), letters.slice(at)];
    // A letter is missing.
    found.add(`${escaped(before)}_${escaped(after)}`);
    if (after.length === 0) continue;
    // A letter is wrong, is too much, or has changed places with the next one.
    found.add(`${escaped(before)}_${escaped(after.slice(1))}`);
    found.add(escaped([...before, ...after.slice(1)]));
    if (after.length > 1) found.add(escaped([...swapped(letters, at)]));
  }
  return [...found].map((pattern) => `% ${pattern}%`);
}

function swapped(letters: readonly string[], at: number): string {
  const copy = [...letters];
  [copy[at], copy[at + 1]] = [letters[at + 1] ?? '', letters[at] ?? ''];
  return copy.join('');
}

const escaped = (letters: readonly string[]): string => letters.join('').replace(/[\\%_]/g, '\\$&');
