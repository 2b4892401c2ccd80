// Storage that needs no installation: PostgreSQL in this process (PGlite, in a thread), on a folder of ours or in
// memory.
import { resolve } from 'node:path';
import { isRefusal, refuse } from '../base/refusal.ts';
import { appliedMigrations } from './applied.ts';
import { beginFromBlank } from './blank-database.ts';
import { clientDb, transactionOn } from './client-db.ts';
import { coalescedReads } from './coalesced-reads.ts';
import type { Database, Db, StorageHealth } from './database.ts';
import { startServer } from './embedded-thread.ts';
import { lockFolder } from './folder-lock.ts';
import { isSelect, type Sql } from './sql.ts';
import { statementNames } from './statement.ts';
import { statisticsDue, statisticsRenewal } from './statistics.ts';
import { countingWork } from './storage-stats.ts';
import { takingTurns } from './turns.ts';

/** A database that lives and dies with the process: tests, and nothing else. */
export const IN_MEMORY = ':memory:';

/** There is no authentication; the driver must not look for a user in the environment. */
const ANYONE = { user: 'postgres', database: 'postgres', password: '', host: 'embedded', ssl: false };

export interface EmbeddedDatabase extends Database {
  /** All of it at one moment, as a tar archive that `openEmbedded` can begin from. */
  dump(): Promise<Blob>;
}

/**
 * Opens the embedded database in `folder` (made when absent), durable at every commit; an absent one begins from `dump`
 * where that is given. Refuses with `conflict` when another process holds the folder. There is one connection:
 * statements and transactions take turns on it. `onLoss` is told when the server inside has failed: from then on every
 * statement is refused with `not-ready`, until the process is started again.
 */
export async function openEmbedded(
  folder: string,
  dump?: Blob,
  onLoss: (failure: Error) => void = () => undefined,
  cacheBytes?: number,
): Promise<EmbeddedDatabase> {
  const lock =
    folder === IN_MEMORY
      ? undefined
      : await lockFolder(folder).catch((thrown: unknown) => {
          throw isRefusal(thrown) ? thrown : unusable(folder, thrown);
        });
  if (lock !== undefined && dump === undefined)
    await beginFromBlank(folder).catch(async (thrown: unknown) => {
      await lock.release();
      throw unusable(folder, thrown);
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
  let loss: Error | undefined;
  // Without somebody to tell, a lost server would end the process.
  client.on('error', (failure) => {
    loss = failure;
    onLoss(failure);
  });
  await client.connect();
  await client.query("set time zone 'UTC'");
  const prepare = statementNames();
  const inTurn = takingTurns();
  const direct = clientDb(client, prepare);
  const isDue = statisticsDue();
  const renewStatistics = statisticsRenewal((text) => inTurn.run(() => client.query(text)));
  const { counted, read: stats } = countingWork(() => ({ total: 1, idle: 0, waiting: inTurn.waiting() }));
  const asked = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = counted(() => inTurn.run(work));
    // After what was asked, and nobody's failure: older statistics make slower plans, not wrong ones.
    if (isDue()) void renewStatistics().catch(() => undefined);
    return result;
  };
  let generation = 0;
  /** Whatever is remembered was read before this work: it moves on before the writer is told. */
  const writing = <Result>(work: () => Promise<Result>) =>
    asked(() =>
      work().finally(() => {
        generation += 1;
      }),
    );
  const read: Db['rows'] = (statement) => asked(() => direct.rows(statement));
  const rows: Db['rows'] = (statement) =>
    isSelect(statement) ? read(statement) : writing(() => direct.rows(statement));
  return {
    takesTurns: true,
    rows,
    row: async <Row extends object>(statement: Sql) => (await rows<Row>(statement))[0],
    ...coalescedReads(read, { batchesAtOnce: 1, cacheBytes, generation: () => generation }),
    inTransaction: (work) => writing(() => transactionOn(client, prepare, work)),
    script: (text) => writing(async () => void (await client.query(text))),
    health: embeddedHealth(
      () => inTurn.run(() => appliedMigrations(direct)),
      () => loss,
    ),
    stats,
    dump: () => inTurn.run(() => server.dump()),
    close: () =>
      inTurn.run(async () => {
        await client.end();
        await server.close();
        await lock?.release();
      }),
  };
}

/** How long the read of the migrations may wait behind statements, before what they were is answered. */
const PATIENCE_MS = 200;

/** Nobody else writes here, so that what was read last is good enough while a long statement is at work. */
function embeddedHealth(
  read: () => Promise<StorageHealth['applied']>,
  loss: () => Error | undefined,
): () => Promise<StorageHealth> {
  let applied: StorageHealth['applied'] | undefined;
  const renew = async (): Promise<void> => {
    applied = await read();
  };
  return async () => {
    const renewed = renew().catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((done) => {
      timer = setTimeout(done, PATIENCE_MS);
    });
    await (applied === undefined ? renewed : Promise.race([renewed, late]));
    clearTimeout(timer);
    const failure = loss();
    const isWell = failure === undefined;
    const why = isWell ? {} : { failure: failure.message };
    return { reached: isWell, writable: isWell, applied: applied ?? [], ...why };
  };
}

const unusable = (folder: string, thrown: unknown): Error =>
  refuse(
    'not-ready',
    `The data folder ${resolve(folder)} cannot be used: ${sentenceOf(thrown)}. Name a folder that this user may ` +
      `write, on a disk with room, in CAIRN_DATABASE_URL.`,
  );

/** The engine's own words say little; what they mean is nearly always one of these. */
const unreadable = (folder: string, thrown: unknown): Error =>
  refuse(
    'not-ready',
    `The database in ${resolve(folder)} does not open (${sentenceOf(thrown)}): the disk is full, the files are not ` +
      `this user's, or they are damaged or of another version. Make room, mend the owner, or restore a backup into ` +
      `another folder.`,
  );

/** The engine also throws plain objects of its file system, e.g. `{ name: 'ErrnoError', errno: 51 }`. */
function sentenceOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message.replace(/\.$/, '');
  if (typeof thrown !== 'object' || thrown === null || !('errno' in thrown)) return String(thrown);
  return `a file cannot be written or read, error ${thrown.errno} of the engine`;
}
