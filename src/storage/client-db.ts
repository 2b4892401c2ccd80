// A pg client as a Db, and the implementation of transactions. Shared by embedded storage and the pool.
import type pg from 'pg';
import type { Db, Tx } from './database.ts';
import { storageFailure, wantsRetry } from './failures.ts';
import type { Sql } from './sql.ts';

/** `command` is the command of the last statement if the statements were not prepared. */
export interface StatementResult<Row extends object> {
  readonly rows: Row[];
  readonly command?: string;
  readonly fields?: readonly ResultField[];
}

/** A column of a result. */
export interface ResultField {
  readonly name: string;
  /** The object id of its type. */
  readonly dataTypeID: number;
}

/** Executes statements: a client, or a wrapper with deadlines. */
export interface StatementClient {
  query<Row extends object>(statement: pg.QueryConfig | string): Promise<StatementResult<Row>>;
}

type Prepare = (statement: Sql) => pg.QueryConfig;

/** A Db on one client. */
export function clientDb(client: StatementClient, prepare: Prepare): Db {
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

const MAX_ATTEMPTS = 3;

export interface TransactionSteps {
  /** The statement that starts the transaction. */
  readonly begin: string;
  /** Called before the commit is sent. From then on, a lost connection leaves the outcome unknown. */
  readonly onCommit: () => void;
  readonly outage?: Db['outage'];
}

const PLAIN: TransactionSteps = { begin: 'begin', onCommit: () => undefined };

/** Runs `work` between BEGIN and COMMIT on `client`, which nothing else may use in the meantime. */
export async function transactionOn<Result>(
  client: StatementClient,
  prepare: Prepare,
  work: (tx: Tx) => Promise<Result>,
  steps: TransactionSteps = PLAIN,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOn(client, prepare, work, steps);
    } catch (thrown) {
      if (!wantsRetry(thrown) || attempt === MAX_ATTEMPTS) throw storageFailure(thrown);
    }
  }
}

async function attemptOn<Result>(
  client: StatementClient,
  prepare: Prepare,
  work: (tx: Tx) => Promise<Result>,
  { begin, onCommit, outage }: TransactionSteps,
): Promise<Result> {
  await client.query(begin);
  try {
    const result = await work({ ...clientDb(client, prepare), outage, transaction: true });
    onCommit();
    const { command } = await client.query('commit');
    if (command === 'ROLLBACK')
      throw new Error('The transaction was rolled back because one of its statements had failed.');
    return result;
  } catch (thrown) {
    // A client without a connection cannot roll back, but the server has already done so.
    await client.query('rollback').catch(() => undefined);
    throw thrown;
  }
}
