// A fair sample: every mutant has the same probability, and the same seed gives the same sample.
import { createHash } from 'node:crypto';

/** Selects `count` of `all` in random order, so that the first few are a fair sample too. */
export function sampled<Item>(all: readonly Item[], count: number, seed: string): readonly Item[] {
  const rank = (index: number): string => createHash('sha256').update(`${seed} ${index}`).digest('hex');
  return all
    .map((item, index) => ({ item, rank: rank(index) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, count)
    .map(({ item }) => item);
}

/**
 * Interleaves the groups: the first of each, the second of each, and so on, so that a run that ends early has covered
 * all of them.
 */
export function inTurn<Item>(groups: readonly (readonly Item[])[]): readonly Item[] {
  return groups
    .flatMap((group) => group.map((item, place) => ({ item, place })))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
