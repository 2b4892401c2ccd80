// Storage that needs no installation: PostgreSQL in this process (PGlite, in a thread), on a folder of ours or in memory.
import { resolve } from 'node:path';
import { isRefusal, refuse } from '../base/refusal.ts';
import { clientDb, transactionOn } from './client-db.ts';
import { coalescedReads } from './coalesced-reads.ts';
import type { Database, Db } from './database.ts';
import { startServer } from './embedded-thread.ts';
import { lockFolder } from './folder-lock.ts';
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
  const lock =
    folder === IN_MEMORY
      ? undefined
      : await lockFolder(folder).catch((thrown: unknown) => {
          throw isRefusal(thrown) ? thrown : unusable(folder, thrown);
        });
  // The driver is loaded while the server starts.
  const [server, { default: pg }, { pgTypes }] = await Promise.all([
    startServer(lock === undefined ? undefined : folder, dump),
    import('pg'),
    import('./pg-values.ts'),
  ]).catch(async (thrown: unknown) => {
    await lock?.release();
    throw unreadable(folder, thrown);
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
    ...coalescedReads(rows, 1),
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

const unusable = (folder: string, thrown: unknown): Error =>
  refuse(
    'not-ready',
    `The data folder ${resolve(folder)} cannot be used: ${sentenceOf(thrown)}. Name a folder that this user may write, on a disk with room, in CAIRN_DATABASE_URL.`,
  );

/** The engine's own words say little; what they mean is nearly always one of these. */
const unreadable = (folder: string, thrown: unknown): Error =>
  refuse(
    'not-ready',
    `The database in ${resolve(folder)} does not open (${sentenceOf(thrown)}): the disk is full, the files are not this user's, or they are damaged or of another version. Make room, mend the owner, or restore a backup into another folder.`,
  );

/** The engine also throws plain objects of its file system, e.g. `{ name: 'ErrnoError', errno: 51 }`. */
function sentenceOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message.replace(/\.$/, '');
  if (typeof thrown !== 'object' || thrown === null || !('errno' in thrown)) return String(thrown);
  return `a file cannot be written or read, error ${thrown.errno} of the engine`;
}
