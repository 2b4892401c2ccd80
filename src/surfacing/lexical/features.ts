// From text to features: a sorted set of 30-bit numbers, two bits of block over 28 bits of hash. Hashes need no shared
// vocabulary, so catalogs can be compared and dropped independently of each other.
import { conceptMatcher } from './concepts/concept-matcher.ts';
import { stem } from './stem.ts';
import { type Token, tokens } from './text.ts';

export const BLOCKS = { words: 0, pairs: 1, grams: 2 } as const;
export const BLOCK_COUNT = 3;

/** The block of a feature: the two bits above its hash. */
export const blockOf = (feature: number): number => feature >>> 28;

/** Features of a text, ascending and without repeats. */
export type Features = Int32Array;

/** A word as written (folded) with the feature of its stem. */
export interface ReadWord {
  readonly surface: string;
  readonly feature: number;
}

/** Reads texts; remembers the stems of the words it met, within a bound. */
export interface FeatureReader {
  features(text: string): Features;
  words(text: string): ReadWord[];
}

const REMEMBERED_STEMS = 50_000;
const LONGEST_TOKEN = 40;

/** A reader with its own memory of stems and the concept groups of office work. */
export function featureReader(): FeatureReader {
  const stemOf = rememberedStems();
  const concepts = conceptMatcher(stemOf);
  const stemFeature = (word: string): number => feature(BLOCKS.words, hashText(stemOf(word)));
  return {
    words: (text) =>
      tokens(text)
        .flatMap(spacedWords)
        .map((surface) => ({ surface, feature: stemFeature(surface) })),
    features(text) {
      const words = tokens(text).flatMap(spacedWords);
      const stems = words.map(stemOf);
      const found: number[] = [];
      addStems(stems, found);
      for (const word of new Set(words)) addGrams(word, found);
      for (const group of concepts(stems)) found.push(feature(BLOCKS.words, conceptHash(group)));
      return distinct(found);
    },
  };
}

/** Remembers stems by word; starts afresh when full, since a catalog's words soon fill it again. */
export function rememberedStems(): (word: string) => string {
  const known = new Map<string, string>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    if (known.size >= REMEMBERED_STEMS) known.clear();
    const own = stem(word);
    known.set(word, own);
    return own;
  };
}

// A script without spaces gives its character pairs as words; an endless word is cut, since its tail tells nothing.
function spacedWords(token: Token): string[] {
  if (!token.unspaced || token.text.length < 3) return [token.text.slice(0, LONGEST_TOKEN)];
  return Array.from({ length: token.text.length - 1 }, (_, at) => token.text.slice(at, at + 2));
}

function addStems(stems: readonly string[], found: number[]): void {
  let before: number | undefined;
  for (const own of stems.map(hashText)) {
    found.push(feature(BLOCKS.words, own));
    if (before !== undefined) found.push(feature(BLOCKS.pairs, Math.imul(before, 31) ^ own));
    before = own;
  }
}

function addGrams(word: string, found: number[]): void {
  const padded = ` ${word} `;
  for (const size of [3, 4]) {
    if (padded.length <= size) {
      found.push(feature(BLOCKS.grams, hashText(padded)));
      continue;
    }
    for (let at = 0; at + size <= padded.length; at++) {
      found.push(feature(BLOCKS.grams, hashSpan(padded, at, at + size)));
    }
  }
}

// A concept is one more word of the text, spelled as no stem is.
const conceptHash = (group: number): number => hashText(`#${group}`);

const hashText = (text: string): number => hashSpan(text, 0, text.length);

/** FNV-1a over UTF-16 units. */
function hashSpan(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

function feature(block: number, hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (block << 28) | ((mixed ^ (mixed >>> 16)) & 0x0fffffff);
}

function distinct(found: readonly number[]): Features {
  const sorted = new Int32Array(found).sort();
  let size = 0;
  for (let at = 0; at < sorted.length; at++) {
    const value = sorted[at] ?? 0;
    if (at === 0 || value !== sorted[size - 1]) sorted[size++] = value;
  }
  return sorted.slice(0, size);
}
