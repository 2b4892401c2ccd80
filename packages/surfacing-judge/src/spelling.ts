// Prompts as their author would spell them with more time: shorthand written out, slips of the keyboard put right.
import { builtDictionary } from './dictionary.ts';
import { ownCopy } from './own-copy.ts';
import { stem } from './stem.ts';
import type { Steps } from './steps.ts';
import { listedWords, shorthand } from './word-lists.ts';

/**
 * Answers the text with the words put right that nobody spells so: neither a dictionary, nor the lists, nor what
 * `isUsed` knows (a word that a trail uses is spelled right there). Names, addresses and numbers stay as they are, and
 * so does a text of which fewer than half of the words are English.
 */
export type Speller = (text: string, isUsed: (word: string) => boolean) => string;

/** Shorter words are one slip away from too many others. */
const LEAST_LETTERS = 5;
/** Nobody means a word by more, and what is remembered of endless ones would be as endless. */
const MOST_LETTERS = 40;
/** The same few slips come again and again. */
const REMEMBERED_WORDS = 10_000;
const ENGLISH_SHARE = 0.5;

/** What stands between spaces and is no word: addresses of all kinds, names of files, quoted letters. */
const NO_WORDS = /[@_\\#’'`]|\.\w|:\/\//;
const CHUNK = /\S+/g;
const WORD = /(?<![\p{L}\p{M}\p{N}])[A-Za-z][A-Za-z0-9]*(?![\p{L}\p{M}])/gu;
const PLAIN = /^[a-z]+$/;

/** `isListed` tells the words of the lists in all of their forms. */
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
      if (written.length > MOST_LETTERS) return written;
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

/** What a word is, and how its writer would spell it with more time; undefined where it is right as it stands. */
interface SpelledWord {
  readonly isEnglish: boolean;
  readonly meant: string | undefined;
}

/** Any other capital letter makes a name, which is nobody's slip. */
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

/** The words that one slip behind the first letter turns into this one. */
const slipsOf = (word: string, shelves: Shelves): string[] =>
  [-1, 0, 1].flatMap((more) =>
    (shelves.get(shelfOf(word, word.length + more)) ?? []).filter((meant) => isSlip(word, meant)),
  );

/** Whether one letter is missing, too many or another one, or two neighbours are swapped. */
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

/** The word that was meant where there is no doubt; of several the one whose letters were only swapped. */
function only(found: readonly string[], word: string): string | undefined {
  const swapped = found.filter((meant) => meant.length === word.length && lettersOf(meant) === lettersOf(word));
  const likely = swapped.length === 1 ? swapped : found;
  return new Set(likely.map(stem)).size === 1 ? likely[0] : undefined;
}

const lettersOf = (word: string): string => [...word].sort().join('');
