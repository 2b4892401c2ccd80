// The lifecycle of a pushed group (contract 2.9, 3.3), over SCIM and through the directory's rooms.

import type { JsonObject } from '@cairn/scim-protocol/json';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAudit } from '../../../src/audit/read-audit.ts';
import { groupManagers, setGroupManagers, setGroupRoles } from '../../../src/directory/groups/group-care.ts';
import { findListedGroup } from '../../../src/directory/groups/group-list.ts';
import { changeGroupMembers, listGroupMembers } from '../../../src/directory/groups/group-members.ts';
import { createGroup, getGroup } from '../../../src/directory/groups/groups.ts';
import { disconnectGroup, moveGroupsToService } from '../../../src/provisioning/groups/disconnect-groups.ts';
import type { Tx } from '../../../src/storage/database.ts';
import { BY_TEST } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { bareConnection, connect, freshConnection, type ScimConnection } from './support/connection.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const audit = async (okta: ScimConnection, kind: string) =>
  readAudit(service.app.database, okta.team_id, { kind }, { after: null, limit: 100 });
const membersOf = async (okta: ScimConnection, id: string): Promise<unknown[]> => {
  const { members = [] } = (await okta.get(`/Groups/${id}`)).body;
  return (members as JsonObject[]).map(({ value }) => value).sort();
};
const people = async (okta: ScimConnection, ...names: string[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const name of names) ids.push(await okta.user(name));
  return ids.sort();
};

describe('push', () => {
  it('creates a synced group with its members if the name is new, and returns it in full', async () => {
    const okta = await bareConnection(service);
    const [ann = '', bob = ''] = await people(okta, 'Ann', 'Bob');
    const made = await okta.post('/Groups', {
      displayName: ' Sales ',
      externalId: 'g1',
      members: [{ value: ann }, { value: bob }, { value: ann }],
    });
    expect(made.status).toBe(201);
    const location = `${service.baseUrl}${okta.base}/Groups/${made.body.id}`;
    expect(made.headers.get('location')).toBe(location);
    expect(made.body).toMatchObject({
      displayName: 'Sales',
      externalId: 'g1',
      meta: { resourceType: 'Group', location },
    });
    const ref = (id: string) => ({ value: id, $ref: `${service.baseUrl}${okta.base}/Users/${id}`, type: 'User' });
    expect(made.body.members).toEqual(expect.arrayContaining([ref(ann), ref(bob)]));
    expect(made.body.members).toHaveLength(2);
    expect(await getGroup(service.app.database, okta.team_id, String(made.body.id))).toMatchObject({
      connection_id: okta.connection_id,
    });
  });

  it('sets lastModified to the creation time (RFC 7643, section 3.1)', async () => {
    const okta = await bareConnection(service);
    const ids = await people(okta, ...Array.from({ length: 20 }, (_, n) => `P${n}`));
    await okta.group('Empty');
    await okta.group('Full', ids);
    const { database } = service.app;
    await database.inTransaction((tx) => createGroup(tx, okta.team_id, { display_name: 'Managed' }, BY_TEST));
    await okta.group('Managed', ids);
    for (const [path, count] of [
      ['/Users', 20],
      ['/Groups', 3],
    ] as const) {
      const resources = (await okta.get(path)).body.Resources as { meta: JsonObject }[];
      const moments = resources.map(({ meta }) => meta);
      expect(moments.filter(({ created }) => typeof created === 'string')).toHaveLength(count);
      expect(moments.map(({ lastModified }) => lastModified)).toEqual(moments.map(({ created }) => created));
    }
  });

  it('takes over a group managed in the service if it has the name in any letter case', async () => {
    const okta = await freshConnection(service);
    const { database } = service.app;
    const managed = await database.inTransaction(async (tx) => {
      const group = await createGroup(tx, okta.team_id, { display_name: 'SALES', description: 'Sellers' }, BY_TEST);
      await setGroupRoles(tx, okta.team_id, group.group_id, ['author'], BY_TEST);
      await setGroupManagers(tx, okta.team_id, group.group_id, [okta.team.admin.id], BY_TEST);
      await changeGroupMembers(
        tx,
        okta.team_id,
        group.group_id,
        { add: [okta.team.member.id], remove: [] },
        null,
        BY_TEST,
      );
      return group.group_id;
    });
    const ann = await okta.user('Ann');
    const pushed = await okta.group('Sales', [ann]);
    expect(pushed).toBe(managed);
    expect(await membersOf(okta, pushed)).toEqual([ann]);
    const group = await getGroup(database, okta.team_id, managed);
    expect(group).toMatchObject({ display_name: 'Sales', description: 'Sellers', connection_id: okta.connection_id });
    expect(await findListedGroup(database, okta.team_id, managed)).toMatchObject({ roles: ['author'] });
    expect(await groupManagers(database, okta.team_id, managed)).toMatchObject([{ account_id: okta.team.admin.id }]);
    expect(await listGroupMembers(database, okta.team_id, managed, null, 10)).toHaveLength(1);
    expect(await audit(okta, 'team.group.linked')).toHaveLength(1);
    // The rights of added and removed members have changed.
    const changed = await audit(okta, 'team.member.group_roles_changed');
    expect(changed.filter(({ actor }) => actor.id === okta.connection_id)).toHaveLength(2);
  });

  it('returns 409 uniqueness for the name of another synced group or a taken externalId', async () => {
    const okta = await bareConnection(service);
    const entra = await connect(service, okta.team_id, 'Entra');
    await okta.post('/Groups', { displayName: 'Sales', externalId: 'g1' });
    for (const answer of [
      await okta.post('/Groups', { displayName: 'sALES' }),
      await entra.post('/Groups', { displayName: 'Sales' }),
      await okta.post('/Groups', { displayName: 'Other', externalId: 'g1' }),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    }
    expect((await entra.post('/Groups', { displayName: 'Other', externalId: 'g1' })).status).toBe(201);
    const other = await okta.group('Third');
    expect(
      await okta.patch(`/Groups/${other}`, [{ op: 'replace', path: 'displayName', value: 'SALES' }]),
    ).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    });
    expect(await okta.put(`/Groups/${other}`, { displayName: 'Third', externalId: 'g1' })).toMatchObject({
      status: 409,
    });
  });

  it('returns 400 invalidValue if all members are unknown or nested, names them, and creates nothing', async () => {
    const okta = await bareConnection(service);
    const ann = await okta.user('Ann');
    const unknown = await okta.post('/Groups', {
      displayName: 'Sales',
      members: [{ value: 'nobody' }],
    });
    expect(unknown).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    expect(unknown.body.detail).toContain('nobody');
    const nested = await okta.post('/Groups', { displayName: 'Sales', members: [{ value: ann, type: 'Group' }] });
    expect(nested).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    expect((await okta.get('/Groups')).body.totalResults).toBe(0);
    expect((await okta.post('/Groups', { displayName: 'x'.repeat(257) })).body).toMatchObject({
      scimType: 'invalidValue',
    });
  });
});

