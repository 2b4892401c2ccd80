// Admins choose the attributes that become the name, the address and the manager of people.
import type { JsonObject } from '@cairn/scim-protocol/json';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Heard, type Speaker, slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { atCommandLine } from '../manage/support.ts';
import { freshConnection, type ScimConnection } from './support/connection.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const HR = 'urn:acme:hr:1.0:User';
const of = (name: string): JsonObject => ({
  schema: HR,
  name,
  type: 'string',
  multi_valued: false,
  case_exact: false,
});
const MAPPING = { name: `${HR}:badgeName`, address: `${HR}:mail`, manager: `${HR}:supervisor` };
const NONE = { name: null, address: null, manager: null };

interface Mapped {
  readonly field: string;
  readonly path: string | null;
  readonly sent: string | null;
  readonly stored: string | null;
}
interface PersonRecord {
  readonly mapped: readonly Mapped[];
  readonly is_mapping_applied: boolean;
}
interface Acme extends ScimConnection {
  readonly admin: Speaker;
  readonly path: string;
  map(mapping: object): Promise<Heard<JsonObject>>;
  /** The id of the account with that address. */
  account(email: string): Promise<string>;
  record(userId: string): Promise<PersonRecord>;
  /** The stored name, address and name of the manager. */
  stored(userId: string): Promise<(string | null)[]>;
}

async function acme(): Promise<Acme> {
  const okta = await freshConnection(service);
  const admin = await atCommandLine(service, okta.team.team_id, okta.team.admin.id);
  const path = `/manage/v1/connections/${okta.connection_id}`;
  await admin.patch(path, { attributes: ['badgeName', 'mail', 'supervisor'].map(of) });
  const record = async (userId: string) => {
    const { body } = await admin.get<{ items: PersonRecord[] }>(`/manage/v1/members/${userId}/records`);
    const [first] = body.items;
    if (first === undefined) throw new Error('The person has no record.');
    return first;
  };
  return {
    ...okta,
    admin,
    path,
    map: (mapping) => admin.patch<JsonObject>(path, { mapping }),
    record,
    stored: async (userId) => (await record(userId)).mapped.map(({ stored }) => stored),
    async account(email) {
      const found = await admin.get<{ items: { user_id: string; email: string }[] }>(
        `/manage/v1/members?q=${encodeURIComponent(email)}`,
      );
      const row = found.body.items.find((item) => item.email === email);
      if (row === undefined) throw new Error(`${email} is not a member.`);
      return row.user_id;
    },
  };
}

let count = 0;
/** A user with all attributes that the mappings of these tests use. */
function person(name: string, hr: JsonObject = {}): JsonObject {
  count += 1;
  const mark = `${name}${count}`;
  return {
    userName: `${mark}@login.test`,
    displayName: `${name} Display`,
    emails: [
      { type: 'work', value: `${mark}@work.test`, primary: true },
      { type: 'home', value: `${mark}@home.test` },
    ],
    [HR]: { badgeName: `${name} Badge`, mail: `${mark}@hr.test`, ...hr },
  };
}
const part = (user: JsonObject, name: string): string => String((user[HR] as JsonObject)[name]);
const workOf = (user: JsonObject): string => String(user.userName).replace('login', 'work');

test('uses the chosen attributes for new people and for changes, and says where each value comes from', async () => {
  const okta = await acme();
  expect((await okta.admin.get<JsonObject>(okta.path)).body.mapping).toEqual(NONE);
  expect((await okta.map(MAPPING)).body.mapping).toEqual(MAPPING);
  const boss = person('Bo');
  const bossId = String((await okta.post('/Users', boss)).body.id);
  const ana = person('Ana', { supervisor: String(boss.userName) });
  const created = await okta.post('/Users', ana);
  expect(created.status).toBe(201);
  expect(created.body.displayName).toBe('Ana Display');
  const account = await okta.account(part(ana, 'mail'));
  expect(await okta.record(account)).toMatchObject({
    is_mapping_applied: true,
    mapped: [
      { field: 'name', path: MAPPING.name, sent: 'Ana Badge', stored: 'Ana Badge' },
      { field: 'address', path: MAPPING.address, sent: part(ana, 'mail'), stored: part(ana, 'mail') },
      { field: 'manager', path: MAPPING.manager, sent: boss.userName, stored: 'Bo Badge' },
    ],
  });
  const id = String(created.body.id);
  await okta.patch(`/Users/${id}`, [
    { op: 'replace', path: MAPPING.name, value: 'Ana Maria' },
    { op: 'replace', path: 'displayName', value: 'Ignored' },
    { op: 'remove', path: MAPPING.manager },
  ]);
  expect(await okta.stored(account)).toEqual(['Ana Maria', part(ana, 'mail'), null]);
  await okta.patch(`/Users/${id}`, [{ op: 'add', path: MAPPING.manager, value: bossId }]);
  expect(await okta.stored(account)).toEqual(['Ana Maria', part(ana, 'mail'), 'Bo Badge']);
  // Without a name or an address in the chosen attributes, the default ones apply. A manager has no default.
  await okta.put(`/Users/${id}`, { ...ana, displayName: 'Ana D', [HR]: {} });
  expect(await okta.record(account)).toMatchObject({
    mapped: [
      { path: 'displayName', sent: 'Ana D', stored: 'Ana D' },
      { path: 'emails.value', sent: workOf(ana), stored: workOf(ana) },
      { path: null, sent: null, stored: null },
    ],
  });
});

