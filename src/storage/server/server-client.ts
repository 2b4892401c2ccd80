// One connection to a PostgreSQL server: opened within a deadline, and closed at once when the server is silent.
import { Socket } from 'node:net';
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { deadline, within } from '../../base/deadline.ts';
import { type Deadlines, idleTimeout, statementTimeout } from '../deadlines.ts';
import { WrongServer } from '../failures.ts';
import { pgTypes } from '../pg-values.ts';
import type { PreparedColumns } from './prepared-query.ts';
import { decoded, type TargetServer } from './server-urls.ts';

/** After this long without a word the kernel asks whether the other side is still there. */
const KEEP_ALIVE_AFTER_MS = 10_000;
/** `cairn distribute` recognizes running services by it. */
const CONNECTION_NAME = 'cairn service';

/** The driver's client on a socket that is ours, so that it can be closed without a farewell that nobody would read. */
export class ServerClient extends pg.Client {
  readonly drop: () => void;
  /** True once it was dropped, or its socket is gone: the pool learns of it some moments later. */
  readonly isGone: () => boolean;
  /** Of the server that it leads to. */
  readonly url: string;
  readonly prepared: PreparedColumns = new Map();
  /** Taken from the pool, and not given back. */
  isAtWork = false;
  /** To be connected at once: `connectMs` run from here. */
  constructor(url: string, connectMs: number) {
    const socket = new Socket();
    super({
      ...parseIntoClientConfig(withoutName(url)),
      ...databaseOf(url),
      stream: () => socket,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      application_name: CONNECTION_NAME,
      types: pgTypes,
    });
    this.url = url;
    this.drop = () => void socket.destroy();
    this.isGone = () => socket.destroyed;
    // The driver's own timer counts the time in which this process read nothing.
    const stop = deadline(connectMs, () => void socket.destroy(new Error('timeout expired')));
    this.once('connect', stop);
    socket.once('close', stop);
    // A connection that is lost at work tells the statement under way; without this it would also end the process.
    this.on('error', () => undefined);
  }
}

export interface SessionSettings {
  readonly deadlines: Deadlines;
  /** Sessions of our own; false behind a pooler that gives each transaction to another session. */
  readonly ownSession: boolean;
  readonly target: TargetServer;
}

/**
 * Whatever the server, the database or the user is set to: moments are read and written as ISO 8601 has them, and a
 * backslash in a text is one. Poolers in transaction mode keep these settings for each client.
 */
const AS_WRITTEN = `set time zone 'UTC'; set datestyle = 'ISO'; set standard_conforming_strings = on;`;
/** The same of a session of our own: a statement sees what was committed before it, and only our limits hold. */
const AS_MEANT = `set default_transaction_isolation = 'read committed'; set idle_session_timeout = 0;
  ${asMeant('set')}`;

/**
 * Values and names are told in full and plain, and read and compared as written; a caller that waits for a row has it.
 * `set` holds for the session; `set local` for the transaction, behind a pooler, which does not keep these for a
 * client.
 */
export function asMeant(set: 'set' | 'set local'): string {
  return `${set} array_nulls = on; ${set} extra_float_digits = 1; ${set} bytea_output = 'hex';
    ${set} intervalstyle = 'postgres'; ${set} quote_all_identifiers = off; ${set} transform_null_equals = off;
    ${set} gin_fuzzy_search_limit = 0; ${set} lock_timeout = 0;`;
}

/**
 * What every session begins with: plain statements, since poolers refuse start-up parameters that they do not know.
 * A session of our own plans each statement once, for all values: a plan for the values at hand takes a workspace that
 * came after the last statistics for an empty one, and reads all of it for each key. No table is read whole where an
 * index leads to the rows: such a plan was made for a table of one page, and stays when it has thousands. It compiles
 * none: a plan is estimated by the largest group, and compiling it takes seconds where it then reads a row.
 * Throws `WrongServer` where the server is not of the kind that is wanted. Answers whether the server is one
 * PostgreSQL: what others make of it may write rows where its own snapshots do not tell of it.
 */
export async function beginSession(client: ServerClient, settings: SessionSettings): Promise<boolean> {
  const { deadlines, ownSession, target } = settings;
  const own = ownSession
    ? `${AS_MEANT} set statement_timeout = ${statementTimeout(deadlines)};
       set idle_in_transaction_session_timeout = ${idleTimeout(deadlines)};
       set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set jit = off;`
    : '';
  const answers = (await within(deadlines.connectMs, 'the beginning of a session', client.drop, () =>
    client.query(`${AS_WRITTEN} ${own} ${FACTS}`),
  )) as unknown as readonly pg.QueryResult<{ read_only: string; alone: boolean }>[];
  const facts = answers.at(-1)?.rows[0];
  const isReadOnly = facts?.read_only === 'on';
  if (target === 'read-write' && isReadOnly) throw new WrongServer('the server refuses changes');
  if (target === 'read-only' && !isReadOnly) throw new WrongServer('the server is not a standby');
  return facts?.alone === true;
}

const FACTS = `select current_setting('transaction_read_only') as read_only,
  version() ~ '^PostgreSQL [0-9.]+ ' and not exists (select from pg_extension where extname = 'citus') as alone`;

/** The driver leaves `%40` and its like in the name of a database as they are. */
function databaseOf(url: string): { database?: string } {
  const path = URL.canParse(url) ? new URL(url).pathname.slice(1) : '';
  return path === '' ? {} : { database: decoded(path) };
}

/** The URL without a name of its own for the connection. */
function withoutName(url: string): string {
  const [address = '', query] = url.split('?', 2);
  if (query === undefined) return url;
  const parameters = new URLSearchParams(query);
  parameters.delete('application_name');
  return `${address}?${parameters}`;
}
