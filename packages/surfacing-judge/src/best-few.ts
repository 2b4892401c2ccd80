// The few best of many, kept in one walk.

/** Puts one among the best `take`, best first: behind its equals, if there is room for it at all. */
export function keepBest<One>(kept: One[], one: One, take: number, isBetter: (one: One, other: One) => boolean): void {
  let at = kept.length;
  for (let before = kept[at - 1]; before !== undefined && isBetter(one, before); before = kept[at - 1]) at--;
  if (at === take) return;
  kept.splice(at, 0, one);
  if (kept.length > take) kept.pop();
}
