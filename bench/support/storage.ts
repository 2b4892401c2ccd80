// The storage of a bench, and its folder for temporary files.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/storage/database.ts';
import { built } from './built.ts';

/** The PostgreSQL database, which must be empty; undefined for embedded storage. */
export const SERVER = process.env.CAIRN_TEST_DATABASE_URL;

/** Its name in tables. */
export const nameOf = (server: string | undefined): string => (server === undefined ? 'embedded' : 'PostgreSQL');

/** The same for benches that need a server. */
export function needsServer(): string {
  if (SERVER === undefined) throw new Error('Name an empty PostgreSQL database in CAIRN_TEST_DATABASE_URL.');
  return SERVER;
}

export interface Storage {
  readonly url: string;
  /** The variables with which a service uses it. */
  readonly env: Readonly<Record<'CAIRN_DATABASE_URL' | 'CAIRN_ASSETS', string>>;
  /** Removes local files. */
  remove(): Promise<void>;
}

/** On that server, or on embedded storage in a separate folder. */
export async function storageOn(server: string | undefined): Promise<Storage> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-'));
  const url = server ?? `embedded:${join(folder, 'data')}`;
  const env = { CAIRN_DATABASE_URL: url, CAIRN_ASSETS: join(folder, 'assets') };
  return { url, env, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Runs the work on the migrated database at that URL, and closes it. */
export async function onDatabase<Result>(url: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const { readConfig } = await built<typeof import('../../src/start/config.ts')>('start/config.js');
  const { openDatabase } = await built<typeof import('../../src/storage/open-database.ts')>('storage/open-database.js');
  const { migrate } = await built<typeof import('../../src/storage/migrations/migrate.ts')>(
    'storage/migrations/migrate.js',
  );
  const read = readConfig({ CAIRN_DATABASE_URL: url });
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  const database = await openDatabase(read.config, () => undefined);
  try {
    await migrate(database);
    return await work(database);
  } finally {
    await database.close();
  }
}
