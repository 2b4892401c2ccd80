// Any character of Unicode, for properties about texts: as `unit` of `fc.string`.
import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 } as const;

/**
 * What `unit: 'binary'` draws, which makes a map of the million characters in each process: two seconds, and a hundred
 * megabytes that every collection looks through from then on.
 */
export const anyCharacter = fc.nat(0x10ffff - SURROGATES.count).map(
  (place) => String.fromCodePoint(place < SURROGATES.first ? place : place + SURROGATES.count),
  (character) => placeOf(character),
);

/** Throws where the value is no single character, as fast-check asks of the way back. */
function placeOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== character) throw new Error('no single character');
  return code < SURROGATES.first ? code : code - SURROGATES.count;
}
