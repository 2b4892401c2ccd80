// The driver's connection to the embedded server, and the lock on its folder.
import { resolve } from 'node:path';
import type pg from 'pg';
import { isRefusal, refuse } from '../../base/refusal.ts';
import { beginFromBlank } from './blank-database.ts';
import { type EmbeddedServer, startServer } from './embedded-thread.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { releaseReserve } from './reserve.ts';

/** A database that lives only as long as the process. Only for tests. */
export const IN_MEMORY = ':memory:';

/** There is no authentication, and the driver must not read a user from the environment. */
const ANYONE = { user: 'postgres', database: 'postgres', password: '', host: 'embedded', ssl: false };

/**
 * Uses a quarter of the usual statistics sample, because an ANALYZE blocks others and a small sample is enough here. As
 * on a server (server-client.ts), each statement has one plan for all values, which uses an index if possible.
 */
const SESSION = `set time zone 'UTC'; set default_statistics_target = 25; set enable_seqscan = off;
  set plan_cache_mode = force_generic_plan; set jit = off`;

export interface EmbeddedConnection {
  readonly client: pg.Client;
  readonly server: EmbeddedServer;
}

export interface HeldConnection extends EmbeddedConnection {
  readonly lock: FolderLock | undefined;
}

/** Opens a folder locked for this process. On failure, leaves neither a lock nor a thread. */
export async function openConnection(folder: string, dump: Blob | undefined): Promise<HeldConnection> {
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
  try {
    return { ...(await connect(folder, dump)), lock };
  } catch (thrown) {
    await lock?.release();
    throw thrown;
  }
}

/** Starts a server on a folder that this process has locked. On failure, leaves no thread. */
export async function connect(folder: string, dump?: Blob): Promise<EmbeddedConnection> {
  if (folder !== IN_MEMORY) await releaseReserve(folder);
  const starting = startServer(folder === IN_MEMORY ? undefined : folder, dump);
  try {
    // Load the driver while the server starts.
    const [server, { default: driver }, { pgTypes }] = await Promise.all([
      starting,
      import('pg'),
      import('../pg-values.ts'),
    ]);
    const client = new driver.Client({ stream: () => server.socket, ...ANYONE, types: pgTypes, pipeline: true });
    // Without a listener, a lost server would end the process.
    client.on('error', () => undefined);
    await client.connect();
    await client.query(SESSION);
    return { client, server };
  } catch (thrown) {
    await starting.then(
      (server) => server.abandon(),
      () => undefined,
    );
    throw unreadable(folder, thrown);
  }
}

const unusable = (folder: string, thrown: unknown): Error =>
  refuse(
    'not-ready',
    `The data folder ${resolve(folder)} cannot be used: ${sentenceOf(thrown)}. Set CAIRN_DATABASE_URL ` +
      `to a folder that this user can write to, on a disk with free space.`,
  );

/** The engine's own messages say little, so name the causes that are nearly always to blame. */
const unreadable = (folder: string, thrown: unknown): Error =>
  refuse(
    'not-ready',
    `The database in ${resolve(folder)} cannot be opened (${sentenceOf(thrown)}). The disk is full, the files do not ` +
      `belong to this user, or they are damaged or from another version. Free space, fix the owner, or restore a ` +
      `backup to another folder.`,
  );

/** The engine also throws plain objects of its file system, e.g. `{ name: 'ErrnoError', errno: 51 }`. */
function sentenceOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message.replace(/\.$/, '');
  if (typeof thrown !== 'object' || thrown === null || !('errno' in thrown)) return String(thrown);
  return `a file cannot be written or read, error ${thrown.errno} of the engine`;
}
