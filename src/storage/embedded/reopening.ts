// Restarts the embedded server after a failure (full disk, I/O errors, out of memory), like a postmaster: tries again
// until the folder opens.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { StatementClient } from '../client-db.ts';
import { isPanic } from '../failures.ts';
import { connect, type EmbeddedConnection, type HeldConnection, IN_MEMORY } from './connection.ts';
import type { Turns } from './turns.ts';

const FIRST_AFTER_MS = 500;
const LATEST_AFTER_MS = 10_000;

export interface StandingConnection extends StatementClient {
  /** Why the server failed or cannot be reopened; undefined while it works. */
  loss(): Error | undefined;
  /** See `EmbeddedServer.dump`. */
  dump(): Promise<Blob>;
  /** Stops reopening. */
  close(): Promise<void>;
}

export interface ReopeningDeps {
  readonly folder: string;
  readonly first: HeldConnection;
  readonly turns: Turns;
  /** Called when the server fails, and once if it cannot be reopened. */
  readonly onLoss: (failure: Error) => void;
  /** Called before a new server serves requests. Unacknowledged writes may or may not exist. */
  readonly onReopened: () => void;
}

/**
 * Executes statements on the current connection. After a failure, they are refused until a new connection takes over
 * between two turns, so that a transaction never continues on another connection.
 */
export function reopening({ folder, first, turns, onLoss, onReopened }: ReopeningDeps): StandingConnection {
  let current: EmbeddedConnection = first;
  let loss: Error | undefined;
  /** The server's PANIC message. Later errors only say that it is gone. */
  let panic: Error | undefined;
  /** The new server is open and waits for its turn. */
  let successor: EmbeddedConnection | undefined;
  const closing = new AbortController();
  let reopened = Promise.resolve();

  const follow = (connection: EmbeddedConnection): void => {
    current = connection;
    loss = undefined;
    panic = undefined;
    connection.client.once('error', (failure: Error) => {
      if (closing.signal.aborted) return;
      loss = panic ?? failure;
      onLoss(loss);
      if (folder !== IN_MEMORY) reopened = reopen(connection, loss);
    });
  };
  const takeUp = async (): Promise<void> => {
    if (successor === undefined || closing.signal.aborted) return;
    onReopened();
    follow(successor);
    successor = undefined;
  };
  const reopen = async (failed: EmbeddedConnection, failure: Error): Promise<void> => {
    await failed.server.abandon();
    successor = await connectAgain(folder, closing.signal, (thrown, isFirst) => {
      loss = new Error(`${failure.message}. ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      if (isFirst) onLoss(loss);
    });
    // Not awaited, because a close that is waiting for this work may be ahead of it in the queue.
    void turns.run(takeUp);
  };
  follow(first);
  return {
    async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig | string) {
      try {
        return await current.client.query<Row>(statement);
      } catch (thrown) {
        if (thrown instanceof Error && isPanic(thrown)) panic ??= thrown;
        throw thrown;
      }
    },
    loss: () => loss,
    dump: () => current.server.dump(),
    async close() {
      closing.abort();
      await reopened;
      const { client, server } = successor ?? current;
      await client.end();
      await server.close();
      await first.lock?.release();
    },
  };
}

/** Tries until it succeeds, with growing delays; undefined if `signal` aborts. Reports each failure. */
async function connectAgain(
  folder: string,
  signal: AbortSignal,
  onFailure: (thrown: unknown, isFirst: boolean) => void,
): Promise<EmbeddedConnection | undefined> {
  for (let after = FIRST_AFTER_MS; ; after = Math.min(after * 2, LATEST_AFTER_MS)) {
    await pause(after, undefined, { ref: false, signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    try {
      return await connect(folder);
    } catch (thrown) {
      onFailure(thrown, after === FIRST_AFTER_MS);
    }
  }
}
