// Changes of email addresses: an untyped address, a hidden one, and the names that Entra ID gives to deleted users.
import type { JsonObject } from '@cairn/scim-protocol/json';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readProvisioning } from '../../../src/provisioning/log/provisioning-log.ts';
import { sql } from '../../../src/storage/sql.ts';
import { type World, world } from '../../support/world.ts';
import { bareConnection, type ScimConnection } from './support/connection.ts';

let service: World;
let okta: ScimConnection;
beforeAll(async () => {
  service = await world();
  okta = await bareConnection(service);
});
afterAll(() => service.close());

let count = 0;
const fresh = (): string => {
  count += 1;
  return `person${count}@example.com`;
};
const create = async (body: JsonObject): Promise<string> => {
  const answer = await okta.post('/Users', body);
  expect(answer.status).toBe(201);
  return String(answer.body.id);
};
const WORK = 'emails[type eq "work"]';
const replace = (path: string, value: unknown) => ({ op: 'Replace', path, value });
/** The address of the account with that record. */
const accountOf = (id: string) =>
  service.app.database.row<{ email: string; name: string }>(sql`
    select a.email, a.name from scim_user_records r join accounts a on a.account_id = r.account_id
    where r.record_id = ${id}`);
const warningsOf = async (id: string): Promise<string[]> =>
  (await readProvisioning(service.app.database, okta.team_id, okta.connection_id, {}, null, 200))
    .filter(({ resource_id }) => resource_id === id)
    .flatMap(({ warnings }) => warnings);

describe('an email without a type counts as the work email', () => {
  const table: readonly [string, (value: string) => object][] = [
    ['replace of the value', (value) => replace(`${WORK}.value`, value)],
    ['add of the value', (value) => ({ op: 'Add', path: `${WORK}.value`, value })],
    ['another letter case', (value) => replace('emails[type eq "WORK"].value', value)],
    ['an operation without a path', (value) => ({ op: 'replace', value: { [`${WORK}.value`]: value } })],
    ['a filter for the primary one', (value) => replace('emails[type eq "work" and primary eq true].value', value)],
  ];
  it.each(table)('for %s', async (_, operation) => {
    const [old, next] = [fresh(), fresh()];
    const id = await create({ userName: old, emails: [{ value: old, primary: true }] });
    const { status, body } = await okta.patch(`/Users/${id}`, [operation(next)]);
    expect([status, body.emails]).toEqual([200, [{ type: 'work', value: next, primary: true }]]);
    expect((await accountOf(id))?.email).toBe(next);
    expect((await okta.get(`/Users?filter=${WORK}.value eq "${next}"`)).body.totalResults).toBe(1);
  });

  it('also next to another type, and for a removal', async () => {
    const [old, home, next] = [fresh(), fresh(), fresh()];
    const emails = [{ value: old }, { type: 'home', value: home }];
    const id = await create({ userName: old, emails });
    expect((await okta.patch(`/Users/${id}`, [replace(`${WORK}.value`, next)])).body.emails).toEqual([
      { type: 'work', value: next },
    ]);
    const other = await create({ userName: fresh(), emails: [{ value: fresh() }] });
    expect((await okta.patch(`/Users/${other}`, [{ op: 'remove', path: WORK }])).body.emails).toBeUndefined();
  });

  it('unless there is a work email, whose hidden change is reported', async () => {
    const [old, work] = [fresh(), fresh()];
    const id = await create({
      userName: old,
      emails: [
        { value: old, primary: true },
        { type: 'work', value: work },
      ],
    });
    const { body } = await okta.patch(`/Users/${id}`, [replace(`${WORK}.value`, fresh())]);
    expect(body.emails).toEqual([{ value: old, primary: true }]);
    await expect.poll(() => warningsOf(id)).toEqual([expect.stringContaining('has no effect')]);
  });

  it('and leaves untyped phone numbers alone, which are all returned', async () => {
    const id = await create({ userName: fresh(), phoneNumbers: [{ value: '1' }] });
    const { body } = await okta.patch(`/Users/${id}`, [replace('phoneNumbers[type eq "work"].value', '2')]);
    expect(body.phoneNumbers).toEqual([{ value: '1' }, { type: 'work', value: '2' }]);
  });
});

