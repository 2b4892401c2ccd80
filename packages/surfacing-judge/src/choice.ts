// A choice between the compared trails and "none". Copies of a trail are one option. Each has the probability that it
// would have alone, so that one of them is offered, and together they count once against other trails.
import { SAME_TRAIL } from './constants.ts';
import { pairProducts } from './dot-products.ts';
import type { UnitVectors } from './vectors.ts';

/** The similarity of two compared trails, by index: 0 for different trails, 1 for copies. */
export type Sameness = (one: number, other: number) => number;

export const NONE_SAME: Sameness = () => 0;

/** The similarity of trails, based on the vectors of whole trails. */
export function samenessOf(trails: readonly (UnitVectors | null)[]): Sameness {
  const size = trails.length;
  const products = pairProducts(trails.map((one) => one && { rows: one.centroid, row: 0 })).slice(0, size * size);
  const { from, to } = SAME_TRAIL;
  return (one, other) => {
    const product = products[Math.max(one, other) * size + Math.min(one, other)] ?? 0;
    const lengths = (trails[one]?.centroidLength ?? 0) * (trails[other]?.centroidLength ?? 0);
    return lengths === 0 ? 0 : Math.min(1, Math.max(0, (product / lengths - from) / (to - from)));
  };
}

/** The share of each trail in a choice between all trails and "none", given their log-odds. "None" has the weight 1. */
export function sharesOf(odds: readonly number[], same: Sameness = NONE_SAME): number[] {
  const most = Math.max(0, ...odds);
  const powers = odds.map((one) => Math.exp(one - most));
  return powers.map((power, at) => power / (Math.exp(-most) + power + rivalsOf(powers, at, same)));
}

/**
 * The weight of the rivals. Each counts to the extent that it differs from the trail, and copies of each other count
 * once.
 */
function rivalsOf(powers: readonly number[], at: number, same: Sameness): number {
  let sum = 0;
  for (let one = 0; one < powers.length; one++) {
    if (one === at) continue;
    let copies = 1;
    for (let other = 0; other < powers.length; other++) if (other !== at && other !== one) copies += same(one, other);
    sum += ((1 - same(at, one)) * (powers[one] ?? 0)) / copies;
  }
  return sum;
}
