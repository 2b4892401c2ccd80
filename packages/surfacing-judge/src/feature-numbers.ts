// Features as numbers: three bits of kind and 27 bits of hash. Hashes need no shared vocabulary, so that catalogs can
// be compared and dropped independently.

/**
 * Kinds of features. A word is represented by its stem. Words with and without a concept are different kinds, and so
 * are the head of a word (its first three letters) and other n-grams.
 */
export const KINDS = { word: 0, pair: 1, gram: 2, concept: 3, conceptWord: 4, head: 5, field: 6 } as const;

/** The blocks of a similarity: words (stems and concepts), pairs of adjacent stems, letter n-grams, fields. */
export const BLOCKS = { words: 0, pairs: 1, grams: 2, fields: 3 } as const;
export const BLOCK_COUNT = 4;

const HASH_BITS = 27;
const HASH_MASK = (1 << HASH_BITS) - 1;
const BLOCK_OF_KIND = new Uint8Array([
  BLOCKS.words,
  BLOCKS.pairs,
  BLOCKS.grams,
  BLOCKS.words,
  BLOCKS.words,
  BLOCKS.grams,
  BLOCKS.fields,
]);

export const kindOf = (feature: number): number => feature >>> HASH_BITS;

export const blockOf = (feature: number): number => BLOCK_OF_KIND[feature >>> HASH_BITS] ?? 0;

/**
 * True for features that a catalog counts and adds to postings: words, concepts, fields and heads. For pairs and
 * n-grams, the everyday prompts show well enough which ones are common, and those of 100,000 trails would take most of
 * the time and memory.
 */
export const isCounted = (feature: number): boolean => kindOf(feature) !== KINDS.pair && kindOf(feature) !== KINDS.gram;

/** A feature of this kind, never negative. Mixes the hash again, because similar texts have similar hashes. */
export function featureOf(kind: number, hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (kind << HASH_BITS) | ((mixed ^ (mixed >>> 16)) & HASH_MASK);
}

export const hashText = (text: string): number => hashSpan(text, 0, text.length);

/** FNV-1a over UTF-16 units. */
export function hashSpan(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
