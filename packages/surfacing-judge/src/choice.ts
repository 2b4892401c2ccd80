// A choice among compared trails, or none of them. Copies of a trail are one choice: each is as likely as it would be
// alone, so that one of them is offered, and against others they count once.
import { SAME_TRAIL } from './constants.ts';
import { pairProducts } from './dot-products.ts';
import type { UnitVectors } from './vectors.ts';

/** How far two of the compared trails, by their places, are the same: 0 for two trails, 1 for copies of one. */
export type Sameness = (one: number, other: number) => number;

export const NONE_SAME: Sameness = () => 0;

/** How far trails are the same, by what their texts mean as a whole. */
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

/** The share of each of these log-odds in a choice among them and none, which has the weight 1. */
export function sharesOf(odds: readonly number[], same: Sameness = NONE_SAME): number[] {
  const most = Math.max(0, ...odds);
  const powers = odds.map((one) => Math.exp(one - most));
  return powers.map((power, at) => power / (Math.exp(-most) + power + rivalsOf(powers, at, same)));
}

/** What the others weigh: each as far as it is another trail; those that are the same as each other weigh once. */
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
