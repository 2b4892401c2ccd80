// A database that is closed to requests until it was prepared: while a server is still away, or its schema is not this
// release's, every statement is refused, so that no request meets half a schema.
import { refuse } from '../base/refusal.ts';
import type { Database } from './database.ts';

export interface Gateway {
  /** The database as requests see it; refuses with `not-ready` until `open` is called. */
  readonly database: Database;
  open(): void;
  isOpen(): boolean;
}

export function untilPrepared(database: Database): Gateway {
  let isOpen = false;
  const through = <Arguments extends unknown[], Result>(ask: (...given: Arguments) => Promise<Result>) => {
    return (...given: Arguments): Promise<Result> => (isOpen ? ask(...given) : Promise.reject(notPrepared()));
  };
  return {
    database: {
      ...database,
      rows: through(database.rows) as Database['rows'],
      row: through(database.row) as Database['row'],
      ask: through(database.ask) as Database['ask'],
      askTestified: through(database.askTestified) as Database['askTestified'],
      inTransaction: through(database.inTransaction) as Database['inTransaction'],
    },
    open: () => {
      isOpen = true;
    },
    isOpen: () => isOpen,
  };
}

const notPrepared = (): Error =>
  refuse('not-ready', 'The service is waiting for its database. Try again in a few seconds.', { retry_after: 2 });
