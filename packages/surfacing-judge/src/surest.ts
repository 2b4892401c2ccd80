// The last step of the calibration with meaning: a trail with a trigger text that beats a full set of rivals is right
// more often than its signals suggest.
import { SUREST_ODDS } from './constants.ts';

/** The adjusted log-odds of the best trail: never lower, on the same side of 0, and in the same order. */
export function surestOdds(odds: number): number {
  const next = SUREST_ODDS.findIndex(([from]) => odds < from);
  const [from, to] = SUREST_ODDS[next - 1] ?? [];
  const [end, endTo] = SUREST_ODDS[next] ?? [];
  if (from === undefined || end === undefined || to === undefined || endTo === undefined) return odds;
  return to + ((odds - from) * (endTo - to)) / (end - from);
}

/** The same for a probability. */
export function surestChance(chance: number): number {
  const odds = Math.log(chance / (1 - chance));
  const surer = surestOdds(odds);
  return surer === odds ? chance : 1 / (1 + Math.exp(-surer));
}
