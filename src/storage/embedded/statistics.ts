// The planner's statistics of the embedded database: when they are due, and how they are renewed while others are
// served. PGlite has no autovacuum, and without statistics a planner takes every table for a small one.

/** Runs one statement when its turn comes. */
export type InTurn = (text: string) => Promise<{ readonly rows: readonly Listed[] }>;

/** A table, or what else is to be done; with what was counted of it. */
interface Listed {
  readonly name: string;
  /** How many rows were written since the server began to count. */
  readonly changes?: number;
  /** How many rows it has. */
  readonly size?: number;
}

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

/**
 * Renews them table by table, so that nobody waits for more than one: the first time all, then those of which a tenth
 * has changed, as autovacuum decides. A call while that is under way does nothing.
 */
export function statisticsRenewal(inTurn: InTurn): () => Promise<void> {
  let isUnderWay = false;
  /** The changes of each table when its statistics were renewed. */
  const renewedAt = new Map<string, number>();
  return async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      // What was counted is handed on now and then only, unless it is asked for.
      await inTurn('select pg_stat_force_next_flush()::text as name');
      const { rows } = await inTurn(TABLES);
      for (const { name, changes = 0, size = 0 } of rows) {
        const before = renewedAt.get(name);
        // A server that was opened again counts anew.
        if (before !== undefined && changes >= before && changes - before <= LEAST_CHANGES + size / 10) continue;
        await inTurn(`analyze ${name}`);
        renewedAt.set(name, changes);
      }
    } finally {
      isUnderWay = false;
    }
  };
}

const LEAST_CHANGES = 50;

/**
 * The columns that an index has, since no plan turns on another, and wide texts take long to sort. An empty table is
 * left out: to a planner that knows of none of its rows every index is as good as another.
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
