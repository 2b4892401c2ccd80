// The prompts of a catalog with typos in every third longer word.
import type { AuthoredCatalog } from './judge-data.ts';
import { type Random, seededRandom } from './random.ts';

const LONGER_WORD = /\b[a-z]{5,}\b/g;
const ONE_IN = 3;

/** The same trails, with typos in unseen and generic prompts. */
export function slipped(catalog: AuthoredCatalog): AuthoredCatalog {
  const random = seededRandom(2_311);
  const hasty = (text: string): string =>
    text.replaceAll(LONGER_WORD, (word) => (random.below(ONE_IN) === 0 ? withSlip(word, random) : word));
  return {
    ...catalog,
    trails: catalog.trails.map((one) => ({ ...one, unseen: one.unseen.map(hasty) })),
    generic: catalog.generic.map(hasty),
  };
}

/** The word with the letter at that index (1 or more) removed, doubled, swapped with the one before it, or replaced. */
export function slipsAt(word: string, at: number, letter: string): string[] {
  const [before, own, after] = [word.slice(0, at), word[at] ?? '', word.slice(at + 1)];
  return [
    before + after,
    before + own + own + after,
    `${before.slice(0, -1)}${own}${before.at(-1)}${after}`,
    before + letter + after,
  ];
}

const withSlip = (word: string, random: Random): string =>
  random.pick(slipsAt(word, 1 + random.below(word.length - 1), random.pick([...'abcdefghijklmnopqrstuvwxyz'])));
