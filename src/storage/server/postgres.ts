// Storage on PostgreSQL servers (15 or newer) through a pool. A server that refuses, a server that takes no changes and
// a server that falls silent all end the same way: the connection is closed, the caller gets 503 within a deadline, and
// the next request gets another connection.
import type pg from 'pg';
import { within } from '../../base/deadline.ts';
import type { Tracing } from '../../base/tracing.ts';
import { coalescedReads } from '../batches/coalesced-reads.ts';
import { clientDb, type StatementClient, transactionOn } from '../client-db.ts';
import type { Database, Db, TransactionOptions, Tx } from '../database.ts';
import { DEADLINES, type Deadlines, idleTimeout, statementTimeout } from '../deadlines.ts';
import { isConnectionUseless, isSilence, isWorthAnotherConnection, storageFailure, undecided } from '../failures.ts';
import { isSelect, type Sql } from '../sql.ts';
import { statementNames, unnamedStatement } from '../statement.ts';
import { countingWork } from '../storage-stats.ts';
import { patientSession, SESSION_ID } from './patient-session.ts';
import { queryPrepared } from './prepared-query.ts';
import { asMeant } from './server-client.ts';
import { openPool, type PooledClient, type PoolOptions } from './server-pool.ts';

export interface PostgresOptions extends PoolOptions {
  readonly deadlines?: Deadlines | undefined;
  /** Memory for answers that are remembered (coalesced-reads.ts). */
  readonly cacheBytes?: number | undefined;
  /** False: statements are sent whole each time, as poolers want it that give every transaction another session. */
  readonly prepareStatements?: boolean | undefined;
  /** For the statements of batched reads; undefined: no traces. */
  readonly tracing?: Tracing | undefined;
}

/** While the server works on one, the next is under way. */
const BATCHES_AT_ONCE = 2;
const TENANTS_AT_ONCE = 4;
/** How long a process that ends waits for its connections to say farewell. */
const FAREWELL_MS = 2_000;

/** Opens the pool. Connections are made when first needed, so an absent server is no reason not to start. */
export function openPostgres(options: PostgresOptions): Database {
  const deadlines = options.deadlines ?? DEADLINES;
  const ownSession = options.prepareStatements !== false;
  const prepare = ownSession ? statementNames() : unnamedStatement;
  const opened = openPool(options, deadlines, ownSession);
  const { pool, dropAll, probe, snapshots } = opened;
  const stats = countingWork(() => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }));
  const session: Session = { ...opened, deadlines, ownSession, prepare };
  const answer = <Row extends object>(statement: Sql, mayRepeat: boolean): Promise<Row[]> =>
    stats.counted(() => answerOn<Row>(session, statement, mayRepeat));
  const rows: Db['rows'] = <Row extends object>(statement: Sql) => answer<Row>(statement, isSelect(statement));
  return {
    takesTurns: false,
    giveWay: async () => undefined,
    rows,
    row: async <Row extends object>(statement: Sql) => (await rows<Row>(statement))[0],
    ...coalescedReads((statement) => answer(statement, true), {
      batchesAtOnce: BATCHES_AT_ONCE,
      tenantsAtOnce: TENANTS_AT_ONCE,
      cacheBytes: options.cacheBytes,
      snapshots,
      tracing: options.tracing,
    }),
    inTransaction: (work, options = {}) => stats.counted(() => transactionInSession(session, work, options)),
    script: (text) =>
      withClient(session, (client) =>
        patiently(client, deadlines, async ({ query }) => {
          await query(SESSION_ID);
          await query(text);
        }),
      ),
    health: probe.ask,
    stats: stats.read,
    async close() {
      probe.close();
      await within(FAREWELL_MS, 'closing the connections', dropAll, () => pool.end()).catch(() => undefined);
    },
  };
}

/** The pool's connections, and how statements are sent on them. */
interface Session {
  acquire(): Promise<PooledClient>;
  dropIdle(): void;
  readonly deadlines: Deadlines;
  readonly ownSession: boolean;
  readonly prepare: (statement: Sql) => pg.QueryConfig;
}

