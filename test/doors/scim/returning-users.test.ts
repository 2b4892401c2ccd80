// Users who come back: a POST for a deactivated user, an externalId that moves, and the manager of a team.
import type { JsonObject } from '@cairn/scim-protocol/json';
import { ENTERPRISE_USER_URN } from '@cairn/scim-protocol/urns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readProvisioning } from '../../../src/provisioning/log/provisioning-log.ts';
import { sql } from '../../../src/storage/sql.ts';
import { type World, world } from '../../support/world.ts';
import { bareConnection, connect, type ScimConnection } from './support/connection.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const OFF = [{ op: 'replace', path: 'active', value: false }];
let count = 0;
/** An address that no other test uses, because accounts are shared by all workspaces. */
const address = (name: string): string => {
  count += 1;
  return `${name}${count}@example.com`;
};
interface Leaver extends JsonObject {
  readonly userName: string;
  readonly externalId: string;
}

/** A connection with the deactivated user D. */
async function withLeaver(changes = {}): Promise<{ okta: ScimConnection; id: string; D: Leaver }> {
  const D = { userName: address('leaver'), externalId: 'x-1' };
  const okta = await bareConnection(service);
  const own = await connect(service, okta.team_id, 'Entra ID', changes);
  const id = String((await own.post('/Users', D)).body.id);
  await own.patch(`/Users/${id}`, OFF);
  return { okta: own, id, D };
}
const warningsOf = async (okta: ScimConnection): Promise<string[]> =>
  (await readProvisioning(service.app.database, okta.team_id, okta.connection_id, {}, null, 100)).flatMap(
    ({ warnings }) => warnings,
  );

// With a manager or an address that an account has, the request takes the slower path.
describe.each([
  ['someone new', {}],
  ['someone with a manager', { [ENTERPRISE_USER_URN]: { manager: { value: 'boss' } } }],
])('a POST for %s', (_, more: JsonObject) => {
  it('restores the deactivated user with that userName and externalId', async () => {
    const { okta, id, D } = await withLeaver();
    const answer = await okta.post('/Users', { ...D, userName: D.userName.toUpperCase(), title: 'Captain', ...more });
    expect(answer).toMatchObject({ status: 201, body: { id, active: true, title: 'Captain' } });
    expect((await okta.get(`/Users/${id}`)).body).toEqual(answer.body);
    expect((await okta.post('/Users', { ...D, ...more })).status).toBe(409);
  });

  it.each<[string, (D: Leaver) => JsonObject, string]>([
    ['the userName of a deactivated user', (D) => ({ userName: D.userName }), 'userName'],
    ['its userName with a new externalId', (D) => ({ userName: D.userName, externalId: 'x-2' }), 'userName'],
    ['its externalId', (D) => ({ userName: address('new'), externalId: D.externalId }), 'externalId'],
    [
      'its email address',
      (D) => ({ userName: 'new', emails: [{ value: D.userName, type: 'work' }] }),
      'email address (emails)',
    ],
  ])('is 409 with %s, and names the user', async (_title, sent, attribute) => {
    const { okta, id, D } = await withLeaver();
    const { status, body } = await okta.post('/Users', { ...sent(D), ...more });
    expect([status, body.scimType]).toEqual([409, 'uniqueness']);
    expect(body.detail).toBe(
      `A deactivated user in this connection has this ${attribute} (id ${id}). Set its active to true.`,
    );
  });

  it('is 409 with a value of an active user, and names the user', async () => {
    const { okta, id, D } = await withLeaver();
    await okta.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: true }]);
    for (const sent of [{ userName: D.userName }, { userName: address('new'), externalId: D.externalId }]) {
      const { status, body } = await okta.post('/Users', { ...sent, ...more });
      expect([status, body.detail]).toEqual([409, expect.stringMatching(`^Another user in this.*${id}`)]);
    }
  });

  it('takes the externalId of a deactivated user if the connection allows it, and the log says so', async () => {
    const { okta, id, D } = await withLeaver({ moves_external_id: true });
    const sent = { userName: address('renamed'), externalId: D.externalId, ...more };
    const answer = await okta.post('/Users', sent);
    expect([answer.status, answer.body.id === id]).toEqual([201, false]);
    const { body } = await okta.get(`/Users/${id}`);
    expect([body.externalId, body.active]).toEqual([undefined, false]);
    await expect.poll(() => warningsOf(okta)).toEqual([expect.stringContaining(id)]);
    expect((await okta.post('/Users', { ...sent, userName: address('third') })).status).toBe(409);
  });
});

