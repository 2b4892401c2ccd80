// Turns texts into features: sorted numbers (feature-numbers.ts) without repeats.

import { type ActReader, actReader } from './acts.ts';
import { featureOf, KINDS } from './feature-numbers.ts';
import { featureUnion } from './feature-union.ts';
import { wordTranslator } from './foreign-words.ts';
import { type LexiconNode, lexiconTree } from './lexicon-tree.ts';
import type { Features, SharedFeatures } from './shared-features.ts';
import { openSpeller } from './spelling.ts';
import { stem } from './stem.ts';
import { atOnce, type Steps } from './steps.ts';
import { tokens } from './text.ts';
import { type KnownWord, vocabulary } from './vocabulary.ts';
import { everydayPhrases, everydayPrompts, functionWords, greetings } from './word-lists.ts';

/** A folded word with the feature of its stem. */
export interface ReadWord {
  readonly surface: string;
  readonly feature: number;
  /** The concepts of the single word. */
  readonly concepts: readonly number[];
}

/** Reads texts and caches a limited number of words. */
export interface FeatureReader {
  features(text: string): Features;
  shared(texts: readonly string[]): SharedFeatures;
  /** The same with only the features that a catalog counts and posts. */
  terms(texts: readonly string[]): SharedFeatures;
  words(text: string): ReadWord[];
  readonly acts: ActReader;
  /** True if the text asks for nothing because it consists of one or two function words or greetings. */
  isHollow(text: string): boolean;
  /** True if the text is German, French or Spanish according to the lists. */
  isForeign(text: string): boolean;
  /** A text of another language in English, word by word. */
  translated(text: string): Translation;
  /** Expands shorthand and corrects misspelled words that no trail uses. */
  spelled(text: string, isUsed: (feature: number) => boolean): string;
  /** Whether the English lists have the word (a token). */
  isEnglishWord(word: string): boolean;
}

/** `known` is the share of words that the lists of the language or the English ones have: 0..1. */
export interface Translation {
  readonly text: string;
  readonly known: number;
}

const FIRST_ROOM = 4096;
/** Maximum number of words. A longer text asks for something: "what was that". */
const HOLLOW_WORDS = 2;

/** Creates a reader with its own cache and the lexicon of office work. */
export const featureReader = (): FeatureReader => atOnce(openReader());

/** Creates the same reader in steps. */
export function* openReader(): Steps<FeatureReader> {
  const tree = yield* lexiconTree(stem);
  const lookUp = vocabulary(tree);
  const isEnglishWord = yield* englishWords(tree);
  const translate = yield* wordTranslator(isEnglishWord);
  const spell = yield* openSpeller(isEnglishWord);
  const hollow = new Set([...functionWords(), ...greetings()]);
  const unite = featureUnion();
  let room = new Int32Array(FIRST_ROOM);
  const inEnglish = rememberingLast((text): InEnglish => {
    const own = tokens(text);
    return { own, english: translate(own) };
  });
  const rawBy = (write: typeof writeAll) => (text: string) => {
    const words = inEnglish(text).english.flat().map(lookUp);
    const most = FEATURES_A_LETTER * (text.length + words.reduce((sum, word) => sum + word.surface.length + 1, 0));
    if (most > room.length) room = new Int32Array(2 * most);
    return room.subarray(0, write(words, room));
  };
  const raw = rawBy(writeAll);
  const rawTerms = rawBy(writeTerms);
  const isForeign = (text: string): boolean => {
    const { own, english } = inEnglish(text);
    return english.some((words, at) => words[0] !== own[at]);
  };
  return {
    features: (text) => unite([text], raw).features,
    shared: (texts) => unite(texts, raw),
    terms: (texts) => unite(texts, rawTerms),
    isHollow: (text) => {
      const words = inEnglish(text).english.flat();
      return words.length <= HOLLOW_WORDS && words.every((word) => hollow.has(word));
    },
    isForeign,
    spelled(text, isUsed) {
      const spelled = spell(text, (word) => isUsed(lookUp(word).feature));
      return spelled === text || isForeign(text) ? text : spelled;
    },
    translated(text) {
      const { own, english } = inEnglish(text);
      const known = own.filter((word, at) => english[at]?.[0] !== word || isEnglishWord(word)).length;
      return { text: english.flat().join(' '), known: known / Math.max(1, own.length) };
    },
    isEnglishWord,
    acts: actReader((text) => inEnglish(text).english.flat()),
    words: (text) => {
      const { own, english } = inEnglish(text);
      return english.flatMap((words, at) =>
        words.map((word) => {
          const { feature, lexicon } = lookUp(word);
          return { surface: own[at] ?? word, feature, concepts: lexicon?.concepts ?? [] };
        }),
      );
    },
  };
}

/** The tokens of a text, and the English words for each. */
interface InEnglish {
  readonly own: readonly string[];
  readonly english: readonly (readonly string[])[];
}

/** Caches the last result, because a prompt is read several times in a row: for features, words and language. */
function rememberingLast<Answer>(answer: (text: string) => Answer): (text: string) => Answer {
  let last: { readonly text: string; readonly answer: Answer } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, answer: answer(text) };
    return last.answer;
  };
}

/** Minimum length. Shorter words are numbers, initials, or the part of a word before an apostrophe. */
const LEAST_LETTERS = 3;

/** The words of all English lists, and those of the lexicon in any form. */
function* englishWords(lexicon: LexiconNode): Steps<(word: string) => boolean> {
  const written = new Set(functionWords());
  for (const text of [...everydayPrompts(), ...everydayPhrases()]) {
    for (const word of tokens(text)) if (word.length >= LEAST_LETTERS) written.add(word);
  }
  yield;
  return (word) => written.has(word) || lexicon.next.has(stem(word));
}

/**
 * Enough space for two n-grams per letter, and for the stem, head, pair and at most eleven concepts and fields per
 * word.
 */
const FEATURES_A_LETTER = 14;

/** Writes the features of a text with repeats, and returns their number. */
function writeAll(words: readonly KnownWord[], room: Int32Array): number {
  let size = writeTerms(words, room);
  let before: KnownWord | undefined;
  for (const word of words) {
    if (before !== undefined) room[size++] = featureOf(KINDS.pair, Math.imul(before.hash, 31) ^ word.hash);
    for (const gram of word.grams()) room[size++] = gram;
    before = word;
  }
  return size;
}

function writeTerms(words: readonly KnownWord[], room: Int32Array): number {
  let size = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word !== undefined) room[size++] = word.feature;
    if (word?.head !== undefined) room[size++] = word.head;
    let node: LexiconNode | undefined = word?.lexicon;
    for (let next = at + 1; node !== undefined; next++) {
      for (const concept of node.concepts) room[size++] = concept;
      for (const field of node.fields) room[size++] = field;
      node = node.next.size === 0 ? undefined : node.next.get(words[next]?.stem ?? '');
    }
  }
  return size;
}
