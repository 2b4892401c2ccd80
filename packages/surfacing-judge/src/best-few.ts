// Keeps the best few items of many in one pass.

/** Inserts an item into a list of the best `take`, after items with the same score. Drops it if it does not fit. */
export function keepBest<One>(kept: One[], one: One, take: number, isBetter: (one: One, other: One) => boolean): void {
  let at = kept.length;
  for (let before = kept[at - 1]; before !== undefined && isBetter(one, before); before = kept[at - 1]) at--;
  if (at === take) return;
  kept.splice(at, 0, one);
  if (kept.length > take) kept.pop();
}
