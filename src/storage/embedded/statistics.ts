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

/**
 * The columns that an index has, since no plan turns on another, and wide texts take long to sort. An empty table is
 * left out: to a planner that knows of none of its rows every index is as good as another.
 */
const TABLES = `
  select c.oid::regclass::text || coalesce(' (' || string_agg(distinct quote_ident(a.attname), ', ') || ')', '') as name
  from pg_class c
    left join pg_index i on i.indrelid = c.oid
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey) and a.attnum > 0
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and pg_relation_size(c.oid) > 0
  group by c.oid, c.relpages order by c.relpages`;
