// Changes of tables beside requests: the work may take long, waiting for a table may not, since everybody who comes
// after waits with it.
import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Db, Tx } from '../database.ts';
import { isLockTimeout } from '../failures.ts';
import { type Sql, sql } from '../sql.ts';

/** Of the time after which PostgreSQL looks for circles of those who wait. */
const SHARE = 0.9;
/** So long a change that has been at work for a while waits for one table more. */
const SHORTEST_MS = 200;
const PAUSE_MS = 1_000;
const MOST_ATTEMPTS = 20;

/** Runs `work`, which says `waitBriefly`, until it has had its tables; `not-ready` where one of them stays locked. */
export async function changeTables<Result>(
  database: Pick<Database, 'inTransaction'>,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.inTransaction(work, { isPatient: true });
    } catch (thrown) {
      if (!isLockTimeout(thrown) || attempt === MOST_ATTEMPTS) throw thrown;
      await pause(PAUSE_MS);
    }
  }
}

/**
 * The transaction as one that waits for tables only so long; then it steps back, and tries again after a pause. A
 * request that waits for a table that is changed, and has one that is to be changed next, is in a circle with the
 * change: after its `deadlock_timeout` PostgreSQL would end the request. All waits of the change end before that.
 */
export async function waitBriefly(tx: Tx): Promise<Tx> {
  const found = await tx.row<{ ms: number }>(sql`
    select setting::integer as ms from pg_settings where name = 'deadlock_timeout'`);
  const mostMs = Math.floor((found?.ms ?? 0) * SHARE);
  const since = performance.now();
  const rows = async <Row extends object>(statement: Sql): Promise<Row[]> => {
    const leftMs = Math.max(SHORTEST_MS, Math.ceil(mostMs - (performance.now() - since)));
    await tx.rows(sql`select set_config('lock_timeout', ${String(leftMs)}::text, true)`);
    return tx.rows<Row>(statement);
  };
  const row: Db['row'] = async <Row extends object>(statement: Sql) => (await rows<Row>(statement))[0];
  return { transaction: true, rows, row };
}