describe('change', () => {
  it('of the name never affects the members, with PATCH and with PUT without members', async () => {
    const okta = await bareConnection(service);
    const [ann = ''] = await people(okta, 'Ann');
    const id = await okta.group('Sales', [ann]);
    await okta.patch(`/Groups/${id}`, [{ op: 'replace', value: { id, displayName: 'Sellers' } }]);
    expect(await membersOf(okta, id)).toEqual([ann]);
    const put = await okta.put(`/Groups/${id}`, { displayName: 'Vendors', externalId: 'v' });
    expect(put.body).toMatchObject({ displayName: 'Vendors', externalId: 'v', members: [{ value: ann }] });
    expect((await okta.put(`/Groups/${id}`, { displayName: 'Vendors', members: null })).body.members).toHaveLength(1);
    const emptied = await okta.put(`/Groups/${id}`, { displayName: 'Vendors', members: [] });
    expect(emptied.body.members).toBeUndefined();
    expect(emptied.body.externalId).toBeUndefined();
    expect(await audit(okta, 'team.group.renamed')).toHaveLength(2);
  });

  it('removes members by consecutive filters of every kind, and no others', async () => {
    const okta = await bareConnection(service);
    const ids = await people(okta, 'Ann', 'Ben', 'Cleo', 'Dora', 'Emil', 'Finn');
    const group = await okta.group('Sales', ids);
    const [ann = '', ben = '', cleo = '', dora = '', emil = '', finn = ''] = ids;
    const filters = [
      `value sw "${ann.slice(0, -1)}" and value ew "${ann.slice(-1)}"`,
      `$ref ew "${ben}"`,
      'display co "e"',
      `value co "${cleo.slice(1, -1)}" and $ref ew "${cleo}"`,
      `value sw "${dora}" and display pr`,
      `not ($ref co "Users") or value ew "${emil}"`,
      'value co "%"',
      `$ref sw "${finn}"`,
    ];
    const operations = filters.map((filter) => ({ op: 'remove', path: `members[${filter}]` }));
    expect((await okta.patch(`/Groups/${group}`, operations)).status).toBeLessThan(300);
    expect(await membersOf(okta, group)).toEqual([dora, finn]);
  });

  it('adds, removes and replaces members in the order of the operations', async () => {
    const okta = await bareConnection(service);
    const [a = '', b = '', c = ''] = await people(okta, 'Ann', 'Bob', 'Cleo');
    const id = await okta.group('Sales', [a]);
    const path = `/Groups/${id}`;
    await okta.patch(path, [{ op: 'Add', path: 'members', value: [{ $ref: null, value: b }] }]);
    expect(await membersOf(okta, id)).toEqual([a, b]);
    await okta.patch(path, [{ op: 'Remove', path: 'members', value: [{ value: a }] }]);
    expect(await membersOf(okta, id)).toEqual([b]);
    await okta.patch(path, [
      { op: 'remove', path: `members[value eq "${b}"]` },
      { op: 'add', path: 'members', value: [{ value: a }, { value: c }] },
    ]);
    expect(await membersOf(okta, id)).toEqual([a, c]);
    await okta.patch(path, [
      { op: 'replace', path: 'members', value: [{ value: b }] },
      { op: 'add', value: { members: [{ value: c }] } },
    ]);
    expect(await membersOf(okta, id)).toEqual([b, c]);
    await okta.patch(path, [{ op: 'add', path: 'members', value: [{ value: a }] }]);
    const { location } = (await okta.get(`/Users/${a}`)).body.meta as JsonObject;
    await okta.patch(path, [
      { op: 'remove', path: `members[$ref eq "${String(location)}"]` },
      { op: 'remove', path: `members[display eq "Nobody" or $ref eq "${b}"]` },
      { op: 'remove', path: `members[$ref ew "${b}" or type eq "None"]` },
    ]);
    expect(await membersOf(okta, id)).toEqual([c]);
    await okta.patch(path, [{ op: 'remove', path: 'members[type eq "user"]' }]);
    expect(await membersOf(okta, id)).toEqual([]);
    await okta.patch(path, [{ op: 'add', path: 'members', value: { value: a } }]);
    await okta.patch(path, [{ op: 'remove', path: 'members' }]);
    expect(await membersOf(okta, id)).toEqual([]);
  });

  it('is atomic: one unknown member undoes a rename before it', async () => {
    const okta = await bareConnection(service);
    const ann = await okta.user('Ann');
    const id = await okta.group('Sales', [ann]);
    const before = await okta.get(`/Groups/${id}`);
    const answer = await okta.patch(`/Groups/${id}`, [
      { op: 'replace', path: 'displayName', value: 'Sellers' },
      { op: 'remove', path: 'members' },
      { op: 'add', path: 'members', value: [{ value: 'nobody' }] },
    ]);
    expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    expect((await okta.get(`/Groups/${id}`)).body).toEqual(before.body);
    expect(await audit(okta, 'team.group.renamed')).toEqual([]);
  });

  it('without effect changes neither version nor lastModified, and adds no audit entry', async () => {
    const okta = await bareConnection(service);
    const ann = await okta.user('Ann');
    const id = await okta.group('Sales', [ann]);
    const before = await okta.get(`/Groups/${id}`);
    const entries = (await audit(okta, 'team.group')).length;
    for (const operations of [
      [{ op: 'add', path: 'members', value: [{ value: ann }] }],
      [{ op: 'replace', path: 'members', value: [{ value: ann }] }],
      [{ op: 'remove', path: 'members[value eq "nobody"]' }],
      [{ op: 'replace', value: { displayName: 'Sales' } }],
    ]) {
      expect((await okta.patch(`/Groups/${id}`, operations)).body.meta).toEqual(before.body.meta);
    }
    expect((await okta.put(`/Groups/${id}`, before.body)).body.meta).toEqual(before.body.meta);
    expect(await audit(okta, 'team.group')).toHaveLength(entries);
  });

  it('returns the group while it is small, and 204 on request or if it is large', async () => {
    const okta = await bareConnection(service);
    const ids: string[] = [];
    for (let n = 0; n < 201; n += 1) ids.push(await okta.user(`P${n}`));
    const id = await okta.group('Everybody', ids.slice(1));
    const touch = (headers = {}, query = '') =>
      okta.send(
        'PATCH',
        `/Groups/${id}${query}`,
        { Operations: [{ op: 'add', path: 'members', value: [{ value: ids[0] }] }] },
        headers,
      );
    expect(
      (await okta.patch(`/Groups/${id}`, [{ op: 'replace', path: 'displayName', value: 'All' }])).body.members,
    ).toHaveLength(200);
    const great = await touch();
    expect([great.status, great.body]).toEqual([204, undefined]);
    expect(great.headers.get('etag')).toBe((await okta.get(`/Groups/${id}`)).headers.get('etag'));
    expect((await touch({ Prefer: 'return=minimal' }, '?excludedAttributes=members')).status).toBe(204);
    for (const prefer of ['Return=Minimal', 'respond-async, return="minimal"'])
      expect([prefer, (await touch({ Prefer: prefer }, '?excludedAttributes=members')).status]).toEqual([prefer, 204]);
    expect((await touch({}, '?excludedAttributes=members')).body).toMatchObject({ displayName: 'All' });
  });
});

