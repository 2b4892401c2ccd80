// Compares the shares of trails in a choice with shares computed by hand, and tests the similarity of two trails.
import { describe, expect, it } from 'vitest';
import { type Sameness, samenessOf, sharesOf } from '../src/choice.ts';
import { DIMENSIONS } from '../src/encoder/transformer.ts';
import { type UnitVectors, unitVectors } from '../src/vectors.ts';

const [THREE, FOUR] = [Math.log(3), Math.log(4)];
/** The similarity of the trails at these indices. */
const alike =
  (places: readonly number[], share: number): Sameness =>
  (one, other) =>
    one !== other && places.includes(one) && places.includes(other) ? share : 0;

describe('the share', () => {
  it.each<[string, number[], Sameness | undefined, number[]]>([
    ['of no trail', [], undefined, []],
    ['of one that is as likely as none', [0], undefined, [1 / 2]],
    ['of one that is less likely than none', [-FOUR], undefined, [1 / 5]],
    ['of two that are', [0, 0], undefined, [1 / 3, 1 / 3]],
    ['of one that is three times as likely', [THREE, 0], undefined, [3 / 5, 1 / 5]],
    ['of two that are one', [0, 0], alike([0, 1], 1), [1 / 2, 1 / 2]],
    ['of two that are one by half', [0, 0], alike([0, 1], 1 / 2), [2 / 5, 2 / 5]],
    ['of a trail, its copy and another one', [0, 0, 0], alike([0, 1], 1), [1 / 3, 1 / 3, 1 / 3]],
    ['of another one before them', [THREE, 0, 0], alike([1, 2], 1), [3 / 5, 1 / 5, 1 / 5]],
    ['of a trail, two copies and another one', [0, 0, 0, 0], alike([0, 1, 2], 1), [1 / 3, 1 / 3, 1 / 3, 1 / 3]],
    ['of what is beyond all doubt', [1_000, 0], undefined, [1, 0]],
    ['of what is out of the question', [-1_000], undefined, [0]],
  ])('%s', (_name, odds, same, wanted) => {
    const shares = sharesOf(odds, same);
    expect(shares).toHaveLength(wanted.length);
    for (const [at, share] of shares.entries()) expect(share, String(at)).toBeCloseTo(wanted[at] ?? -1, 12);
  });
});

describe('two trails', () => {
  /** A trail whose texts point `along` one axis and `across` another. */
  const meaning = (along: number, across: number): UnitVectors => {
    const centroid = new Int8Array(DIMENSIONS);
    centroid.set([along, across], 7);
    return { ...unitVectors(centroid, [1]), centroid, centroidLength: Math.hypot(along, across) };
  };
  const same = samenessOf([meaning(100, 0), meaning(50, 0), meaning(82, 57), null, meaning(0, 0), meaning(-100, 0)]);

  it('count as one from a cosine of 0.9 on, and as two up to a cosine of 0.75', () => {
    const cosine = 82 / Math.hypot(82, 57);
    expect([same(0, 1), same(0, 5)]).toEqual([1, 0]);
    expect(same(0, 2)).toBeCloseTo((cosine - 0.75) / 0.15, 12);
    expect(same(1, 2)).toBeCloseTo((cosine - 0.75) / 0.15, 12);
    const near = samenessOf([meaning(100, 0), meaning(90, 40), meaning(75, 70)]);
    expect([near(0, 1), near(0, 2)]).toEqual([1, 0]);
  });

  it('are equally similar in either order, and a trail without meaning is similar only to itself', () => {
    for (const [one, other] of [
      [0, 1],
      [0, 2],
      [1, 2],
      [2, 5],
    ] as const)
      expect(same(other, one)).toBe(same(one, other));
    for (const bare of [3, 4])
      for (const other of [0, 1, 2]) expect([same(bare, other), same(other, bare)]).toEqual([0, 0]);
  });
});
