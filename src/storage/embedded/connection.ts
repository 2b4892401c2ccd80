// The driver's one connection to the embedded server, and the hold on the folder that it works on.
import { resolve } from 'node:path';
import type pg from 'pg';
import { isRefusal, refuse } from '../../base/refusal.ts';
import { beginFromBlank } from './blank-database.ts';
import { type EmbeddedServer, startServer } from './embedded-thread.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';

/** A database that lives and dies with the process: tests, and nothing else. */
export const IN_MEMORY = ':memory:';

/** There is no authentication; the driver must not look for a user in the environment. */
const ANYONE = { user: 'postgres', database: 'postgres', password: '', host: 'embedded', ssl: false };

/**
 * A quarter of the usual sample of statistics: nobody may wait long behind an ANALYZE, and the plans here want little
 * of it. Each statement has one plan for all values, which reads no table whole where an index leads to the rows, as on
 * a server (server-client.ts).
 */
const SESSION = `set time zone 'UTC'; set default_statistics_target = 25; set enable_seqscan = off;
  set plan_cache_mode = force_generic_plan; set jit = off`;

export interface EmbeddedConnection {
  readonly client: pg.Client;
  readonly server: EmbeddedServer;
}

export interface HeldConnection extends EmbeddedConnection {
  /** Undefined in memory. */
  readonly lock: FolderLock | undefined;
}

/** On a folder that is taken for this process. Where anything fails, nothing stays behind: no lock, no thread. */
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

/** To a server of its own, on a folder that this process holds. Where anything fails, no thread stays behind. */
export async function connect(folder: string, dump?: Blob): Promise<EmbeddedConnection> {
  const starting = startServer(folder === IN_MEMORY ? undefined : folder, dump);
  try {
    // The driver is loaded while the server starts.
    const [server, { default: driver }, { pgTypes }] = await Promise.all([
      starting,
      import('pg'),
      import('../pg-values.ts'),
    ]);
    const client = new driver.Client({ stream: () => server.socket, ...ANYONE, types: pgTypes, pipeline: true });
    // Without somebody to tell, a lost server would end the process.
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
