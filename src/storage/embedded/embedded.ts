// Storage that needs no installation: PostgreSQL in this process (PGlite, in a thread), on a folder of ours or in
// memory.
import { resolve } from 'node:path';
import type pg from 'pg';
import { isRefusal, refuse } from '../../base/refusal.ts';
import type { Tracing } from '../../base/tracing.ts';
import { coalescedReads } from '../batches/coalesced-reads.ts';
import { clientDb, transactionOn } from '../client-db.ts';
import type { Database, Db, StorageHealth } from '../database.ts';
import { storageFailure } from '../failures.ts';
import { appliedMigrations } from '../migrations/applied.ts';
import { isSelect, type Sql } from '../sql.ts';
import { statementNames } from '../statement.ts';
import { countingWork } from '../storage-stats.ts';
import { beginFromBlank } from './blank-database.ts';
import { type EmbeddedServer, startServer } from './embedded-thread.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { groupCommit } from './group-commit.ts';
import { type InTurn, statisticsDue, statisticsRenewal } from './statistics.ts';
import { type Turns, takingTurns } from './turns.ts';
import { openUpkeep } from './upkeep.ts';

/** A database that lives and dies with the process: tests, and nothing else. */
export const IN_MEMORY = ':memory:';

/** After so long without a request the database is at rest, and may be kept up. */
const QUIET_AFTER_MS = 250;
/** The first time: what an earlier process left, which kept no count of it. */
const FIRST_UPKEEP_MS = 30_000;

/** There is no authentication; the driver must not look for a user in the environment. */
const ANYONE = { user: 'postgres', database: 'postgres', password: '', host: 'embedded', ssl: false };

export interface EmbeddedDatabase extends Database {
  /** All of it at one moment, as a tar archive that `openEmbedded` can begin from. */
  dump(): Promise<Blob>;
}

/**
 * A quarter of the usual sample of statistics: nobody may wait long behind an ANALYZE, and the plans here want little
 * of it. No table is read whole where an index leads to the rows: a plan that was made for a table of one page stays
 * when it has thousands, until the next ANALYZE. Each statement has one plan for all values, as on a server
 * (server-client.ts).
 */
const SESSION = `set time zone 'UTC'; set default_statistics_target = 25; set enable_seqscan = off;
  set plan_cache_mode = force_generic_plan; set jit = off`;

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
  tracing?: Tracing,
): Promise<EmbeddedDatabase> {
  let loss: Error | undefined;
  const opened = await openClient(folder, dump, (failure) => {
    loss = failure;
    onLoss(failure);
  });
  const { client, server } = opened;
  const inTurn = takingTurns();
  const upkeep = keptUp(client, inTurn);
  const { counted, read: stats } = countingWork(() => ({ total: 1, idle: 0, waiting: inTurn.waiting() }));
  const asked: Asked = (work) => {
    const result = counted(work);
    upkeep.noteAsked();
    return result;
  };
  /** Moves with every write: whatever is remembered was read before it, and the writer is told after. */
  let generation = 0;
  const moved = (): void => {
    generation += 1;
    upkeep.noteChange();
  };
  const { direct, read, rows, inTransaction } = statementsOn(client, inTurn, asked, moved);
  return {
    takesTurns: true,
    giveWay: () => inTurn.givenWay(),
    rows,
    row: async <Row extends object>(statement: Sql) => (await rows<Row>(statement))[0],
    ...coalescedReads(read, { batchesAtOnce: 1, cacheBytes, generation: () => generation, tracing }),
    inTransaction,
    script: (text) => asked(() => inTurn.run(async () => void (await client.query(text).finally(moved)))),
    health: embeddedHealth(
      () => inTurn.run(() => appliedMigrations(direct)),
      () => loss,
    ),
    stats,
    dump: () => inTurn.run(() => server.dump()).catch(failed),
    close: () => {
      upkeep.stop();
      return inTurn.run(() => closeAll(opened));
    },
  };
}

type Asked = <Result>(work: () => Promise<Result>) => Promise<Result>;

interface Statements extends Pick<Database, 'rows' | 'inTransaction'> {
  /** On the connection at once: for the caller that has the turn. */
  readonly direct: ReturnType<typeof clientDb>;
  /** A statement that writes nothing, in its turn. */
  readonly read: Db['rows'];
}

