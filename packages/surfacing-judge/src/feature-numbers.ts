// What a feature is: a number of three bits of kind over 27 bits of hash. Hashes need no shared vocabulary, so that
// catalogs can be compared and dropped independently of each other.

/**
 * What a feature stands for: a word is its stem; one that stands for a concept is told apart from one that does not,
 * and the head of a word (its first three letters) from the other grams.
 */
export const KINDS = { word: 0, pair: 1, gram: 2, concept: 3, conceptWord: 4, head: 5, field: 6 } as const;

/**
 * The parts of a similarity: words (stems and concepts), pairs of neighbouring stems, runs of letters, fields of work.
 */
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
 * Whether a catalog counts and posts a feature: words, concepts, fields and heads of words only. The everyday prompts
 * know well enough which pairs and runs of letters tell nothing, and those of a hundred thousand trails would take most
 * of the time and memory.
 */
export const isCounted = (feature: number): boolean => kindOf(feature) !== KINDS.pair && kindOf(feature) !== KINDS.gram;

/** A feature of this kind; the hash is mixed once more, since neighbouring hashes are alike. Never negative. */
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
