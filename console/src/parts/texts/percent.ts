/** "64 %". Never claims "0 %" or "100 %", because it is a likelihood. */
export function percentOf(value: number): string {
  const percent = Math.round(value * 100);
  return percent > 99 ? 'over 99 %' : percent < 1 ? 'under 1 %' : `${percent} %`;
}
