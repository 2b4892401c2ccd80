// The lifecycle of a workspace provisioned by Entra ID, in its own requests, with and without the flag
// `aadOptscim062020` at the end of the tenant URL.

import type { JsonObject, JsonValue } from '@cairn/scim-protocol/json';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/base/id.ts';
import { findMemberByEmail } from '../../../../src/directory/members/members.ts';
import { type World, world } from '../../../support/world.ts';
import { bareConnection, type ScimConnection } from '../support/connection.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const ADSCIM = 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

describe.each([
  ['without the flag', false],
  ['with the flag', true],
])('Entra ID %s', (_, isFlagged) => {
  let entra: ScimConnection;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    entra = await bareConnection(service);
  });

  const address = (name: string): string => `${name}@${entra.connection_id}.example`;
  const send = (method: string, path: string, body?: JsonObject) => {
    const flag = isFlagged ? `${path.includes('?') ? '&' : '?'}aadOptscim062020` : '';
    return entra.send(method, path + flag, body, { 'Content-Type': 'application/scim+json; charset=utf-8' });
  };
  const patch = (path: string, ...Operations: JsonObject[]) =>
    send('PATCH', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations });
  const op = (verb: 'add' | 'replace' | 'remove'): string =>
    isFlagged ? verb : `${verb.slice(0, 1).toUpperCase()}${verb.slice(1)}`;
  const truth = (value: boolean): JsonValue => (isFlagged ? value : value ? 'True' : 'False');
  const memberOf = (name: string) => findMemberByEmail(service.app.database, entra.team_id, address(name));

  it('tests the connection: an invented person gives an empty list', async () => {
    const probe = await send('GET', `/Users?filter=userName eq "${newId()}"`);
    expect(probe).toMatchObject({ status: 200, body: { totalResults: 0, Resources: [] } });
    expect((await send('GET', '/Schemas')).status).toBe(200);
  });

  const provisioned = async (name: string): Promise<string> => {
    const made = await send('POST', '/Users', {
      schemas: [USER, ENTERPRISE],
      externalId: name,
      userName: address(name),
      active: truth(true),
      addresses: null,
      displayName: name,
      emails: [{ type: 'work', value: address(name), primary: true }],
      meta: { resourceType: 'User' },
      name: { formatted: `${name} Lee`, familyName: 'Lee', givenName: name },
      phoneNumbers: null,
      roles: [],
      title: null,
      department: null,
      manager: null,
    });
    expect(made.status).toBe(201);
    expect(made.body.active).toBe(true);
    return String(made.body.id);
  };

  it('provisions people', async () => {
    // Results of an earlier attempt belong to another connection.
    entra = await bareConnection(service);
    for (const name of ['ann', 'bob']) ids[name] = await provisioned(name);
    const found = await send('GET', '/Users?filter=externalId eq ann');
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: ids.ann }] });
  });

  it('changes attributes, one operation each or all in one', async () => {
    const operations: JsonObject[] = isFlagged
      ? [
          {
            op: 'replace',
            value: {
              displayName: 'Ann Moore',
              'name.familyName': 'Moore',
              'emails[type eq "work"].value': address('moore'),
              [`${ENTERPRISE}:employeeNumber`]: '7',
            },
          },
        ]
      : [
          { op: 'Replace', path: 'displayName', value: 'Ann Moore' },
          { op: 'Replace', path: 'name.familyName', value: 'Moore' },
          { op: 'Replace', path: 'emails[type eq "work"].value', value: address('moore') },
          { op: 'Add', path: `${ENTERPRISE}:employeeNumber`, value: '7' },
        ];
    const changed = await patch(`/Users/${ids.ann}`, ...operations, {
      op: op('add'),
      path: 'phoneNumbers[type eq "mobile"].value',
      value: '+1',
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        displayName: 'Ann Moore',
        name: { familyName: 'Moore', givenName: 'ann' },
        emails: [{ type: 'work', value: address('moore'), primary: true }],
        phoneNumbers: [{ type: 'mobile', value: '+1' }],
        [ENTERPRISE]: { employeeNumber: '7' },
      },
    });
    expect(await memberOf('moore')).toMatchObject({ name: 'Ann Moore' });
  });

  it('sets and clears the manager after looking up the current one', async () => {
    const isSo = async () =>
      (await send('GET', `/Users?filter=id eq "${ids.ann}" and manager eq "${ids.bob}"&attributes=id`)).body
        .totalResults;
    expect(await isSo()).toBe(0);
    await patch(`/Users/${ids.ann}`, { op: op('add'), path: `${ENTERPRISE}:manager`, value: ids.bob ?? '' });
    expect(await isSo()).toBe(1);
    expect((await memberOf('moore'))?.manager_id).toBe((await memberOf('bob'))?.account_id);
    await patch(`/Users/${ids.ann}`, { op: op('remove'), path: `${ENTERPRISE}:manager` });
    expect(await isSo()).toBe(0);
  });

  it('empties a group, fills it, removes a person, and never reads the members', async () => {
    const found = await send('GET', '/Groups?excludedAttributes=members&filter=displayName eq "Sales"');
    expect(found.body.totalResults).toBe(0);
    const made = await send('POST', '/Groups', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group', ADSCIM],
      externalId: 'object-1',
      displayName: 'Sales',
      meta: { resourceType: 'Group' },
    });
    expect(made.status).toBe(201);
    const path = `/Groups/${made.body.id}`;
    const refs = Object.values(ids).map((value) => ({ $ref: null, value }));
    expect((await patch(path, { op: op('add'), path: 'members', value: refs })).status).toBe(200);
    const isMember = async () =>
      (await send('GET', `/Groups?filter=id eq "${made.body.id}" and members eq "${ids.ann}"&attributes=id`)).body
        .totalResults;
    expect(await isMember()).toBe(1);
    const leaving = isFlagged
      ? { op: 'remove', path: `members[value eq "${ids.ann}"]` }
      : { op: 'Remove', path: 'members', value: [{ $ref: null, value: ids.ann ?? '' }] };
    await patch(path, leaving);
    expect(await isMember()).toBe(0);
    expect((await send('GET', path)).body.members).toMatchObject([{ value: ids.bob }]);
    expect((await send('GET', `${path}?excludedAttributes=members`)).body.members).toBeUndefined();
    expect((await patch(path, { op: op('replace'), path: 'displayName', value: 'Sellers' })).status).toBe(200);
    expect((await send('DELETE', path)).status).toBe(204);
  });

  it('soft-deletes a person, still finds and restores them, and deletes them permanently', async () => {
    const name = `carol-${newId()}`;
    const carol = `/Users/${await provisioned(name)}`;
    const soft = await patch(carol, { op: op('replace'), path: 'active', value: truth(false) });
    expect(soft.body.active).toBe(false);
    expect(await memberOf(name)).toMatchObject({ status: 'deactivated' });
    expect((await send('GET', carol)).body.active).toBe(false);
    await patch(carol, { op: op('replace'), path: 'active', value: truth(true) });
    expect(await memberOf(name)).toMatchObject({ status: 'active' });
    expect((await send('DELETE', carol)).status).toBe(204);
    expect((await send('GET', carol)).status).toBe(404);
    expect((await send('DELETE', carol)).status).toBe(404);
    expect(await memberOf(name)).toBeUndefined();
  });
});
