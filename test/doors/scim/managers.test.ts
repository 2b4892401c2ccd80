// The reporting chart as identity providers send it (contract 2.8, 3.3).

import type { JsonObject } from '@cairn/scim-protocol/json';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAudit } from '../../../src/audit/read-audit.ts';
import { changeConnection } from '../../../src/directory/connections/connections.ts';
import { findMemberByEmail } from '../../../src/directory/members/members.ts';
import { BY_TEST } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { bareConnection, connect, type ScimConnection, userBody } from './support/connection.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const memberOf = (okta: ScimConnection, name: string) =>
  findMemberByEmail(service.app.database, okta.team_id, String(userBody(name, okta.connection_id).userName));
const managerOf = async (okta: ScimConnection, name: string): Promise<string | null> => {
  const boss = (await memberOf(okta, name))?.manager_id;
  if (boss === null || boss === undefined) return null;
  for (const other of ['Ann', 'Bob', 'Cleo']) if ((await memberOf(okta, other))?.account_id === boss) return other;
  return boss;
};
const grants = (okta: ScimConnection) =>
  readAudit(
    service.app.database,
    okta.team_id,
    { kind: 'team.member.manager_role_granted' },
    { after: null, limit: 10 },
  );

describe('the manager attribute', () => {
  it.each<[string, (boss: string) => unknown]>([
    ['a string at the URN', (boss) => ({ op: 'Replace', path: `${ENTERPRISE}:manager`, value: boss })],
    [
      'a list with one value at the short name',
      (boss) => ({ op: 'Add', path: 'manager', value: [{ $ref: `../Users/${boss}`, value: boss }] }),
    ],
    ['an object', (boss) => ({ op: 'add', path: `${ENTERPRISE}:manager`, value: { value: boss, displayName: 'Bob' } })],
    ['the sub-attribute', (boss) => ({ op: 'replace', path: `${ENTERPRISE}:manager.value`, value: boss })],
    ['a key in an operation without a path', (boss) => ({ op: 'replace', value: { [`${ENTERPRISE}:manager`]: boss } })],
    [
      'the extension in an operation without a path',
      (boss) => ({ op: 'replace', value: { [ENTERPRISE]: { manager: { value: boss } } } }),
    ],
  ])('is accepted as %s, and cleared by remove and by an empty text', async (_, operation) => {
    const okta = await bareConnection(service);
    const ann = await okta.user('Ann');
    const bob = await okta.user('Bob');
    const set = async (change: unknown) => expect((await okta.patch(`/Users/${ann}`, [change])).status).toBe(200);
    await set(operation(bob));
    expect(await managerOf(okta, 'Ann')).toBe('Bob');
    expect((await okta.get(`/Users?filter=id eq "${ann}" and manager eq "${bob}"`)).body.totalResults).toBe(1);
    await set({ op: 'Remove', path: `${ENTERPRISE}:manager` });
    expect(await managerOf(okta, 'Ann')).toBeNull();
    await set(operation(bob));
    await set({ op: 'Replace', path: `${ENTERPRISE}:manager`, value: '' });
    expect(await managerOf(okta, 'Ann')).toBeNull();
  });

  it.each(['userName', 'externalId'])('also identifies the manager by %s', async (name) => {
    const okta = await bareConnection(service);
    const bob = { ...userBody('Bob', okta.connection_id), externalId: 'EXT-1' } as JsonObject;
    await okta.post('/Users', bob);
    await okta.user('Ann', { [ENTERPRISE]: { manager: { value: bob[name] ?? '' } } });
    expect(await managerOf(okta, 'Ann')).toBe('Bob');
  });

  it('is kept until the manager arrives, and then resolved', async () => {
    const okta = await bareConnection(service);
    const bob = String(userBody('Bob', okta.connection_id).userName);
    const ann = await okta.user('Ann', { [ENTERPRISE]: { manager: { value: bob.toUpperCase() } } });
    expect(await managerOf(okta, 'Ann')).toBeNull();
    expect((await okta.get(`/Users/${ann}`)).body[ENTERPRISE]).toEqual({ manager: { value: bob.toUpperCase() } });
    await okta.user('Bob');
    expect(await managerOf(okta, 'Ann')).toBe('Bob');
  });

  it('may form a cycle, but cannot refer to another connection', async () => {
    const okta = await bareConnection(service);
    const entra = await connect(service, okta.team_id, 'Entra');
    const ann = await okta.user('Ann');
    const bob = await okta.user('Bob', { [ENTERPRISE]: { manager: ann } });
    await okta.patch(`/Users/${ann}`, [{ op: 'add', path: 'manager', value: bob }]);
    expect([await managerOf(okta, 'Ann'), await managerOf(okta, 'Bob')]).toEqual(['Bob', 'Ann']);
    await entra.user('Cleo', { [ENTERPRISE]: { manager: ann } });
    expect(await managerOf(entra, 'Cleo')).toBeNull();
  });
});

describe('the Manager role granted by sync', () => {
  it('is granted when Manager visibility is turned on, and when a first report arrives', async () => {
    const okta = await bareConnection(service);
    const visible = (value: boolean) =>
      service.app.database.inTransaction((tx) =>
        changeConnection(tx, okta.team_id, okta.connection_id, { manager_visibility: value }, BY_TEST),
      );
    const bob = await okta.user('Bob');
    const ann = await okta.user('Ann', { [ENTERPRISE]: { manager: bob } });
    expect(await grants(okta)).toEqual([]);
    await visible(true);
    expect((await grants(okta)).map(({ subject }) => subject.name)).toEqual(['Bob']);
    await okta.user('Cleo', { [ENTERPRISE]: { manager: ann } });
    expect((await grants(okta)).map(({ subject }) => subject.name)).toEqual(['Ann', 'Bob']);
  });
});
