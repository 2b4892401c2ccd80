// Removed postings affect neither scores nor memory.
import { expect, it } from 'vitest';
import { featureTable } from '../src/feature-table.ts';
import { emptyPostings } from '../src/postings.ts';

/** Produces the same numbers in every run (mulberry32). */
function numbersBelow(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

it('contains each place once as long as it was added and not removed, in any order of changes', () => {
  const below = numbersBelow(3);
  const postings = emptyPostings();
  const expected = Array.from({ length: 5 }, () => new Map<number, number>());
  for (let step = 0; step < 40_000; step++) {
    const feature = below(expected.length);
    const own = expected[feature] ?? new Map();
    // The first half grows and the second half shrinks, so that chunks of all sizes are filled, freed and reused.
    const place = below(6_000);
    if (own.has(place) && (step > 20_000 || below(4) === 0)) {
      postings.remove(feature, place);
      own.delete(place);
    } else if (!own.has(place) && (step <= 20_000 || below(4) === 0)) {
      own.set(place, 1 + below(1_000));
      postings.add(feature, place, own.get(place) ?? 0);
    }
  }
  for (const [feature, own] of expected.entries()) {
    const held: [number, number][] = [];
    postings.forEach(feature, (place, weight) => held.push([place, weight]));
    expect(held.sort(([one], [other]) => one - other)).toEqual([...own].sort(([one], [other]) => one - other));
    const scores = new Float64Array(6_000);
    postings.score(feature, 2, scores);
    for (const [place, weight] of own) expect(scores[place]).toBe(2 * weight);
  }
});

it('ignores the removal of a missing entry', () => {
  const postings = emptyPostings();
  postings.add(1, 7, 5);
  postings.remove(1, 8);
  postings.remove(2, 7);
  const held: number[] = [];
  postings.forEach(1, (place) => held.push(place));
  expect(held).toEqual([7]);
});

it('finds the features in the table and forgets removed ones, even with many collisions', () => {
  const below = numbersBelow(5);
  const table = featureTable();
  const expected = new Map<number, number>();
  for (let step = 0; step < 30_000; step++) {
    // Uses only a few low bits, so that most features collide.
    const feature = below(400) * 1024 + below(12);
    if (expected.has(feature)) {
      expect(table.find(feature)).toBe(expected.get(feature));
      table.remove(feature);
      expected.delete(feature);
    } else {
      expect(table.find(feature)).toBe(-1);
      expected.set(feature, table.add(feature));
    }
  }
  for (const [feature, number] of expected) expect(table.find(feature)).toBe(number);
  expect(new Set(expected.values()).size).toBe(expected.size);
});

it('reuses the numbers of removed features, so that the table does not grow', () => {
  const table = featureTable();
  for (let feature = 0; feature < 10_000; feature++) {
    table.add(feature);
    if (feature >= 3) table.remove(feature - 3);
  }
  expect(table.size).toBe(4);
});
