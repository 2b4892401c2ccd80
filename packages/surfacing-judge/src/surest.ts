// The last step of the calibration with meaning: a trail that comes first against a full field of rivals, and says when
// it is for, is right more often than its signals alone tell.
import { SUREST_ODDS } from './constants.ts';

/** The log-odds of the surest trail as they go out: as sure or surer, on the same side of 0, and in the same order. */
export function surestOdds(odds: number): number {
  const next = SUREST_ODDS.findIndex(([from]) => odds < from);
  const [from, to] = SUREST_ODDS[next - 1] ?? [];
  const [end, endTo] = SUREST_ODDS[next] ?? [];
  if (from === undefined || end === undefined || to === undefined || endTo === undefined) return odds;
  return to + ((odds - from) * (endTo - to)) / (end - from);
}

/** The same of a probability. */
export function surestChance(chance: number): number {
  const odds = Math.log(chance / (1 - chance));
  const surer = surestOdds(odds);
  return surer === odds ? chance : 1 / (1 + Math.exp(-surer));
}
