// Storage on a PostgreSQL server (15 or newer) through a pool.
import pg from 'pg';
import { isRefusal } from '../base/refusal.ts';
import { clientDb, transactionOn } from './client-db.ts';
import { coalescedReads } from './coalesced-reads.ts';
import type { Database, Db } from './database.ts';
import { pgTypes } from './pg-values.ts';
import { statementNames, storageFailure } from './statement.ts';

export interface PostgresOptions {
  readonly url: string;
  /** Connections at most. */
  readonly poolSize: number;
  /** Told of failures of idle connections (the server restarted): worth a log line, nothing more. */
  readonly onIdleFailure: (failure: Error) => void;
}

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** While the server works on one, the next is under way. */
const ROUNDS_AT_ONCE = 2;

/** Opens the pool. Connections are made when first needed, so an absent server is no reason not to start. */
export function openPostgres(options: PostgresOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'cairn',
    options: '-c timezone=UTC',
    types: pgTypes,
  });
  pool.on('error', options.onIdleFailure);
  // A connection that is lost at work tells the statement under way; without this it would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const prepare = statementNames();
  const withClient = async <Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect().catch((thrown: unknown) => {
      throw storageFailure(thrown);
    });
    let failure: unknown;
    try {
      return await work(client);
    } catch (thrown) {
      failure = storageFailure(thrown);
      throw failure;
    } finally {
      // Only a connection that is gone leaves the pool; a refused statement leaves it sound.
      client.release(isGone(failure));
    }
  };
  // Not pool.query: it throws away the connection of every statement that fails, a broken constraint included.
  const rows: Db['rows'] = (statement) => withClient((client) => clientDb(client, prepare).rows(statement));
  return {
    rows,
    row: (statement) => withClient((client) => clientDb(client, prepare).row(statement)),
    ...coalescedReads(rows, ROUNDS_AT_ONCE),
    inTransaction: (work) => withClient((client) => transactionOn(client, prepare, work)),
    script: (text) => withClient(async (client) => void (await client.query(text))),
    close: () => pool.end(),
  };
}

/** The server went away under this connection: `storageFailure` said so. */
const isGone = (failure: unknown): boolean => isRefusal(failure, 'not-ready');
