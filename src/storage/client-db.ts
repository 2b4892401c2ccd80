// One pg client as a Db, and the one shape of a transaction. Shared by the embedded storage and the pool.
import type pg from 'pg';
import type { Db, Tx } from './database.ts';
import type { Sql } from './sql.ts';
import { storageFailure, wantsRetry } from './statement.ts';

type Queryable = Pick<pg.ClientBase, 'query'>;
type Prepare = (statement: Sql) => pg.QueryConfig;

/** Answers statements through one client. */
export function clientDb(client: Queryable, prepare: Prepare): Db {
  const rows = async <Row extends object>(statement: Sql): Promise<Row[]> => {
    try {
      const answer = await client.query<Row>(prepare(statement));
      return answer.rows;
    } catch (thrown) {
      throw storageFailure(thrown);
    }
  };
  return { rows, row: async <Row extends object>(statement: Sql) => (await rows<Row>(statement))[0] };
}

const MOST_ATTEMPTS = 3;

/** Runs `work` between BEGIN and COMMIT on `client`, which nobody else uses meanwhile. */
export async function transactionOn<Result>(
  client: Queryable,
  prepare: Prepare,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOn(client, prepare, work);
    } catch (thrown) {
      if (!wantsRetry(thrown) || attempt === MOST_ATTEMPTS) throw storageFailure(thrown);
    }
  }
}

async function attemptOn<Result>(
  client: Queryable,
  prepare: Prepare,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  await client.query('begin');
  try {
    const result = await work({ ...clientDb(client, prepare), transaction: true });
    await client.query('commit');
    return result;
  } catch (thrown) {
    // A client that lost its connection cannot roll back; the server has done so already.
    await client.query('rollback').catch(() => undefined);
    throw thrown;
  }
}