describe('roles held through a group', () => {
  it('start and end with membership in the group, and are logged', async () => {
    const okta = await bareConnection(service);
    const { database } = service.app;
    const ann = await okta.user('Ann');
    const id = await okta.group('Sales');
    await database.inTransaction((tx) => setGroupRoles(tx, okta.team_id, id, ['publisher'], BY_TEST));
    await okta.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: [{ value: ann }] }]);
    await okta.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: [{ value: ann }] }]);
    expect(await audit(okta, 'team.member.group_roles_changed')).toHaveLength(1);
    await okta.delete(`/Groups/${id}`);
    const entries = await audit(okta, 'team.member.group_roles_changed');
    expect(entries.map(({ after }) => (after as JsonObject).group_roles)).toEqual([[], ['publisher']]);
    expect((await okta.get(`/Groups/${id}`)).status).toBe(404);
    expect((await okta.get(`/Users/${ann}`)).body.groups).toEqual([]);
  });
});

describe('disconnect', () => {
  it('makes the group return 404 until it is pushed again, which links it by name and replaces its members', async () => {
    const okta = await bareConnection(service);
    const { database } = service.app;
    const [ann = '', bob = ''] = await people(okta, 'Ann', 'Bob');
    const id = await okta.group('Sales', [ann]);
    await database.inTransaction((tx) => disconnectGroup(tx, okta.team_id, id, BY_TEST));
    expect(await listGroupMembers(database, okta.team_id, id, null, 10)).toHaveLength(1);
    for (const answer of [
      await okta.get(`/Groups/${id}`),
      await okta.put(`/Groups/${id}`, { displayName: 'Sales' }),
      await okta.patch(`/Groups/${id}`, [{ op: 'remove', path: 'members' }]),
      await okta.delete(`/Groups/${id}`),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await okta.get('/Groups?filter=displayName eq "Sales"')).body.totalResults).toBe(0);
    expect((await okta.get(`/Users/${ann}`)).body.groups).toEqual([]);
    const again = await okta.group('sales', [bob]);
    expect(await membersOf(okta, again)).toEqual([bob]);
    expect(await audit(okta, 'team.group.linked')).toHaveLength(1);
  });

  it('of all groups at once hands them over to the service', async () => {
    const okta = await bareConnection(service);
    const ids = [await okta.group('Sales'), await okta.group('Support')];
    await service.app.database.inTransaction((tx) =>
      moveGroupsToService(tx, okta.team_id, okta.connection_id, BY_TEST),
    );
    for (const id of ids) expect((await okta.get(`/Groups/${id}`)).status).toBe(404);
    expect((await okta.get('/Groups')).body.totalResults).toBe(0);
    expect((await okta.post('/Groups', { displayName: 'Support' })).status).toBe(201);
  });

  // On embedded storage no other request can come in between.
  const onServer = it.skipIf(process.env.CAIRN_TEST_DATABASE_URL === undefined);
  onServer('of all groups leaves a concurrently pushed one to the connection, with its record', async () => {
    const { database } = service.app;
    const okta = await bareConnection(service);
    const old = await okta.group('Sales');
    let pushed = '';
    const interrupted = (tx: Tx): Tx => ({
      ...tx,
      async rows(statement) {
        if (statement.pieces[0]?.includes('delete from scim_group_records')) pushed = await okta.group('Support');
        return tx.rows(statement);
      },
    });
    await database.inTransaction((tx) =>
      moveGroupsToService(interrupted(tx), okta.team_id, okta.connection_id, BY_TEST),
    );
    expect((await okta.get(`/Groups/${old}`)).status).toBe(404);
    expect((await okta.get(`/Groups/${pushed}`)).status).toBe(200);
  });
});
