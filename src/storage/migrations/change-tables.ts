// Changes tables while requests run. The work may take long, but the wait for a table lock must be brief, because all
// later requests wait behind it.
import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Db, Tx } from '../database.ts';
import { isLockTimeout } from '../failures.ts';
import { type Sql, sql } from '../sql.ts';

/** The lock timeout, as a fraction of PostgreSQL's deadlock_timeout. */
const SHARE = 0.9;
/** How long a change that has already been running for a while waits for another table. */
const SHORTEST_MS = 200;
const PAUSE_MS = 1_000;
const MAX_ATTEMPTS = 20;

/** Runs `work`, which uses `waitBriefly`, until it gets its tables. Fails with `not-ready` if one stays locked. */
export async function changeTables<Result>(
  database: Pick<Database, 'inTransaction'>,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.inTransaction(work, { isPatient: true });
    } catch (thrown) {
      if (!isLockTimeout(thrown) || attempt === MAX_ATTEMPTS) throw thrown;
      await pause(PAUSE_MS);
    }
  }
}

/**
 * The transaction with a short lock timeout, after which it backs off and tries again. A request that waits for a
 * changed table and holds the next one forms a deadlock with the change, and PostgreSQL would abort the request after
 * `deadlock_timeout`. The change gives up before that.
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
