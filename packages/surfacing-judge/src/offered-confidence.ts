// The confidence of a verdict: the probability that this trail is offered, so that it never contradicts the verdict.

/** Rounds a confidence to four decimals. */
export const fourDecimals = (value: number): number => Math.round(value * 10_000) / 10_000;
const STEP = 0.0001;

/**
 * The probability that the trail is offered, with four decimals. A better rival leaves at most the rest, and trails
 * that do not surface stay below the threshold (Decisions 26 and 72). `rival` is 0 if no trail is ahead.
 */
export function offeredConfidence(own: number, rival: number, surfaces: boolean, threshold: number): number {
  const rounded = Math.round(own / STEP) * STEP;
  if (surfaces) return fourDecimals(Math.max(rounded, Math.ceil(threshold / STEP - 1e-9) * STEP));
  const left = Math.min(rounded, 1 - rival, (Math.ceil(threshold / STEP - 1e-9) - 1) * STEP);
  return fourDecimals(Math.max(0, left));
}
