// What is over is removed a bounded number of rows a statement, and sweeps.ts goes on while there is more: however much
// has come together, each statement ends long before its deadline, and other writers go between.

/** Rows that one statement of a sweep removes at most. */
export const MOST_A_SWEEP = 5_000;
