// When the embedded database is to renew the planner's statistics. PGlite has no autovacuum, and without statistics a
// planner takes every table for a small one.

const FIRST_AFTER = 500;
const LATEST_AFTER = 50_000;

/** Counts statements; true at the 500th, then after twice as many each time, at the latest after 50,000. */
export function statisticsDue(): () => boolean {
  let left = FIRST_AFTER;
  let next = FIRST_AFTER * 2;
  return () => {
    left -= 1;
    if (left > 0) return false;
    left = next;
    next = Math.min(next * 2, LATEST_AFTER);
    return true;
  };
}