/** Not pool.query: it throws away the connection of every statement that fails, a broken constraint included. */
const answerOn = <Row extends object>(session: Session, statement: Sql, mayRepeat: boolean): Promise<Row[]> =>
  twice(
    session,
    () => mayRepeat,
    () =>
      withClient(session, (client) => {
        const answer = clientDb(watched(client, session), session.prepare).rows<Row>(statement);
        return mayRepeat ? answer : answer.catch(refuseUndecided);
      }),
  );

function refuseUndecided(thrown: unknown): never {
  throw undecided(thrown);
}

function transactionInSession<Result>(
  session: Session,
  work: (tx: Tx) => Promise<Result>,
  options: TransactionOptions,
): Promise<Result> {
  const { deadlines, ownSession, prepare } = session;
  const { isPatient = false } = options;
  const begin = beginStatement(deadlines, ownSession, options);
  let hasCommitted = false;
  const onCommit = (): void => {
    hasCommitted = true;
  };
  const on = (answering: StatementClient): Promise<Result> =>
    transactionOn(answering, prepare, work, { begin, onCommit });
  const onClient = (client: PooledClient): Promise<Result> =>
    isPatient
      ? patiently(client, deadlines, on)
      : within(deadlines.transactionMs, 'a transaction', client.drop, () => on(watched(client, session)));
  return twice(
    session,
    () => !hasCommitted,
    () => withClient(session, onClient),
  ).catch((thrown: unknown) => {
    throw hasCommitted ? undecided(thrown) : thrown;
  });
}

/** What failed with its connection and left nothing behind is done once more on another one. */
async function twice<Result>(
  { dropIdle }: Session,
  mayRepeat: () => boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    // Those that are idle have probably met the same fate: the next caller shall not wait for a deadline too.
    if (isSilence(thrown)) dropIdle();
    if (!mayRepeat() || !isWorthAnotherConnection(thrown)) throw thrown;
    dropIdle();
    return work();
  }
}

/** A connection of the pool's for as long as the work takes; one that is of no more use is closed. */
async function withClient<Result>(
  { acquire }: Session,
  work: (client: PooledClient) => Promise<Result>,
): Promise<Result> {
  const client = await acquire();
  let failure: unknown;
  try {
    return await work(client);
  } catch (thrown) {
    failure = storageFailure(thrown);
    throw failure;
  } finally {
    const isUseless = isConnectionUseless(failure);
    if (isUseless) client.drop();
    client.release(isUseless);
  }
}

/** A connection whose statements each have their deadline. */
function watched(client: PooledClient, { deadlines }: Session): StatementClient {
  const query: StatementClient['query'] = (statement: pg.QueryConfig | string) =>
    within(deadlines.queryMs, 'a statement', client.drop, () => queryPrepared(client, statement));
  return { query };
}

/** `work` on a connection whose statements may take as long as the server is at work on them. */
async function patiently<Result>(
  client: PooledClient,
  deadlines: Deadlines,
  work: (answering: StatementClient) => Promise<Result>,
): Promise<Result> {
  const patient = patientSession(client, deadlines);
  try {
    return await work(patient.answering);
  } finally {
    await patient.close();
  }
}

/** So long work elsewhere may take, between two statements. */
const IDLE_SILENCES = 5;

/** Whatever the server, the database or the user is set to. */
const BEGIN = 'begin isolation level read committed';

/**
 * Behind a pooler a session keeps nothing, so a transaction brings its limits along. What a process leaves that is gone
 * without a word ends too, and lets go of its tables.
 */
function beginStatement(
  deadlines: Deadlines,
  ownSession: boolean,
  { isPatient = false, worksElsewhere = false }: TransactionOptions,
): string {
  if (ownSession && !isPatient) return 'begin';
  const statementMs = isPatient ? 0 : statementTimeout(deadlines);
  const idleMs = worksElsewhere ? Math.round(deadlines.silenceMs * IDLE_SILENCES) : idleTimeout(deadlines);
  return `${BEGIN}; ${ownSession ? '' : asMeant('set local')} set local statement_timeout = ${statementMs};
    set local idle_in_transaction_session_timeout = ${idleMs};${isPatient ? SESSION_ID : ''}`;
}