/** Statements and transactions take turns on the one connection; those that write share commits. */
function statementsOn(client: pg.Client, inTurn: Turns, asked: Asked, onWritten: () => void): Statements {
  const prepare = statementNames();
  const direct = clientDb(client, prepare);
  const commits = groupCommit({ client, turns: inTurn, onDone: onWritten });
  const read: Db['rows'] = (statement) => asked(() => inTurn.run(() => direct.rows(statement)));
  const write: Db['rows'] = <Row extends object>(statement: Sql) => {
    const work = () => direct.rows<Row>(statement);
    return asked(() => commits.statement(work));
  };
  const inTransaction: Database['inTransaction'] = (work, { isPatient } = {}) => {
    const alone = () => transactionOn(client, prepare, work);
    // A migration sets what holds until its transaction ends.
    if (isPatient === true) return asked(() => inTurn.run(() => alone().finally(onWritten)));
    return asked(() => commits.transaction(() => work({ ...direct, transaction: true }), alone));
  };
  return {
    direct,
    read,
    rows: (statement) => (isSelect(statement) ? read(statement) : write(statement)),
    inTransaction,
  };
}

async function closeAll({ client, server, lock }: Opened): Promise<void> {
  await client.end();
  await server.close();
  await lock?.release();
}

function failed(thrown: unknown): never {
  throw storageFailure(thrown);
}

interface KeptUp {
  /** Something was asked: the database is not at rest, and its statistics may be due. */
  noteAsked(): void;
  /** Something was written. */
  noteChange(): void;
  stop(): void;
}

/** Renews statistics and keeps the database up, in turns of their own on its one connection. */
function keptUp(client: pg.Client, inTurn: Turns): KeptUp {
  const ownTurn: InTurn = (text) => inTurn.run(() => client.query(text));
  const isDue = statisticsDue();
  const renewStatistics = statisticsRenewal(ownTurn);
  let askedAt = performance.now();
  const isQuiet = (): boolean => inTurn.waiting() === 0 && performance.now() - askedAt > QUIET_AFTER_MS;
  const upkeep = openUpkeep({ inTurn: ownTurn, isQuiet });
  const firstUpkeep = setTimeout(() => void upkeep.look(), FIRST_UPKEEP_MS).unref();
  return {
    noteAsked() {
      askedAt = performance.now();
      // After what was asked, and nobody's failure: older statistics make slower plans, not wrong ones.
      if (isDue()) void renewStatistics().catch(() => undefined);
    },
    noteChange: upkeep.noteChange,
    stop() {
      clearTimeout(firstUpkeep);
      upkeep.stop();
    },
  };
}

interface Opened {
  readonly client: pg.Client;
  readonly server: EmbeddedServer;
  /** Undefined in memory. */
  readonly lock: FolderLock | undefined;
}

/** The one connection, in its session. Where anything fails, nothing stays behind: no lock, no thread. */
async function openClient(folder: string, dump: Blob | undefined, onLoss: (failure: Error) => void): Promise<Opened> {
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
  const starting = startServer(lock === undefined ? undefined : folder, dump);
  try {
    // The driver is loaded while the server starts.
    const [server, { default: driver }, { pgTypes }] = await Promise.all([
      starting,
      import('pg'),
      import('../pg-values.ts'),
    ]);
    const client = new driver.Client({ stream: () => server.socket, ...ANYONE, types: pgTypes, pipeline: true });
    let isOpen = false;
    // Without somebody to tell, a lost server would end the process.
    client.on('error', (failure) => {
      if (isOpen) onLoss(failure);
    });
    await client.connect();
    await client.query(SESSION);
    isOpen = true;
    return { client, server, lock };
  } catch (thrown) {
    await starting.then(
      (server) => server.close(),
      () => undefined,
    );
    await lock?.release();
    throw unreadable(folder, thrown);
  }
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
      `this user's, or they are damaged or of another version. Make room, fix the owner, or restore a backup into ` +
      `another folder.`,
  );

/** The engine also throws plain objects of its file system, e.g. `{ name: 'ErrnoError', errno: 51 }`. */
function sentenceOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message.replace(/\.$/, '');
  if (typeof thrown !== 'object' || thrown === null || !('errno' in thrown)) return String(thrown);
  return `a file cannot be written or read, error ${thrown.errno} of the engine`;
}
