// Checks if a writable server is reachable, on a separate connection that never waits behind statements. The probe
// notices a silent connection within a second and reports it to the pool.

import { systemClock } from '../../base/clock.ts';
import { within } from '../../base/deadline.ts';
import type { AppliedMigration } from '../applied-migration.ts';
import { clientDb } from '../client-db.ts';
import type { StorageHealth } from '../database.ts';
import { explained } from '../lasting-failure.ts';
import { appliedMigrations } from '../migrations/applied.ts';
import { clockAhead } from '../shared-clock.ts';
import type { ServerClient } from './server-client.ts';

export interface ProbeDeps {
  /** Opens a connection to the current server. */
  readonly open: () => ServerClient;
  /** The number of servers to try. */
  readonly servers: number;
  /** The index of the current server. */
  readonly inTurn: () => number;
  /** Moves on from the server with that index, because it does not respond or is read-only. */
  readonly passOn: (from: number) => void;
  /**
   * Called if an open connection did not respond. Idle connections have probably failed too. The result is called if a
   * new connection responds, so that busy connections have probably failed as well.
   */
  readonly onSilence: () => () => void;
  /** If true, also ask for the log position. */
  readonly tellsPosition: boolean;
}

export interface ServerProbe {
  /** Checks the server, or joins a running check. Resolves within two seconds. */
  ask(): Promise<StorageHealth>;
  /** Stops probing. Later callers are told that no server is reachable. */
  close(): void;
}

const PATIENCE_MS = 800;

export function serverProbe(deps: ProbeDeps): ServerProbe {
  /** Set before the connection is open, so that it can be dropped at any time. */
  let client: ServerClient | undefined;
  let isClosed = false;
  let asking: Promise<StorageHealth> | undefined;
  let onAnswer: (() => void) | undefined;

  const drop = (): void => {
    client?.drop();
    client = undefined;
  };
  const connect = async (): Promise<ServerClient> => {
    if (isClosed) throw new Error('the database is closed here');
    const opened = deps.open();
    client = opened;
    await within(PATIENCE_MS, 'connecting', opened.drop, () => opened.connect());
    return opened;
  };
  const examine = async (): Promise<StorageHealth> => {
    const isOld = client !== undefined;
    try {
      const connected = client ?? (await connect());
      return await within(PATIENCE_MS, 'the health query', drop, () => look(connected, deps.tellsPosition));
    } catch (thrown) {
      drop();
      if (!isOld) return unreached(thrown);
      onAnswer = deps.onSilence();
      return examine();
    }
  };
  const examineAll = async (): Promise<StorageHealth> => {
    let tried = deps.inTurn();
    let health = await examine();
    for (let others = deps.servers - 1; others > 0 && !isClosed && !(health.reached && health.writable); others -= 1) {
      deps.passOn(tried);
      drop();
      tried = deps.inTurn();
      health = await examine();
    }
    if (health.reached) onAnswer?.();
    onAnswer = undefined;
    return health;
  };
  return {
    ask: () =>
      (asking ??= examineAll().finally(() => {
        asking = undefined;
      })),
    close() {
      isClosed = true;
      drop();
    },
  };
}

const unreached = (thrown: unknown): StorageHealth => ({
  reached: false,
  writable: false,
  applied: [],
  failure: failureOf(explained(thrown)),
});

const failureOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message || String((thrown as NodeJS.ErrnoException).code) : String(thrown);

async function look(client: ServerClient, tellsPosition: boolean): Promise<StorageHealth> {
  const askedAt = systemClock();
  const state = await client.query<{ read_only: boolean; server_time: number }>(
    `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only,
       (extract(epoch from clock_timestamp()) * 1000)::float8 as server_time`,
  );
  const answeredAt = systemClock();
  const applied: readonly AppliedMigration[] = await appliedMigrations(
    clientDb(client, ({ pieces }) => ({ text: pieces[0] ?? '' })),
  );
  const { read_only = true, server_time } = state.rows[0] ?? {};
  const clock = server_time === undefined ? {} : { clockAhead: clockAhead(server_time, askedAt, answeredAt) };
  const health = { reached: true, writable: !read_only, applied, ...clock };
  return tellsPosition ? { ...health, log: await logOf(client) } : health;
}

/**
 * The written position of a primary, or the replayed one of a standby. The system id shows that both are copies of the
 * same database; servers that hide it are not distinguished.
 */
async function logOf(client: ServerClient): Promise<NonNullable<StorageHealth['log']>> {
  const { rows } = await client.query<{ position: string | null; system: string }>(
    `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end::text as position,
       (select system_identifier::text from pg_control_system()) || ' ' || current_database() as system`,
  );
  return rows[0] ?? { position: null, system: '' };
}
