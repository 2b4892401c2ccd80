// What a server's postmaster does after a crash: where the embedded server has failed (a full disk, a disk that does not
// read or write, memory), another one is started on the folder, again and again until it opens.
import type pg from 'pg';
import type { Answering } from '../client-db.ts';
import { isPanic } from '../failures.ts';
import { type Connection, connect, type HeldConnection, IN_MEMORY } from './connection.ts';
import type { Turns } from './turns.ts';

const FIRST_AFTER_MS = 500;
const LATEST_AFTER_MS = 10_000;

export interface StandingConnection extends Answering {
  /** Why the server has failed, or does not open again; undefined while it serves. */
  loss(): Error | undefined;
  /** As `EmbeddedServer.dump`. */
  dump(): Promise<Blob>;
  /** Opens nothing any more. */
  close(): Promise<void>;
}

export interface ReopeningDeps {
  readonly folder: string;
  readonly first: HeldConnection;
  readonly turns: Turns;
  /** Told when the server has failed, and once when it does not open again. */
  readonly onLoss: (failure: Error) => void;
  /** Told before anybody is served by another server: what was not acknowledged may be there or not. */
  readonly onReopened: () => void;
}

/**
 * Statements on the connection that stands. One that failed refuses them at once until another takes its place, between
 * two turns: no transaction goes on where it did not begin.
 */
export function reopening({ folder, first, turns, onLoss, onReopened }: ReopeningDeps): StandingConnection {
  let current: Connection = first;
  let loss: Error | undefined;
  /** The last words of the server: what follows them says only that it is gone. */
  let panic: Error | undefined;
  let isClosed = false;
  let reopened = Promise.resolve();

  const follow = (connection: Connection): void => {
    current = connection;
    loss = undefined;
    panic = undefined;
    connection.client.once('error', (failure: Error) => {
      if (isClosed) return;
      loss = panic ?? failure;
      onLoss(loss);
      if (folder !== IN_MEMORY) reopened = reopen(connection, loss);
    });
  };
  const takeUp = (next: Connection): void => {
    onReopened();
    follow(next);
  };
  const reopen = async (failed: Connection, failure: Error): Promise<void> => {
    await failed.server.abandon();
    let isTold = false;
    for (let after = FIRST_AFTER_MS; !isClosed; after = Math.min(after * 2, LATEST_AFTER_MS)) {
      await pause(after);
      if (isClosed) return;
      try {
        const next = await connect(folder);
        // A close that came meanwhile has the turn, and closes what is current when this is over.
        if (isClosed) current = next;
        else await turns.run(async () => takeUp(next));
        return;
      } catch (thrown) {
        loss = new Error(`${failure.message}. ${thrown instanceof Error ? thrown.message : String(thrown)}`);
        if (!isTold) onLoss(loss);
        isTold = true;
      }
    }
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
      isClosed = true;
      await reopened;
      await current.client.end();
      await current.server.close();
      await first.lock?.release();
    },
  };
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, milliseconds).unref();
  });
