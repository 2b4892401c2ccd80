// A database that refuses all statements until it is prepared: while it is being opened, while the server is
// unavailable, and while the schema is from another release. Requests therefore never see an incomplete schema.
import { refuse } from '../base/refusal.ts';
import type { Database } from './database.ts';
import { NO_STATS } from './storage-stats.ts';

export interface Gateway {
  /** The database for requests. Fails with `not-ready` until `open` is called. */
  readonly database: Database;
  /** Passes requests on to `database`, which must be prepared. */
  open(database: Database): void;
  isOpen(): boolean;
}

export function untilPrepared(): Gateway {
  let prepared: Database | undefined;
  const through =
    <Name extends keyof Database>(name: Name) =>
    (...given: never[]): unknown =>
      prepared === undefined
        ? Promise.reject(notPrepared())
        : (prepared[name] as (...given: never[]) => unknown)(...given);
  return {
    database: {
      get takesTurns() {
        return prepared?.takesTurns ?? false;
      },
      get outage() {
        return prepared?.outage;
      },
      giveWay: through('giveWay') as Database['giveWay'],
      rows: through('rows') as Database['rows'],
      row: through('row') as Database['row'],
      read: through('read') as Database['read'],
      readChecked: through('readChecked') as Database['readChecked'],
      remembering: () => prepared?.remembering?.() ?? (() => undefined),
      inTransaction: through('inTransaction') as Database['inTransaction'],
      health: through('health') as Database['health'],
      stats: () => prepared?.stats() ?? NO_STATS,
      script: through('script') as Database['script'],
      close: through('close') as Database['close'],
    },
    open: (database) => {
      prepared = database;
    },
    isOpen: () => prepared !== undefined,
  };
}

const notPrepared = (): Error =>
  refuse('not-ready', 'The service is waiting for its database. Try again in a few seconds.', { retry_after: 2 });
