// Likelihoods as people read them.

/** "64 %", and honest at the ends: never "100 %" or "0 %" of a likelihood. */
export function percentOf(value: number): string {
  const percent = Math.round(value * 100);
  return percent > 99 ? 'over 99 %' : percent < 1 ? 'under 1 %' : `${percent} %`;
}
