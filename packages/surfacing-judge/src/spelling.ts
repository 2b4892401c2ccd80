// Reads prompts as their authors would have spelled them with more time: expands shorthand and corrects typos.
import { builtDictionary } from './dictionary.ts';
import { ownCopy } from './own-copy.ts';
import { stem } from './stem.ts';
import type { Steps } from './steps.ts';
import { listedWords, shorthand } from './word-lists.ts';

/**
 * Returns the text with misspelled words corrected. Words in the dictionary, in the lists, or accepted by `isUsed` (a
 * trail uses them) are right. Names, addresses and numbers stay unchanged, and so does a text in which less than half
 * of the words are English.
 */
export type Speller = (text: string, isUsed: (word: string) => boolean) => string;

/** Minimum length of a corrected word. Shorter words are one typo away from too many others. */
const LEAST_LETTERS = 5;
/** Longer words are never suggested as corrections, and caching endless ones would take endless memory. */
const MAX_LETTERS = 40;
/** The same few typos occur again and again. */
const REMEMBERED_WORDS = 10_000;
const ENGLISH_SHARE = 0.5;

/** Strings between spaces that are not words: addresses, file names, quoted letters. */
const NO_WORDS = /[@_\\#’'`]|\.\w|:\/\//;
const CHUNK = /\S+/g;
const WORD = /(?<![\p{L}\p{M}\p{N}])[A-Za-z][A-Za-z0-9]*(?![\p{L}\p{M}])/gu;
const PLAIN = /^[a-z]+$/;

/** `isListed` accepts the words of the lists in any form. */
export function* openSpeller(isListed: (word: string) => boolean): Steps<Speller> {
  const short = shorthand();
  const dictionary = builtDictionary();
  const isKnown = (word: string): boolean => dictionary.has(word.toLowerCase()) || isListed(word.toLowerCase());
  yield;
  const listed = bySize(listedWords());
  yield;
  const common = bySize(dictionary.common);
  const rightFor = (word: string) => only(slipsOf(word, listed), word) ?? only(slipsOf(word, common), word);
  const read = (word: string): SpelledWord => {
    const meant = short.get(word);
    if (meant !== undefined) return { isEnglish: true, meant };
    if (isKnown(word)) return { isEnglish: true, meant: undefined };
    const right = word.length >= LEAST_LETTERS && PLAIN.test(word) ? rightFor(word) : undefined;
    return { isEnglish: right !== undefined, meant: right && (short.get(right) ?? right) };
  };
  const remembered = new Map<string, SpelledWord>();
  const lookUp = (word: string): SpelledWord => {
    const before = remembered.get(word);
    if (before !== undefined) return before;
    if (remembered.size >= REMEMBERED_WORDS) remembered.clear();
    const fresh = read(word);
    remembered.set(ownCopy(word), fresh);
    return fresh;
  };
  return (text, isUsed) => {
    let words = 0;
    let english = 0;
    const spelledWord = (written: string, at: number): string => {
      words++;
      if (written.length > MAX_LETTERS) return written;
      const word = at === 0 ? uncapitalised(written) : written;
      const { isEnglish, meant } = lookUp(word);
      if (isEnglish) english++;
      return meant === undefined || isUsed(word) ? written : meant;
    };
    const spelled = text.replaceAll(CHUNK, (chunk, at: number) => {
      if (PLAIN.test(chunk)) return spelledWord(chunk, at);
      if (NO_WORDS.test(chunk)) return chunk;
      return chunk.replaceAll(WORD, (written, within: number) => spelledWord(written, at + within));
    });
    return english >= ENGLISH_SHARE * words ? spelled : text;
  };
}

/** Looks a word up and returns its likely spelling; undefined if it is right. */
interface SpelledWord {
  readonly isEnglish: boolean;
  readonly meant: string | undefined;
}

/** Any other capital letter marks a name, which is not a typo. */
const uncapitalised = (word: string): string => (/^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word);

/** Words by their first letter and length. */
type Shelves = ReadonlyMap<string, readonly string[]>;

function bySize(words: Iterable<string>): Shelves {
  const shelves = new Map<string, string[]>();
  for (const word of words) {
    const shelf = shelves.get(shelfOf(word, word.length));
    if (shelf === undefined) shelves.set(shelfOf(word, word.length), [word]);
    else shelf.push(word);
  }
  return shelves;
}

const shelfOf = (word: string, length: number): string => `${word[0]}${length}`;

/** The words that result from this one through one typo after the first letter. */
const slipsOf = (word: string, shelves: Shelves): string[] =>
  [-1, 0, 1].flatMap((more) =>
    (shelves.get(shelfOf(word, word.length + more)) ?? []).filter((meant) => isSlip(word, meant)),
  );

/** True if one letter is missing, added or wrong, or if two neighboring letters are swapped. */
function isSlip(word: string, meant: string): boolean {
  const shorter = Math.min(word.length, meant.length);
  const longer = Math.max(word.length, meant.length);
  let begin = 1;
  while (begin < shorter && word[begin] === meant[begin]) begin++;
  let end = 0;
  while (end < shorter - begin && word[word.length - 1 - end] === meant[meant.length - 1 - end]) end++;
  if (begin + end >= longer - 1) return true;
  const isSwapped = word[begin] === meant[begin + 1] && word[begin + 1] === meant[begin];
  return isSwapped && shorter === longer && begin + end === longer - 2;
}

/** The intended word if there is no doubt. Among several words, the one with swapped letters wins. */
function only(found: readonly string[], word: string): string | undefined {
  const swapped = found.filter((meant) => meant.length === word.length && lettersOf(meant) === lettersOf(word));
  const likely = swapped.length === 1 ? swapped : found;
  return new Set(likely.map(stem)).size === 1 ? likely[0] : undefined;
}

const lettersOf = (word: string): string => [...word].sort().join('');
