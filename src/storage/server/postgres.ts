// Storage on PostgreSQL servers (15 or newer) through a pool. If a server refuses connections, is read-only or stops
// responding, the connection is closed, the caller gets 503 within a deadline, and the next request uses another
// connection.
import type pg from 'pg';
import { within } from '../../base/deadline.ts';
import type { Tracing } from '../../base/tracing.ts';
import { coalescedReads } from '../batches/coalesced-reads.ts';
import { clientDb, type StatementClient, transactionOn } from '../client-db.ts';
import type { Database, Db, TransactionOptions, Tx } from '../database.ts';
import { DEADLINES, type Deadlines, idleTimeout, statementTimeout } from '../deadlines.ts';
import { isConnectionUseless, isSilence, isWorthAnotherConnection, storageFailure, undecided } from '../failures.ts';
import { type OutageNotes, outageNotes } from '../reach.ts';
import { isSelect, type Sql, textOf } from '../sql.ts';
import { statementNames, unnamedStatement } from '../statement.ts';
import { countingWork } from '../storage-stats.ts';
import { patientSession, SESSION_ID } from './patient-session.ts';
import { queryPrepared } from './prepared-query.ts';
import { inParts, isDivided } from './run-parts.ts';
import { asMeant } from './server-client.ts';
import { openPool, type PooledClient, type PoolOptions } from './server-pool.ts';

export interface PostgresOptions extends PoolOptions {
  readonly deadlines?: Deadlines | undefined;
  /** Memory for cached answers (coalesced-reads.ts). */
  readonly cacheBytes?: number | undefined;
  /** If false, sends the whole statement each time, for poolers that assign sessions per transaction. */
  readonly prepareStatements?: boolean | undefined;
  /** Traces batched reads; undefined if tracing is off. */
  readonly tracing?: Tracing | undefined;
}

/** While the server executes one statement, the next one is in transit. */
const BATCHES_AT_ONCE = 2;
const TENANTS_AT_ONCE = 4;
/** How long an exiting process waits for its connections to close. */
const FAREWELL_MS = 2_000;

/** Opens the pool. Connections are made on demand, so the service can start without a server. */
export function openPostgres(options: PostgresOptions): Database {
  const deadlines = options.deadlines ?? DEADLINES;
  const ownSession = options.prepareStatements !== false;
  const prepare = ownSession ? statementNames() : unnamedStatement;
  const opened = openPool(options, deadlines, ownSession);
  const { pool, dropAll, probe, moves } = opened;
  const stats = countingWork(() => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }));
  const outage = outageNotes();
  const session: Session = { ...opened, deadlines, ownSession, prepare, outage };
  const answer = <Row extends object>(statement: Sql, mayRepeat: boolean): Promise<Row[]> =>
    stats.counted(() => answerOn<Row>(session, statement, mayRepeat));
  const rows: Db['rows'] = <Row extends object>(statement: Sql) => answer<Row>(statement, isSelect(statement));
  return {
    takesTurns: false,
    outage,
    giveWay: async () => undefined,
    rows,
    row: async <Row extends object>(statement: Sql) => (await rows<Row>(statement))[0],
    ...coalescedReads((statement) => answer(statement, true), {
      batchesAtOnce: BATCHES_AT_ONCE,
      tenantsAtOnce: TENANTS_AT_ONCE,
      cacheBytes: options.cacheBytes,
      moves,
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

/** The pool, and a function that sends statements. */
interface Session {
  acquire(): Promise<PooledClient>;
  dropIdle(): void;
  readonly deadlines: Deadlines;
  readonly ownSession: boolean;
  readonly prepare: (statement: Sql) => pg.QueryConfig;
  readonly outage: OutageNotes;
}

/** Not pool.query, which discards the connection of every failed statement, even for a constraint violation. */
const answerOn = <Row extends object>(session: Session, statement: Sql, mayRepeat: boolean): Promise<Row[]> =>
  twice(
    session,
    () => mayRepeat,
    () =>
      withClient(session, (client) => {
        if (!mayRepeat) return changeOn<Row>(client, session, statement).catch(refuseUndecided);
        return whileReading(client, clientDb(watched(client, session), session.prepare).rows<Row>(statement));
      }),
  );

/** A statement outside of a transaction. If the engine runs it in parts, they need one. */
function changeOn<Row extends object>(client: PooledClient, session: Session, statement: Sql): Promise<Row[]> {
  const { deadlines, ownSession, prepare } = session;
  const on = watched(client, session);
  if (!isDivided(client, textOf(statement))) return clientDb(on, prepare).rows<Row>(statement);
  const begin = beginStatement(deadlines, ownSession, {});
  return transactionOn(on, prepare, (tx) => tx.rows<Row>(statement), { begin, onCommit: () => undefined });
}

/** Marks the connection, so that the probe can end the wait for it once it knows that the connection is silent. */
async function whileReading<Result>(client: PooledClient, answer: Promise<Result>): Promise<Result> {
  client.reading = Symbol();
  return answer.finally(() => {
    client.reading = undefined;
  });
}

function refuseUndecided(thrown: unknown): never {
  throw undecided(thrown);
}

function transactionInSession<Result>(
  session: Session,
  work: (tx: Tx) => Promise<Result>,
  options: TransactionOptions,
): Promise<Result> {
  const { deadlines, ownSession, prepare, outage } = session;
  const { isPatient = false } = options;
  const begin = beginStatement(deadlines, ownSession, options);
  let hasCommitted = false;
  const onCommit = (): void => {
    hasCommitted = true;
  };
  const on = (answering: StatementClient): Promise<Result> =>
    transactionOn(answering, prepare, work, { begin, onCommit, outage });
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

/** Repeats work on another connection if the first one failed without effects. */
async function twice<Result>(
  { dropIdle }: Session,
  mayRepeat: () => boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    // Idle connections have probably failed, too. Close them, so that the next caller need not wait.
    if (isSilence(thrown)) dropIdle();
    if (!mayRepeat() || !isWorthAnotherConnection(thrown)) throw thrown;
    dropIdle();
    return work();
  }
}

/** Borrows a connection for the work. Useless ones are closed. */
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

/** A connection that applies a deadline to each statement. */
function watched(client: PooledClient, { deadlines }: Session): StatementClient {
  const query: StatementClient['query'] = (statement: pg.QueryConfig | string) =>
    within(deadlines.queryMs, 'a statement', client.drop, () => queryPrepared(client, statement));
  return inParts(client, { query });
}

/** Runs `work` on a connection whose statements may run as long as the server is active. */
async function patiently<Result>(
  client: PooledClient,
  deadlines: Deadlines,
  work: (answering: StatementClient) => Promise<Result>,
): Promise<Result> {
  const patient = patientSession(client, deadlines);
  try {
    return await work(inParts(client, patient.answering));
  } finally {
    await patient.close();
  }
}

/** How long work elsewhere may take between two statements, in multiples of the silence limit. */
const IDLE_SILENCES = 5;

/** Does not depend on the settings of the server, the database or the user. */
const BEGIN = 'begin isolation level read committed';

/**
 * Sets limits per transaction, because sessions behind a pooler keep nothing. They also end transactions of vanished
 * processes and release their locks.
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