it('restores only with a free seat', async () => {
  const okta = await bareConnection(service, { seat_limit: 2 });
  const D = { userName: address('leaver'), externalId: 'x-1' };
  const id = String((await okta.post('/Users', D)).body.id);
  await okta.patch(`/Users/${id}`, OFF);
  await okta.user('Other');
  const answer = await okta.post('/Users', D);
  expect([answer.status, answer.body.scimType]).toEqual([409, undefined]);
  expect(String(answer.body.detail)).toContain('seat');
  expect((await okta.get(`/Users/${id}`)).body.active).toBe(false);
});

it('refuses a rename to a name of a deactivated user by PUT and PATCH, and names the user', async () => {
  const { okta, id, D } = await withLeaver();
  const other = await okta.user('Other');
  const answers = [
    await okta.patch(`/Users/${other}`, [{ op: 'replace', path: 'userName', value: D.userName }]),
    await okta.patch(`/Users/${other}`, [{ op: 'add', path: 'externalId', value: D.externalId }]),
    await okta.put(`/Users/${other}`, { userName: 'other', externalId: D.externalId }),
    await okta.patch(`/Users/${other}`, [{ op: 'replace', path: 'emails[type eq "work"].value', value: D.userName }]),
  ];
  for (const { status, body } of answers)
    expect([status, body.detail]).toEqual([409, expect.stringMatching(`^A deactivated user.*${id}`)]);
});

describe('a manager who is deleted and created again', () => {
  const reportsTo = (value: string): JsonObject => ({
    [ENTERPRISE_USER_URN]: { department: 'D', manager: { value, $ref: `../Users/${value}` } },
  });
  const chart = (okta: ScimConnection) =>
    service.app.database.rows(sql`
      select a.name as report, b.name as manager from members m join accounts a on a.account_id = m.account_id
      left join accounts b on b.account_id = m.manager_id
      where m.team_id = ${okta.team_id} and m.manager_ref is not null order by a.name`);

  it('gets the reports back, whose records name the new id with a new version', async () => {
    const okta = await bareConnection(service);
    const boss = { userName: address('boss') };
    const old = String((await okta.post('/Users', boss)).body.id);
    const [ann, bob] = [await okta.user('Ann', reportsTo(old)), await okta.user('Bob', reportsTo(boss.userName))];
    const { version } = (await okta.get(`/Users/${ann}`)).body.meta as JsonObject;
    await okta.delete(`/Users/${old}`);
    const id = String((await okta.post('/Users', boss)).body.id);
    const after = (await okta.get(`/Users/${ann}`)).body;
    expect(after[ENTERPRISE_USER_URN]).toEqual({
      department: 'D',
      manager: { value: id, $ref: expect.stringContaining(`${okta.base}/Users/${id}`) },
    });
    expect((after.meta as JsonObject).version).not.toBe(version);
    expect((await okta.get(`/Users/${bob}`)).body).toMatchObject(reportsTo(boss.userName));
    expect(await chart(okta)).toEqual([
      { report: 'Ann', manager: boss.userName },
      { report: 'Bob', manager: boss.userName },
    ]);
  });

  it('does not get back a report who got another manager, and two managers can swap', async () => {
    const okta = await bareConnection(service);
    const [boss, chief] = [{ userName: address('boss') }, { userName: address('chief') }];
    const [one, two] = [(await okta.post('/Users', boss)).body.id, (await okta.post('/Users', chief)).body.id];
    const [ann, bob] = [await okta.user('Ann', reportsTo(String(one))), await okta.user('Bob', reportsTo(String(two)))];
    for (const id of [one, two]) await okta.delete(`/Users/${id}`);
    const again = String((await okta.post('/Users', chief)).body.id);
    await okta.patch(`/Users/${ann}`, [{ op: 'replace', path: 'manager', value: again }]);
    const last = String((await okta.post('/Users', boss)).body.id);
    await okta.patch(`/Users/${bob}`, [{ op: 'replace', path: 'manager', value: last }]);
    expect(await chart(okta)).toEqual([
      { report: 'Ann', manager: chief.userName },
      { report: 'Bob', manager: boss.userName },
    ]);
  });

  it('becomes a Manager again if managers are visible', async () => {
    const { team_id } = await bareConnection(service);
    const okta = await connect(service, team_id, 'Entra ID', { manager_visibility: true });
    const boss = { userName: address('boss') };
    const old = String((await okta.post('/Users', boss)).body.id);
    await okta.user('Ann', reportsTo(old));
    await okta.delete(`/Users/${old}`);
    await okta.post('/Users', boss);
    expect(
      await service.app.database.rows(sql`select role, origin from member_roles where team_id = ${team_id}`),
    ).toEqual([{ role: 'manager', origin: 'sync' }]);
  });
});
