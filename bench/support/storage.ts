// The storage that a bench measures on, and the folder that it may write into.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/storage/database.ts';
import { built } from './built.ts';

/** The PostgreSQL database to measure on, which is to be empty; undefined for the embedded one. */
export const SERVER = process.env.CAIRN_TEST_DATABASE_URL;

/** As tables say it. */
export const nameOf = (server: string | undefined): string => (server === undefined ? 'embedded' : 'PostgreSQL');

/** The same, for what is measured on a server alone. */
export function needsServer(): string {
  if (SERVER === undefined) throw new Error('Name an empty PostgreSQL database in CAIRN_TEST_DATABASE_URL.');
  return SERVER;
}

export interface Storage {
  readonly url: string;
  /** The variables by which a service uses it. */
  readonly env: Readonly<Record<'CAIRN_DATABASE_URL' | 'CAIRN_ASSETS', string>>;
  /** Removes what is not on a server. */
  remove(): Promise<void>;
}

/** On that server, or embedded in a folder of its own. */
export async function storageOn(server: string | undefined): Promise<Storage> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-'));
  const url = server ?? `embedded:${join(folder, 'data')}`;
  const env = { CAIRN_DATABASE_URL: url, CAIRN_ASSETS: join(folder, 'assets') };
  return { url, env, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Works on the migrated database at that URL, and closes it. */
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