test('applies a new mapping to each person with the next request, as a rehearsal predicts', async () => {
  const okta = await acme();
  const [ana, ben] = [person('Ana'), person('Ben')];
  const ids: string[] = [];
  for (const user of [ana, ben]) ids.push(String((await okta.post('/Users', user)).body.id));
  const accounts = [await okta.account(workOf(ana)), await okta.account(workOf(ben))];
  const mapping = { name: MAPPING.name, address: 'emails[type eq "home"].value', manager: null };
  const home = String(ana.userName).replace('login', 'home');
  const rehearsed = await okta.admin.post<{ people: JsonObject[]; lines: { changes: JsonObject[] }[] }>(
    `${okta.path}/rehearsals`,
    { everyone: true, mapping },
  );
  expect(rehearsed.body.people).toMatchObject([
    { name: 'Ana Badge', email: home, outcome: 'changed' },
    { name: 'Ben Badge', outcome: 'changed' },
  ]);
  expect((await okta.admin.get<JsonObject>(okta.path)).body.mapping).toEqual(NONE);

  await okta.map(mapping);
  for (const account of accounts) expect((await okta.record(account)).is_mapping_applied).toBe(false);
  expect((await okta.stored(accounts[0] ?? ''))[0]).toBe('Ana Display');
  await okta.patch(`/Users/${ids[0]}`, [{ op: 'add', value: {} }]);
  expect(await okta.record(accounts[0] ?? '')).toMatchObject({
    is_mapping_applied: true,
    mapped: [
      { sent: 'Ana Badge', stored: 'Ana Badge' },
      { path: mapping.address, sent: home, stored: home },
      { sent: null, stored: null },
    ],
  });
  // The response contains the address of the account.
  expect((await okta.get(`/Users/${ids[0]}`)).body.emails).toEqual([{ type: 'home', value: home }]);
  expect((await okta.record(accounts[1] ?? '')).is_mapping_applied).toBe(false);
  await okta.put(`/Users/${ids[1]}`, ben);
  expect((await okta.stored(accounts[1] ?? ''))[0]).toBe('Ben Badge');

  await okta.map(NONE);
  const before = (await okta.get(`/Users/${ids[1]}`)).body;
  await okta.put(`/Users/${ids[1]}`, ben);
  expect(await okta.stored(accounts[1] ?? '')).toEqual(['Ben Display', workOf(ben), null]);
  const after = (await okta.get(`/Users/${ids[1]}`)).body;
  await okta.put(`/Users/${ids[1]}`, ben);
  expect((await okta.get(`/Users/${ids[1]}`)).body.meta).toEqual(after.meta);
  expect(before.meta).not.toEqual(after.meta);
});

test('keeps the default address if the chosen one is garbage, and refuses names that change the direction', async () => {
  const okta = await acme();
  await okta.map(MAPPING);
  const ana = person('Ana', { mail: 'not an address' });
  const id = String((await okta.post('/Users', ana)).body.id);
  const account = await okta.account(workOf(ana));
  expect((await okta.record(account)).mapped[1]).toMatchObject({ path: 'emails.value', stored: workOf(ana) });
  const warned = async () => {
    const log = await okta.admin.get<{ items: { warnings: string[] }[] }>(`${okta.path}/log`);
    return log.body.items[0]?.warnings;
  };
  await expect.poll(warned).toEqual([expect.stringContaining(`${MAPPING.address}: `)]);
  const reversed = await okta.patch(`/Users/${id}`, [{ op: 'replace', path: MAPPING.name, value: 'Ana\u202egnp' }]);
  expect([reversed.status, reversed.body.scimType]).toEqual([400, 'invalidValue']);
  const other = person('Ben');
  await okta.post('/Users', other);
  const taken = await okta.patch(`/Users/${id}`, [
    { op: 'replace', path: MAPPING.address, value: part(other, 'mail') },
  ]);
  expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness']);
  expect(await okta.stored(account)).toEqual(['Ana Badge', workOf(ana), null]);
});

test('refuses what is not a text of users, and to forget an attribute that the mapping needs', async () => {
  const okta = await acme();
  const wrong = [
    'active',
    'groups',
    'id',
    'meta.location',
    'name',
    'addresses',
    'nope',
    `${HR}:nope`,
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager.displayName',
    'emails[type eq "work"',
    'emails[type eq "work"].nope',
    '__proto__',
    '',
    'x'.repeat(301),
  ];
  for (const name of wrong) expect([name, slugOf(await okta.map({ ...NONE, name }))]).toEqual([name, 'validation']);
  expect(slugOf(await okta.map({ name: null }))).toBe('validation');
  await okta.map(MAPPING);
  const forgotten = await okta.admin.patch<{ issues: JsonObject[] }>(okta.path, { attributes: [] });
  expect([forgotten.status, forgotten.body.issues]).toMatchObject([422, [{ field: 'mapping.name' }]]);
  expect((await okta.admin.patch(okta.path, { attributes: [], mapping: NONE })).status).toBe(200);
  const stale = await okta.admin.patch<{ now: JsonObject }>(okta.path, {
    mapping: { ...NONE, name: 'nickName' },
    seen: { mapping: MAPPING },
  });
  expect([stale.status, stale.body.now]).toEqual([409, { mapping: NONE }]);
  const chosen = { ...NONE, name: 'nickName' };
  const seen = { mapping: { manager: null, address: null, name: null } };
  expect((await okta.admin.patch(okta.path, { mapping: chosen, seen })).status).toBe(200);
  expect(slugOf(await okta.admin.post(`${okta.path}/rehearsals`, { everyone: true, log: {} }))).toBe('validation');
});
