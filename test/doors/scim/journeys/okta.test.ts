// The lifecycle of a workspace provisioned by Okta, from the import to the last deactivation, in Okta's own requests.

import type { JsonObject } from '@cairn/scim-protocol/json';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMemberByEmail } from '../../../../src/directory/members/members.ts';
import { type World, world } from '../../../support/world.ts';
import { bareConnection, type ScimConnection } from '../support/connection.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const TYPES = {
  'Content-Type': 'application/scim+json; charset=utf-8',
  Accept: 'application/scim+json; charset=utf-8',
};

let service: World;
let okta: ScimConnection;
const ids: Record<string, string> = {};
beforeAll(async () => {
  service = await world();
  okta = await bareConnection(service);
});
afterAll(() => service.close());

const address = (name: string): string => `${name}@${okta.connection_id}.example`;
const send = (method: string, path: string, body?: JsonObject) => okta.send(method, path, body, TYPES);
const pushed = (name: string): JsonObject => ({
  schemas: [USER],
  userName: address(name),
  name: { givenName: name, familyName: 'Lee' },
  emails: [{ primary: true, value: address(name), type: 'work', display: address(name) }],
  displayName: `${name} Lee`,
  locale: 'en-US',
  externalId: `00u-${name}`,
  groups: [],
  password: 'aB3-placeholder',
  active: true,
});
const patch = (path: string, Operations: JsonObject[]) =>
  send('PATCH', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations });
const statusOf = async (name: string) =>
  (await findMemberByEmail(service.app.database, okta.team_id, address(name)))?.status;

describe('Okta', () => {
  it('imports people: none exist yet', async () => {
    const page = await send('GET', '/Users?startIndex=1&count=100');
    expect(page.body).toMatchObject({ totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] });
    expect((await send('GET', '/Groups?startIndex=1&count=100')).body).toMatchObject({
      totalResults: 0,
      Resources: [],
    });
  });

  it('pushes people: looks up each userName, then creates the person', async () => {
    // Results of an earlier attempt belong to another connection.
    okta = await bareConnection(service);
    for (const name of ['ann', 'bob', 'cleo']) {
      const found = await send('GET', `/Users?filter=userName eq "${address(name)}"&startIndex=1&count=100`);
      expect(found.body.totalResults).toBe(0);
      const made = await send('POST', '/Users', pushed(name));
      expect(made.status).toBe(201);
      expect(made.body.password).toBeUndefined();
      ids[name] = String(made.body.id);
      expect(await statusOf(name)).toBe('active');
    }
    const page = await send('GET', '/Users?startIndex=1&count=2');
    expect(page.body).toMatchObject({
      totalResults: 3,
      itemsPerPage: 2,
      Resources: [{ id: ids.ann }, { id: ids.bob }],
    });
  });

  it('renames a person by GET and PUT of the whole object', async () => {
    const { body } = await send('GET', `/Users/${ids.ann}`);
    const next = { ...body, displayName: 'Ann Moore', name: { givenName: 'Ann', familyName: 'Moore' } };
    const put = await send('PUT', `/Users/${ids.ann}`, next);
    expect(put).toMatchObject({ status: 200, body: { displayName: 'Ann Moore', active: true, locale: 'en-US' } });
    const again = await send('PUT', `/Users/${ids.ann}`, put.body);
    expect(again.body.meta).toEqual(put.body.meta);
  });

  it('pushes groups, renames them and changes their members', async () => {
    const found = await send('GET', '/Groups?filter=displayName eq "Sales"&startIndex=1&count=100');
    expect(found.body.totalResults).toBe(0);
    const members = [{ value: ids.ann ?? '', display: address('ann') }];
    const made = await send('POST', '/Groups', { schemas: [GROUP], displayName: 'Sales', members });
    expect(made.status).toBe(201);
    const path = `/Groups/${made.body.id}`;
    await patch(path, [{ op: 'replace', value: { id: made.body.id ?? '', displayName: 'Sales EMEA' } }]);
    const both = await patch(path, [
      { op: 'remove', path: `members[value eq "${ids.ann}"]` },
      { op: 'add', path: 'members', value: [{ value: ids.bob ?? '', display: address('bob') }] },
    ]);
    expect(both.body).toMatchObject({ displayName: 'Sales EMEA', members: [{ value: ids.bob }] });
    const everybody = Object.values(ids).map((value) => ({ value, display: 'x' }));
    expect((await patch(path, [{ op: 'replace', path: 'members', value: everybody }])).body.members).toHaveLength(3);
    expect((await send('GET', `/Users/${ids.cleo}`)).body.groups).toMatchObject([
      { display: 'Sales EMEA', type: 'direct' },
    ]);
    expect((await patch(path, [{ op: 'replace', path: 'members', value: [] }])).body.members).toBeUndefined();
    expect((await send('DELETE', path)).status).toBe(204);
  });

  it('deactivates by PUT (its wizard) and by PATCH (its catalog), and reactivates', async () => {
    const { body } = await send('GET', `/Users/${ids.bob}`);
    expect((await send('PUT', `/Users/${ids.bob}`, { ...body, active: false })).body.active).toBe(false);
    const off = await patch(`/Users/${ids.cleo}`, [{ op: 'replace', value: { active: false } }]);
    expect([off.status, off.body.active]).toEqual([200, false]);
    expect([await statusOf('bob'), await statusOf('cleo')]).toEqual(['deactivated', 'deactivated']);
    const found = await send('GET', `/Users?filter=userName eq "${address('cleo')}"`);
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: ids.cleo, active: false }] });
    expect((await patch(`/Users/${ids.cleo}`, [{ op: 'replace', value: { active: true } }])).body.active).toBe(true);
    expect(await statusOf('cleo')).toBe('active');
  });
});
