// The owner is found for everyone who presents a token or id, and is deleted only with that token or id or with its
// workspace.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import * as owners from '../../src/credentials/owners-store.ts';
import type { Database } from '../../src/storage/database.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('evicts exactly one owner at a time', async () => {
  const [one, other] = [newId(), newId()];
  const ids = [newId(), newId(), newId()] as const;
  const tokens = [randomBytes(32), randomBytes(32), randomBytes(32)] as const;
  const tenants = [one, one, other];
  for (const [at, id] of ids.entries()) await owners.noteIdOwner(database, tenants[at] ?? '', id);
  for (const [at, token] of tokens.entries()) await owners.noteTokenOwner(database, tenants[at] ?? '', token);
  const told = () =>
    Promise.all(
      [
        ...ids.map((id) => owners.inTenantOfId(database, id, async (tenant) => tenant)),
        ...tokens.map((token) => owners.inTenantOfToken(database, token, async (tenant) => tenant)),
      ].map(async (tenant) => (await tenant) ?? null),
    );
  expect(await told()).toEqual([...tenants, ...tenants]);
  await owners.noteIdOwner(database, other, ids[0]);
  await owners.noteTokenOwner(database, other, tokens[0]);
  await owners.forgetIds(database, []);
  await owners.forgetTokens(database, []);
  expect(await told()).toEqual([...tenants, ...tenants]);
  await owners.forgetIds(database, [ids[0]]);
  await owners.forgetTokens(database, [tokens[1]]);
  expect(await told()).toEqual([null, one, other, one, null, other]);
  await database.inTransaction((tx) => owners.forgetAllOf(tx, one));
  expect(await told()).toEqual([null, null, other, null, null, other]);
});
