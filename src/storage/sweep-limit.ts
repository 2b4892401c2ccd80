// What is over is removed a bounded number of rows a statement, and sweeps.ts goes on while there is more: however much
// has come together, each statement ends long before its deadline, and other writers go between.
import { limitOf } from './limit.ts';
import { type Sql, sql } from './sql.ts';

/** Rows that one statement of a sweep removes at most. */
export const MOST_A_SWEEP = 5_000;

/** `limit …` of that many. */
export const sweepLimit = limitOf(MOST_A_SWEEP);

/**
 * A column of time by which a removal looks again at the rows that were found: those that are good again stay. No index
 * serves it, so the rows are had by the keys that were found. Else the planner, whose statistics may be from before so
 * many were over, expects one row on both sides, and looks through what was found for each row.
 */
export const lookedAtAgain = (column: Sql): Sql => sql`(${column} + interval '0')`;
