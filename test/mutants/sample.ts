// A fair sample: every mutant has the same chance, and the same seed makes the same sample.
import { createHash } from 'node:crypto';

/** `count` of `all`, in their order. */
export function sampled<Item>(all: readonly Item[], count: number, seed: string): readonly Item[] {
  const rank = (index: number): string => createHash('sha256').update(`${seed} ${index}`).digest('hex');
  const chosen = new Set(
    all
      .map((_, index) => ({ index, rank: rank(index) }))
      .sort((one, other) => (one.rank < other.rank ? -1 : 1))
      .slice(0, count)
      .map(({ index }) => index),
  );
  return all.filter((_, index) => chosen.has(index));
}
