// Names that an earlier release stored get their keys: those that need one, each once, beyond a page too.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { updateSearchKey } from '../../src/directory/accounts/account-store.ts';
import { updateNameKey } from '../../src/directory/groups/group-store.ts';
import { createGroup } from '../../src/directory/groups/groups.ts';
import { keyPeople, refoldGroupNames } from '../../src/directory/groups/refold-names.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';
import { byAdmin, freshTeam, type TestTeam } from './support.ts';

let database: Database;
let team: TestTeam;
let other: TestTeam;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await keyPeople(database);
  [team, other] = [await freshTeam(database), await freshTeam(database)];
});

const nobody = (): never => {
  throw new Error('No name clashes.');
};
const keyOf = async (accountId: string): Promise<string | null | undefined> =>
  (
    await database.row<{ search_key: string | null }>(sql`
    select search_key from accounts where account_id = ${accountId}`)
  )?.search_key;
const unkeyed = async (name: string, email: string | null): Promise<string> => {
  const id = newId();
  await database.rows(sql`insert into accounts (account_id, email, name) values (${id}, ${email}, ${name})`);
  return id;
};
const group = (at: TestTeam, display_name: string): Promise<string> =>
  database.inTransaction(async (tx) => (await createGroup(tx, at.team_id, { display_name }, byAdmin)).group_id);
const asEarlier = (groupId: string, key: string) =>
  database.rows(sql`update groups set name_key = ${key} where group_id = ${groupId}`);
const groupKey = async (groupId: string): Promise<string | undefined> =>
  (await database.row<{ name_key: string }>(sql`select name_key from groups where group_id = ${groupId}`))?.name_key;

test('people whose name or address is beyond ASCII get a key, others go without', async () => {
  const [named, addressed, plain, bare] = [
    await unkeyed('Ärger', null),
    await unkeyed('Anger', `größe${newId()}@earlier.test`),
    await unkeyed('Anger', `a${newId()}@earlier.test`),
    await unkeyed('Anger', null),
  ];
  expect(await keyPeople(database)).toBe(2);
  expect(await keyOf(named)).toContain('ärger');
  expect(await keyOf(addressed)).toContain('grösse');
  expect([await keyOf(plain), await keyOf(bare)]).toEqual([null, null]);
  expect(await keyPeople(database)).toBe(0);
});

test('of more people than a page holds each gets one', async () => {
  await database.rows(sql`
    insert into accounts (account_id, email, name) select gen_random_uuid(), ${newId()} || n || '@earlier.test', 'Ä' || n
    from generate_series(1, 401) n`);
  expect(await keyPeople(database)).toBe(401);
});

test('somebody who got another name or address meanwhile keeps that key', async () => {
  const email = `a${newId()}@earlier.test`;
  const id = await unkeyed('Ärger', email);
  const person = { account_id: id, name: 'Ärger', email, given_name: '', family_name: '' };
  const read = { ...person, is_operator: false };
  await updateSearchKey(database, { ...read, name: 'Anger' });
  await updateSearchKey(database, { ...read, email: null });
  await updateSearchKey(database, { ...read, account_id: team.owner_id });
  expect(await keyOf(id)).toBeNull();
  await updateSearchKey(database, read);
  expect(await keyOf(id)).toContain('ärger');
});

test('groups get the key of today, but where another of the workspace has it', async () => {
  const [street, wide] = [await group(team, 'Straße'), await group(other, 'Straße')];
  const twin = await group(other, 'Groß');
  await asEarlier(street, 'straße');
  await asEarlier(wide, 'straße');
  await asEarlier(twin, 'groß');
  await group(other, 'Gross');
  await asEarlier(await group(team, 'Plain'), 'as it was');
  const clashes: unknown[] = [];
  expect(await refoldGroupNames(database, (place) => clashes.push(place))).toBe(2);
  expect([await groupKey(street), await groupKey(wide), await groupKey(twin)]).toEqual(['strasse', 'strasse', 'groß']);
  expect(clashes).toEqual([{ team_id: other.team_id, group_id: twin }]);
  await database.rows(sql`delete from groups where group_id = ${twin}`);
  expect(await refoldGroupNames(database, nobody)).toBe(0);
});

test('of more groups than a page holds each gets one', async () => {
  for (const { team_id } of [team, other])
    await database.rows(sql`
      insert into groups (team_id, group_id, display_name, name_key, description)
      select ${team_id}::uuid, gen_random_uuid(), 'Ü' || n, 'earlier ' || n, '' from generate_series(1, 201) n`);
  expect(await refoldGroupNames(database, nobody)).toBe(402);
});

test('a group that got another name meanwhile keeps that key', async () => {
  const id = await group(team, 'Straße');
  const read = { team_id: team.team_id, group_id: id, display_name: 'Straße', name_key: 'strasse' };
  await updateNameKey(database, { ...read, display_name: 'Weg' }, 'weg');
  await updateNameKey(database, { ...read, team_id: other.team_id }, 'weg');
  await updateNameKey(database, { ...read, group_id: newId() }, 'weg');
  expect(await groupKey(id)).toBe('strasse');
  await updateNameKey(database, read, 'weg');
  expect(await groupKey(id)).toBe('weg');
});
