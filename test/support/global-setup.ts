// Runs once before the whole suite: makes a migrated database, and keeps a dump of the embedded one and a template on
// the server, so that every test file begins in a fraction of the seconds that making one takes.
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
    /** The file of a dump of a migrated, empty database. */
    readonly migratedDump: string;
    /** The name of the same on the server of CAIRN_TEST_DATABASE_URL; empty without a server. */
    readonly migratedTemplate: string;
    /** Where temporary folders are made. */
    readonly runFolders: RunFolders;
  }
}

/**
 * What makes the embedded one as new again (reused-database.ts); in memory it opens a quarter faster without templates.
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

/** `place` is a folder for what is made on the way. */
async function migratedDump(place: string): Promise<string> {
  const folder = resolve('.cache/tests');
  const state = [...SCRIPTS, ...migrations().map(({ checksum }) => checksum)];
  const file = resolve(folder, `${createHash('sha256').update(state.join()).digest('hex').slice(0, 16)}.tar`);
  if (existsSync(file)) return file;
  // In a folder, which begins from the blank database that is built with these migrations.
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
