// Any Unicode character, for properties of texts. Use it as the `unit` of `fc.string`.
import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 } as const;

/**
 * Generates the same characters as `unit: 'binary'`. That option builds a map of a million characters in each process,
 * which takes two seconds and leaves 100 MB that every later garbage collection scans.
 */
export const anyCharacter = fc.nat(0x10ffff - SURROGATES.count).map(
  (place) => String.fromCodePoint(place < SURROGATES.first ? place : place + SURROGATES.count),
  (character) => placeOf(character),
);

/** Throws if the value is not a single character, as fast-check expects from an unmapper. */
function placeOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== character) throw new Error('no single character');
  return code < SURROGATES.first ? code : code - SURROGATES.count;
}