it('keeps the account address if the address that is left belongs to another person', async () => {
  const [work, home] = [fresh(), fresh()];
  await create({ userName: home });
  const emails = [
    { type: 'work', value: work, primary: true },
    { type: 'home', value: home },
  ];
  const id = await create({ userName: 'two addresses', emails });
  const { status, body } = await okta.patch(`/Users/${id}`, [{ op: 'remove', path: WORK }]);
  expect([status, body.emails]).toEqual([200, [{ type: 'home', value: home }]]);
  expect((await accountOf(id))?.email).toBe(work);
  await expect.poll(() => warningsOf(id)).toEqual([expect.stringContaining('left is stored only in the record')]);
  const other = await create({ userName: 'chooses', emails: [{ type: 'work', value: fresh() }, emails[1] ?? {}] });
  const chosen = await okta.patch(`/Users/${other}`, [replace('emails[type eq "home"].primary', true)]);
  expect(chosen.status).toBe(409);
});

describe("Entra ID's name for a deleted user", () => {
  const PREFIX = '0123456789abcdef0123456789abcdef';
  const OFF = replace('active', 'False');
  type Send = (id: string, name: string) => Promise<unknown>;
  const ways: readonly [string, Send][] = [
    ['with the deactivation', (id, name) => okta.patch(`/Users/${id}`, [...renames(name), OFF])],
    ['with it, in the other order', (id, name) => okta.patch(`/Users/${id}`, [OFF, ...renames(name)])],
    [
      'after it',
      async (id, name) => {
        for (const operation of [OFF, ...renames(name)]) await okta.patch(`/Users/${id}`, [operation]);
      },
    ],
    [
      'before it',
      async (id, name) => {
        for (const operation of [...renames(name), OFF]) await okta.patch(`/Users/${id}`, [operation]);
      },
    ],
    [
      'by PUT',
      (id, name) =>
        okta.put(`/Users/${id}`, { userName: name, emails: [{ type: 'work', value: name }], active: false }),
    ],
  ];
  const renames = (name: string) => [replace('userName', name), replace(`${WORK}.value`, name)];

  it.each(ways)('stays in the record if it arrives %s', async (_, send) => {
    const address = fresh();
    const id = await create({ userName: address, emails: [{ type: 'work', value: address }] });
    await send(id, PREFIX + address);
    expect((await okta.get(`/Users/${id}`)).body).toMatchObject({ userName: PREFIX + address, active: false });
    expect(await accountOf(id)).toEqual({ email: address, name: address });
    await okta.patch(`/Users/${id}`, [replace('title', 'Captain'), replace('name.givenName', 'Ann')]);
    expect((await accountOf(id))?.email).toBe(address);
    await okta.patch(`/Users/${id}`, [...renames(address), replace('active', 'True')]);
    expect((await okta.get(`/Users/${id}`)).body).toMatchObject({ userName: address, active: true });
    expect((await accountOf(id))?.email).toBe(address);
  });

  it('stays in the record if the userName serves as the address, and the account is linked after a deletion', async () => {
    const address = fresh();
    const id = await create({ userName: address });
    const account = await accountOf(id);
    await okta.patch(`/Users/${id}`, [replace('userName', PREFIX + address), OFF]);
    expect(await accountOf(id)).toEqual(account);
    const { row } = service.app.database;
    const ids = () => row<{ account_id: string }>(sql`select account_id from accounts where email = ${address}`);
    const before = await ids();
    await okta.delete(`/Users/${id}`);
    const again = await create({ userName: address });
    expect(await accountOf(again)).toEqual(account);
    expect(await ids()).toEqual(before);
  });

  it.each([
    ['31 digits', PREFIX.slice(1)],
    ['33 digits', `${PREFIX}0`],
    ['other letters', `${PREFIX.slice(1)}g`],
    ['an ordinary rename', 'new.'],
  ])('is a name like any other with %s', async (_, prefix) => {
    const address = fresh();
    const id = await create({ userName: address, emails: [{ type: 'work', value: address }] });
    await okta.patch(`/Users/${id}`, [...renames(prefix + address), OFF]);
    expect((await accountOf(id))?.email).toBe(prefix + address);
  });
});
