// What is over is removed a bounded number of rows a statement, and sweeps.ts goes on while there is more: however much
// has come together, each statement ends long before its deadline, and other writers go between.
import { limitOf } from './limit.ts';

/** Rows that one statement of a sweep removes at most. */
export const MOST_A_SWEEP = 5_000;

/** `limit …` of that many. */
export const sweepLimit = limitOf(MOST_A_SWEEP);
