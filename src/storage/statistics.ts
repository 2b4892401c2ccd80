// The planner's statistics of the embedded database: when they are due, and how they are renewed while others are
// served. PGlite has no autovacuum, and without statistics a planner takes every table for a small one.

/** Runs one statement when its turn comes. */
export type InTurn = (text: string) => Promise<{ readonly rows: readonly { readonly name: string }[] }>;

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

/** Renews them table by table, so that nobody waits for more than one; a call while that is under way does nothing. */
export function statisticsRenewal(inTurn: InTurn): () => Promise<void> {
  let isUnderWay = false;
  return async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      const { rows } = await inTurn(TABLES);
      for (const { name } of rows) await inTurn(`analyze ${name}`);
    } finally {
      isUnderWay = false;
    }
  };
}

/** An empty table is left out: to a planner that knows of none of its rows every index is as good as another. */
const TABLES = `
  select oid::regclass::text as name from pg_class
  where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0
  order by relpages`;
