// Storage that needs no installation: PostgreSQL in this process (PGlite, in a thread), on a folder of ours or in memory.
import { clientDb, transactionOn } from './client-db.ts';
import type { Database, Db } from './database.ts';
import { startServer } from './embedded-thread.ts';
import { lockFolder } from './folder-lock.ts';
import { inRounds } from './rounds.ts';
import { statementNames } from './statement.ts';
import { statisticsDue } from './statistics-due.ts';
import { takingTurns } from './turns.ts';

/** A database that lives and dies with the process: tests, and nothing else. */
export const IN_MEMORY = ':memory:';

/** Nobody is asked who he is; the driver must not look for it in the environment. */
const ANYONE = { user: 'postgres', database: 'postgres', password: '', host: 'embedded', ssl: false };

export interface EmbeddedDatabase extends Database {
  /** All of it at one moment, as a tar archive that `openEmbedded` can begin from. */
  dump(): Promise<Blob>;
}

/**
 * Opens the embedded database in `folder` (made when absent), durable at every commit; an absent one begins from `dump`
 * where that is given. Refuses with `conflict` when another process holds the folder. There is one connection: statements
 * and transactions take turns on it. `onLoss` is told when the server inside has failed: from then on every statement
 * is refused with `not-ready`, until the process is started again.
 */
export async function openEmbedded(
  folder: string,
  dump?: Blob,
  onLoss: (failure: Error) => void = () => undefined,
): Promise<EmbeddedDatabase> {
  const lock = folder === IN_MEMORY ? undefined : await lockFolder(folder);
  // The driver is loaded while the server starts.
  const [server, { default: pg }, { pgTypes }] = await Promise.all([
    startServer(lock === undefined ? undefined : folder, dump),
    import('pg'),
    import('./pg-values.ts'),
  ]).catch(async (thrown: unknown) => {
    await lock?.release();
    throw thrown;
  });
  const client = new pg.Client({ stream: () => server.socket, ...ANYONE, types: pgTypes });
  // Without somebody to tell, a lost server would end the process.
  client.on('error', onLoss);
  await client.connect();
  await client.query("set time zone 'UTC'");
  const prepare = statementNames();
  const inTurn = takingTurns();
  const direct = clientDb(client, prepare);
  const isDue = statisticsDue();
  const counted = <Result>(asked: Promise<Result>): Promise<Result> => {
    // After what was asked, and nobody's failure: older statistics make slower plans, not wrong ones.
    if (isDue()) void inTurn(() => client.query('analyze')).catch(() => undefined);
    return asked;
  };
  const rows: Db['rows'] = (statement) => counted(inTurn(() => direct.rows(statement)));
  return {
    rows,
    row: (statement) => counted(inTurn(() => direct.row(statement))),
    ...inRounds(rows, 1),
    inTransaction: (work) => counted(inTurn(() => transactionOn(client, prepare, work))),
    script: (text) => inTurn(async () => void (await client.query(text))),
    dump: () => inTurn(() => server.dump()),
    close: () =>
      inTurn(async () => {
        await client.end();
        await server.close();
        await lock?.release();
      }),
  };
}
