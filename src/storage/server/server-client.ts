// A connection to a PostgreSQL server: opened within a deadline, and closed immediately if the server is silent.
import { Socket } from 'node:net';
import pg from 'pg';
import { deadline, within } from '../../base/deadline.ts';
import { decoded } from '../../base/text.ts';
import { MOVING_TABLES } from '../batched-read.ts';
import { type Deadlines, idleTimeout, statementTimeout } from '../deadlines.ts';
import { WrongServer } from '../failures.ts';
import { pgTypes } from '../pg-values.ts';
import { SERVICE_SESSION } from '../process-sessions.ts';
import type { PreparedColumns } from './prepared-query.ts';
import type { DividingClient } from './run-parts.ts';
import { driverConfig } from './server-tls.ts';
import type { TargetServer } from './server-urls.ts';

/** After this idle time, the kernel probes the other side. */
const KEEP_ALIVE_AFTER_MS = 10_000;
/** The driver's client on our own socket, so that the socket can be closed immediately, without a closing message. */
export class ServerClient extends pg.Client {
  readonly drop: () => void;
  /** True once the client was dropped or its socket is gone. The pool notices that only later. */
  readonly isGone: () => boolean;
  /** The URL of its server. */
  readonly url: string;
  readonly prepared: PreparedColumns = new Map();
  /** True if the server has Citus. */
  isDistributed = false;
  readonly parts: DividingClient['parts'] = new Map();
  readonly typeNames = new Map<number, string>();
  /** True while the client is borrowed from the pool. */
  isAtWork = false;
  /** Identifies the read-only statement that the client is waiting for; undefined if there is none. */
  reading: symbol | undefined;
  /** Connect immediately, because `connectMs` starts here. */
  constructor(url: string, connectMs: number, name: string = SERVICE_SESSION) {
    const socket = new Socket();
    super({
      ...driverConfig(url),
      ...databaseOf(url),
      stream: () => socket,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      application_name: name,
      types: pgTypes,
    });
    this.url = url;
    this.drop = () => void socket.destroy();
    this.isGone = () => socket.destroyed;
    // The driver's own timer also counts time during which this process read nothing.
    const stop = deadline(connectMs, () => void socket.destroy(new Error('timeout expired')));
    this.once('connect', stop);
    socket.once('close', stop);
    // If the connection is lost, its statement fails. Without this listener, the process would end, too.
    this.on('error', () => undefined);
  }
}

export interface SessionSettings {
  readonly deadlines: Deadlines;
  /** True for our own sessions; false behind a pooler that assigns sessions per transaction. */
  readonly ownSession: boolean;
  readonly target: TargetServer;
}

/**
 * Independent of the settings of server, database and user: ISO 8601 times, and literal backslashes in texts. Poolers
 * in transaction mode keep these settings per client.
 */
const AS_WRITTEN = `set time zone 'UTC'; set datestyle = 'ISO'; set standard_conforming_strings = on;`;
/** The same for our own sessions: statements see everything committed before, and only our limits apply. */
const AS_MEANT = `set default_transaction_isolation = 'read committed'; set idle_session_timeout = 0;
  ${asMeant('set')}`;

/**
 * Settings for complete, plain output, exact comparison, and waiting for row locks. `set` applies to the session, `set
 * local` to the transaction (for poolers, which do not keep these per client). Citus would query several shards in
 * parallel, and then refuse to change a replicated table in that transaction. Servers without Citus ignore its setting.
 */
export function asMeant(set: 'set' | 'set local'): string {
  return `${set} array_nulls = on; ${set} extra_float_digits = 1; ${set} bytea_output = 'hex';
    ${set} intervalstyle = 'postgres'; ${set} quote_all_identifiers = off; ${set} transform_null_equals = off;
    ${set} gin_fuzzy_search_limit = 0; ${set} lock_timeout = 0; ${set} citus.multi_shard_modify_mode = 'sequential';`;
}

/**
 * Sets up a session with plain statements, because poolers refuse unknown startup parameters. The service's own
 * sessions plan each statement once for all values. A plan for specific values would treat a workspace created after
 * the last statistics as empty and read all of it per key. Citus needs the values to find a statement's node, so there
 * PostgreSQL decides per statement. Sequential scans are avoided if there is an index, because a plan made for a small
 * table stays in use after the table has grown. JIT is off, because plans are estimated for the largest group and
 * compiling takes seconds.
 *
 * Throws `WrongServer` if the server is not of the required kind. Returns whether it records moves (batches/moves.ts):
 * it is a single PostgreSQL with all their triggers.
 */
export async function beginSession(client: ServerClient, settings: SessionSettings): Promise<boolean> {
  const { deadlines, ownSession, target } = settings;
  const own = ownSession
    ? `${AS_MEANT} set statement_timeout = ${statementTimeout(deadlines)};
       set idle_in_transaction_session_timeout = ${idleTimeout(deadlines)};
       set enable_seqscan = off; set jit = off; select set_config('plan_cache_mode',
         case when ${HAS_CITUS} then 'auto' else 'force_generic_plan' end, false);`
    : '';
  const answers = (await within(deadlines.connectMs, 'the beginning of a session', client.drop, () =>
    client.query(`${AS_WRITTEN} ${own} ${FACTS}`),
  )) as unknown as readonly pg.QueryResult<{ read_only: string; has_citus: boolean; records_moves: boolean }>[];
  const facts = answers.at(-1)?.rows[0];
  client.isDistributed = facts?.has_citus === true;
  const isReadOnly = facts?.read_only === 'on';
  if (target === 'read-write' && isReadOnly) throw new WrongServer('the server refuses changes');
  if (target === 'read-only' && !isReadOnly) throw new WrongServer('the server is not a standby');
  return facts?.records_moves === true;
}

const HAS_CITUS = `exists (select 1 from pg_extension where extname = 'citus')`;
/** Each table has a trigger for its rows and one for TRUNCATE. */
const MOVE_TRIGGERS = MOVING_TABLES.length * 2;
const FACTS = `select current_setting('transaction_read_only') as read_only, ${HAS_CITUS} as has_citus,
  version() ~ '^PostgreSQL [0-9.]+ ' and not ${HAS_CITUS} and ${MOVE_TRIGGERS} = (
    select count(*) from pg_trigger where tgenabled = 'O' and tgfoid = to_regproc('note_move')) as records_moves`;

/** The driver does not decode `%40` etc. in database names. */
function databaseOf(url: string): { database?: string } {
  const path = URL.canParse(url) ? new URL(url).pathname.slice(1) : '';
  return path === '' ? {} : { database: decoded(path) };
}
