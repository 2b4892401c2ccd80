// A start on a full disk uses a reserve, serves reads and refuses changes. Also covers when the reserve is created.
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../src/start/config.ts';
import { openLogger } from '../../src/start/log.ts';
import { prepareDatabase } from '../../src/start/prepare-database.ts';
import { openEmbedded } from '../../src/storage/embedded/embedded.ts';
import { keepingReserve, keepReserve, releaseReserve } from '../../src/storage/embedded/reserve.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { migrations } from '../../src/storage/migrations/migration-files.ts';
import { sql } from '../../src/storage/sql.ts';
import { inPlaceOf } from '../support/in-place-of.ts';
import { memoryFolder } from '../support/temporary-folder.ts';

const MEGABYTE = 1_048_576;
let freeMegabytes = 0;
let putBack = (): void => undefined;
let folder: string;
let reserve: string;
beforeEach(() => {
  folder = memoryFolder('reserve');
  reserve = join(folder, 'reserve');
  const statfs = async () => ({ bavail: freeMegabytes, bsize: MEGABYTE });
  putBack = inPlaceOf(promises, 'statfs', statfs as unknown as typeof promises.statfs);
});
afterEach(() => putBack());

test('reserves 32 MB if changes keep enough space, and releases them on a full disk', async () => {
  freeMegabytes = 127;
  await keepReserve(folder);
  expect(existsSync(reserve)).toBe(false);
  freeMegabytes = 128;
  const stop = keepingReserve(folder, 1);
  await expect.poll(() => existsSync(reserve)).toBe(true);
  stop();
  expect(statSync(reserve).size).toBe(32 * MEGABYTE);
  freeMegabytes = 32;
  await releaseReserve(folder);
  expect(existsSync(reserve)).toBe(true);
  freeMegabytes = 0;
  await releaseReserve(folder);
  await releaseReserve(folder);
  expect(existsSync(reserve)).toBe(false);
});

test('removes the partial file if the reserve cannot be written', async () => {
  freeMegabytes = 1_000;
  mkdirSync(`${reserve}.partial`);
  await keepReserve(folder);
  await keepReserve(join(folder, 'missing'));
  expect(existsSync(reserve)).toBe(false);
});

test('opens a database for reads on a full disk, and accepts changes once there is room', async () => {
  freeMegabytes = 1_000;
  const first = await openEmbedded(folder);
  await migrate(first);
  const read = readConfig({ CAIRN_DEMO: 'off', CAIRN_DATABASE_URL: `embedded:${folder}` });
  if ('faults' in read) throw new Error(read.faults.join());
  const context = { config: read.config, clock: Date.now, logger: openLogger('silent') };
  const prepared = { known: migrations(), secrets: { load: async () => undefined } };
  await prepareDatabase(first, context, prepared);
  await first.close();
  writeFileSync(reserve, 'x');

  freeMegabytes = 0;
  const database = await openEmbedded(folder);
  expect(existsSync(reserve)).toBe(false);
  await prepareDatabase(database, context, prepared);
  const change = () => database.rows(sql`insert into service_settings (name, value) values ('a', 'b') returning value`);
  await expect(change()).rejects.toMatchObject({ slug: 'not-ready', extras: { retry_after: 10 } });
  expect(await database.rows(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  freeMegabytes = 1_000;
  await expect.poll(() => change().catch(String), { timeout: 60_000 }).toEqual([{ value: 'b' }]);
  await database.close();
});
