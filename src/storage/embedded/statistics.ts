// Planner statistics of the embedded database: decides when they are due, and renews them without blocking requests.
// PGlite has no autovacuum, and without statistics the planner assumes that every table is small.

/** Runs one statement when its turn comes. */
export type InTurn = (text: string) => Promise<{ readonly rows: readonly Listed[] }>;

/** A table (or other task) with its counters. */
interface Listed {
  readonly name: string;
  /** Rows written since the server started counting. */
  readonly changes?: number;
  /** The number of rows. */
  readonly size?: number;
}

const FIRST_AFTER = 500;
const LATEST_AFTER = 50_000;

/** Counts statements. Returns true at the 500th, and then at intervals that double each time, up to 50,000. */
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

/**
 * Renews statistics table by table, so that requests wait for at most one: the first time all tables, later those of
 * which a tenth has changed (like autovacuum). Calls during a renewal do nothing.
 */
export function statisticsRenewal(inTurn: InTurn): () => Promise<void> {
  let isUnderWay = false;
  /** The change counter of each table at its last renewal. */
  const renewedAt = new Map<string, number>();
  return async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      // Counters are published only occasionally, unless requested.
      await inTurn('select pg_stat_force_next_flush()::text as name');
      const { rows } = await inTurn(TABLES);
      for (const { name, changes = 0, size = 0 } of rows) {
        const before = renewedAt.get(name);
        // A reopened server restarts its counters.
        if (before !== undefined && changes >= before && changes - before <= MIN_CHANGES + size / 10) continue;
        await inTurn(`analyze ${name}`);
        renewedAt.set(name, changes);
      }
    } finally {
      isUnderWay = false;
    }
  };
}

const MIN_CHANGES = 50;

/**
 * Analyzes only indexed columns, because other columns do not affect plans and wide texts take long to sort. Empty
 * tables are skipped: without row counts, the planner considers all indexes equal.
 */
const TABLES = `
  select c.oid::regclass::text || coalesce(' (' || string_agg(distinct quote_ident(a.attname), ', ') || ')', '')
      as name,
    s.n_tup_ins + s.n_tup_upd + s.n_tup_del as changes, greatest(c.reltuples, 0)::bigint as size
  from pg_class c join pg_stat_user_tables s on s.relid = c.oid
    left join pg_index i on i.indrelid = c.oid
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey) and a.attnum > 0
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and pg_relation_size(c.oid) > 0
  group by c.oid, c.relpages, c.reltuples, s.n_tup_ins, s.n_tup_upd, s.n_tup_del order by c.relpages`;
