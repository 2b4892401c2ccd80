import { expect, test } from 'vitest';
import { createAlike } from '../../src/storage/server/create-alike.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { migratedDatabase } from '../support/database.ts';

const server = process.env.CAIRN_TEST_DATABASE_URL;

test.runIf(server !== undefined)('names the right that a user lacks to create databases', async () => {
  const fresh = await migratedDatabase(server ?? '');
  const owner = openPostgres({ url: fresh.url, poolSize: 1, onIdleFailure: () => undefined });
  const role = `cairn_no_createdb_${process.pid}`;
  await owner.script(`create role ${role} login`);
  const url = new URL(fresh.url);
  url.username = role;
  const database = openPostgres({ url: url.href, poolSize: 1, onIdleFailure: () => undefined });
  await expect(createAlike(database, `${role}_copy`)).rejects.toThrow('alter role … createdb');
  await database.close();
  await owner.script(`drop role ${role}`);
  await owner.close();
  await fresh.drop();
});
