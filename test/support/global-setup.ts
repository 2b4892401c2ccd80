// Runs once before the whole suite. Creates a migrated database and keeps a dump of the embedded one and a template on
// the server, so that each test file can start in a fraction of the time.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { WITHOUT_TEMPLATES } from '../../src/storage/embedded/blank-database.ts';
import { openEmbedded } from '../../src/storage/embedded/embedded.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { migrations } from '../../src/storage/migrations/migration-files.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { onServer, urlOf } from './database.ts';
import { openRunFolders, type RunFolders } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The dump file of a migrated, empty database. */
    readonly migratedDump: string;
    /** The name of the template database on the server in CAIRN_TEST_DATABASE_URL, or empty without a server. */
    readonly migratedTemplate: string;
    /** The parent folders of temporary folders. */
    readonly runFolders: RunFolders;
  }
}

/**
 * The script that resets an embedded database (reused-database.ts). In memory a database opens a quarter faster without
 * templates.
 */
const SCRIPTS = [readFileSync(new URL('./as-new.sql', import.meta.url), 'utf8'), ...WITHOUT_TEMPLATES];

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.CAIRN_TEST_DATABASE_URL;
  const template = `cairn_template_${process.pid}_${Date.now().toString(36)}`;
  const { remove, ...folders } = openRunFolders();
  project.provide('runFolders', folders);
  project.provide('migratedDump', await migratedDump(folders.inMemory));
  project.provide('migratedTemplate', server === undefined ? '' : template);
  if (server === undefined) return async () => remove();
  await onServer(server, `create database ${template} encoding 'UTF8' template template0`);
  const database = openPostgres({ url: urlOf(server, template), poolSize: 1, onIdleFailure: () => undefined });
  await migrate(database);
  await database.close();
  return async () => {
    remove();
    await onServer(server, `drop database if exists ${template} with (force)`);
  };
}

/** `place` is a folder for intermediate files. */
async function migratedDump(place: string): Promise<string> {
  const folder = resolve('.cache/tests');
  const state = [...SCRIPTS, ...migrations().map(({ checksum }) => checksum)];
  const file = resolve(folder, `${createHash('sha256').update(state.join()).digest('hex').slice(0, 16)}.tar`);
  if (existsSync(file)) return file;
  // Uses a folder, which starts from the blank database built with these migrations.
  const begun = join(place, 'migrated');
  const database = await openEmbedded(begun);
  await migrate(database);
  for (const script of SCRIPTS) await database.script(script);
  const dump = Buffer.from(await (await database.dump()).arrayBuffer());
  await database.close();
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.${process.pid}`, dump);
  await rename(`${file}.${process.pid}`, file);
  return file;
}
