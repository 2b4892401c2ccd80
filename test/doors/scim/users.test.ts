// The lifecycle of a provisioned user (contract 2.8, 3.2) from both sides: over SCIM, and through the directory's
// rooms.

import { isJsonObject, type JsonObject } from '@cairn/scim-protocol/json';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAudit } from '../../../src/audit/read-audit.ts';
import { newId } from '../../../src/base/id.ts';
import { setGroupRoles } from '../../../src/directory/groups/group-care.ts';
import { heldRoles } from '../../../src/directory/members/member-roles.ts';
import { findMemberByEmail } from '../../../src/directory/members/members.ts';
import { findInDirectory } from '../../../src/directory/people/directory-view.ts';
import { addDomain } from '../../../src/directory/teams/domains.ts';
import { BY_TEST } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { bareConnection, connect, freshConnection, type ScimConnection, userBody } from './support/connection.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const email = (domain = 'example.com'): string => `p.${newId()}@${domain}`;
const member = (okta: ScimConnection, address: string) =>
  findMemberByEmail(service.app.database, okta.team_id, address);
const audit = async (okta: ScimConnection, kind: string) =>
  readAudit(service.app.database, okta.team_id, { kind }, { after: null, limit: 100 });
const body = (address: string, more: JsonObject = {}): JsonObject => ({
  userName: address,
  emails: [{ value: address, type: 'work', primary: true }],
  ...more,
});

describe('create', () => {
  it('returns 201 with Location, ETag and the whole user, and creates account and membership', async () => {
    const okta = await bareConnection(service);
    const address = email();
    const made = await okta.post(
      '/Users',
      body(address, { displayName: 'Ann Lee', password: 'secret', groups: [], custom: { a: [1] } }),
    );
    expect(made.status).toBe(201);
    const location = `${service.baseUrl}${okta.base}/Users/${made.body.id}`;
    expect(made.headers.get('location')).toBe(location);
    expect(made.body).toMatchObject({
      userName: address,
      active: true,
      custom: { a: [1] },
      meta: { location, resourceType: 'User' },
    });
    expect(made.body.groups).toEqual([]);
    expect(JSON.stringify(made.body)).not.toContain('secret');
    expect(await member(okta, address)).toMatchObject({
      name: 'Ann Lee',
      status: 'active',
      connection_id: okta.connection_id,
    });
    const entries = await audit(okta, 'team.member.added');
    expect(entries.find(({ subject }) => subject.name === 'Ann Lee')?.actor).toMatchObject({
      kind: 'connection',
      id: okta.connection_id,
      token_id: okta.token_id,
    });
  });

  it('returns 409 uniqueness for a taken userName (in any case), externalId or email, until the other person is deleted', async () => {
    const okta = await bareConnection(service);
    const address = email();
    const id = String((await okta.post('/Users', body(address, { externalId: 'X' }))).body.id);
    for (const [name, other] of [
      ['userName', body(email(), { userName: address.toUpperCase() })],
      ['externalId', body(email(), { externalId: 'X' })],
      ['emails', body(address, { userName: 'someone-else' })],
    ] as const) {
      const refused = await okta.post('/Users', other);
      expect(refused).toMatchObject({ status: 409, body: { status: '409', scimType: 'uniqueness' } });
      expect(refused.body.detail).toMatch(new RegExp(`\\b${name}\\b.*\\. Send another value`));
    }
    expect((await okta.post('/Users', body(email(), { externalId: 'x' }))).status).toBe(201);
    expect((await okta.get('/Users')).body.totalResults).toBe(2);
    await okta.delete(`/Users/${id}`);
    expect((await okta.post('/Users', body(email(), { userName: address, externalId: 'X' }))).status).toBe(201);
  });

  it('links an account of a member or of a verified domain, and otherwise reveals nothing about the account', async () => {
    const okta = await freshConnection(service);
    const ada = okta.team.admin;
    expect((await okta.post('/Users', body(ada.email))).status).toBe(201);
    expect(await member(okta, ada.email)).toMatchObject({ account_id: ada.id, connection_id: okta.connection_id });

    const domain = `d${newId()}.example`;
    const abroad = await bareConnection(service);
    const address = email(domain);
    await abroad.post('/Users', body(address));
    const refused = await okta.post('/Users', body(address));
    expect(refused).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    expect(String(refused.body.detail)).not.toMatch(/exist|another (team|workspace)/i);
    await service.app.database.inTransaction((tx) => addDomain(tx, okta.team_id, domain, BY_TEST));
    expect((await okta.post('/Users', body(address))).status).toBe(201);
  });

  it('returns 409 without scimType if no seat is free, and needs none for an inactive person', async () => {
    const okta = await bareConnection(service, { seat_limit: 2 });
    const first = await okta.user('First');
    const full = await okta.post('/Users', body(email()));
    expect(full.status).toBe(409);
    expect(full.body.scimType).toBeUndefined();
    expect(full.body.detail).toMatch(/seat/);
    // This also applies to requests that do more than add a person, for example if they name a manager.
    const urn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
    const reporting = await okta.post('/Users', body(email(), { [urn]: { manager: { value: 'boss' } } }));
    expect([reporting.status, reporting.body.scimType]).toEqual([409, undefined]);
    expect(reporting.body.detail).toMatch(/seat/);
    const idle = await okta.post('/Users', body(email(), { active: false }));
    expect(idle.status).toBe(201);
    const seen = await member(okta, String(idle.body.userName));
    expect(await findInDirectory(service.app.database, okta.team_id, seen?.account_id ?? '')).toMatchObject({
      status: 'deprovisioned',
      deprovisioned_at: expect.any(String),
    });
    const wake = () => okta.patch(`/Users/${idle.body.id}`, [{ op: 'replace', path: 'active', value: true }]);
    expect((await wake()).status).toBe(409);
    expect((await okta.get(`/Users/${idle.body.id}`)).body.active).toBe(false);
    await okta.patch(`/Users/${first}`, [{ op: 'replace', value: { active: false } }]);
    expect((await wake()).status).toBe(200);
  });

  it('accepts a person without an email address, and uses a userName that is an address as the email (Decision 35)', async () => {
    const okta = await bareConnection(service);
    const made = await okta.post('/Users', { userName: 'jyoung' });
    expect(made.status).toBe(201);
    const address = email();
    await okta.post('/Users', { userName: address });
    expect(await member(okta, address)).toBeDefined();
    const own = email();
    await okta.patch(`/Users/${made.body.id}`, [{ op: 'add', path: 'emails', value: [{ value: own, type: 'work' }] }]);
    expect(await member(okta, own)).toMatchObject({ name: 'jyoung' });
  });
});

describe('emails and names', () => {
  it('returns one email, the primary or the first, and keeps the others in case it is removed', async () => {
    const okta = await bareConnection(service);
    const [home, work] = [email(), email()];
    const emails = [
      { value: home, type: 'home' },
      { value: work, type: 'work', primary: true },
    ];
    const made = await okta.post('/Users', { userName: 'ann', emails });
    expect(made.body.emails).toEqual([emails[1]]);
    expect(await member(okta, work)).toBeDefined();
    expect(await member(okta, home)).toBeUndefined();
    expect((await okta.get(`/Users?filter=emails.value eq "${work.toUpperCase()}"`)).body.totalResults).toBe(1);
    const path = `/Users/${made.body.id}`;
    const aside = await okta.patch(path, [{ op: 'replace', path: 'emails[type eq "home"].value', value: email() }]);
    expect(aside.body.emails).toEqual([emails[1]]);
    await okta.patch(path, [{ op: 'replace', path: 'emails[type eq "home"].value', value: home }]);
    const gone = await okta.patch(path, [{ op: 'remove', path: 'emails[type eq "work"]' }]);
    expect(gone.body.emails).toEqual([emails[0]]);
    expect(await member(okta, home)).toBeDefined();
  });

  it("changes the account's email with the work email, and refuses a taken one", async () => {
    const okta = await bareConnection(service);
    const [mine, taken, next] = [email(), email(), email()];
    const id = (await okta.post('/Users', body(mine))).body.id;
    await okta.post('/Users', body(taken));
    const set = (value: string) =>
      okta.patch(`/Users/${id}`, [{ op: 'Replace', path: 'emails[type eq "work"].value', value }]);
    expect((await set(next)).status).toBe(200);
    expect(await member(okta, next)).toBeDefined();
    expect(await set(taken)).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    expect((await okta.get(`/Users/${id}`)).body.emails).toMatchObject([{ value: next }]);
    expect(await set('nonsense')).toMatchObject({ status: 200, body: { emails: [{ value: 'nonsense' }] } });
    expect(await member(okta, next)).toBeDefined();
  });

  it("takes a person's name from displayName, then from name.formatted", async () => {
    const okta = await bareConnection(service);
    const address = email();
    const names = { displayName: 'Annie', name: { formatted: 'Dr. Ann Lee', givenName: 'Ann', familyName: 'Lee' } };
    const id = (await okta.post('/Users', body(address, names))).body.id;
    expect((await member(okta, address))?.name).toBe('Annie');
    await okta.patch(`/Users/${id}`, [{ op: 'remove', path: 'displayName' }]);
    expect((await member(okta, address))?.name).toBe('Dr. Ann Lee');
    await okta.patch(`/Users/${id}`, [{ op: 'remove', path: 'name.formatted' }]);
    expect((await member(okta, address))?.name).toBe('Ann Lee');
  });
});

describe('several connections', () => {
  it('are isolated: ids of another connection return 404 and match nothing in filters and groups', async () => {
    const okta = await bareConnection(service);
    const entra = await connect(service, okta.team_id, 'Entra');
    const abroad = await bareConnection(service);
    const ids = { user: await okta.user('Ann'), group: await okta.group('Sales') };
    for (const other of [entra, abroad]) {
      const operations = [{ op: 'replace', path: 'displayName', value: 'X' }];
      for (const path of [`/Users/${ids.user}`, `/Groups/${ids.group}`]) {
        expect((await other.get(path)).status).toBe(404);
        expect((await other.put(path, { userName: 'x', displayName: 'x' })).status).toBe(404);
        expect((await other.patch(path, operations)).status).toBe(404);
        expect((await other.delete(path)).status).toBe(404);
      }
      const group = await other.group(`Own ${newId()}`);
      expect(
        await other.patch(`/Groups/${group}`, [{ op: 'add', path: 'members', value: [{ value: ids.user }] }]),
      ).toMatchObject({
        status: 400,
        body: { scimType: 'invalidValue' },
      });
      const pushed = await other.post('/Groups', { displayName: `More ${newId()}`, members: [{ value: ids.user }] });
      expect(pushed.status).toBe(400);
      for (const filter of [`id eq "${ids.user}"`, 'userName pr', `groups.value eq "${ids.group}"`]) {
        expect((await other.get(`/Users?filter=${filter}`)).body.totalResults).toBe(0);
      }
      expect((await other.get(`/Groups?filter=members.value eq "${ids.user}"`)).body.totalResults).toBe(0);
    }
    expect((await okta.get(`/Groups/${ids.group}`)).body.displayName).toBe('Sales');
  });

  it('can share a person: the newest manages the membership, and the other changes only its own record', async () => {
    const okta = await bareConnection(service);
    const entra = await connect(service, okta.team_id, 'Entra');
    const address = email();
    const first = (await okta.post('/Users', body(address))).body.id;
    expect((await entra.post('/Users', body(address))).status).toBe(201);
    expect(await member(okta, address)).toMatchObject({ connection_id: entra.connection_id });
    const off = await okta.patch(`/Users/${first}`, [{ op: 'replace', path: 'active', value: false }]);
    expect([off.status, off.body.active]).toEqual([200, false]);
    expect(await member(okta, address)).toMatchObject({ status: 'active' });
    expect((await okta.delete(`/Users/${first}`)).status).toBe(204);
    expect(await member(okta, address)).toMatchObject({ status: 'active' });
  });

  it('can share a person: deletion by one removes them from its groups and ends the roles held through these', async () => {
    const { database } = service.app;
    const okta = await bareConnection(service);
    const entra = await connect(service, okta.team_id, 'Entra');
    const address = email();
    const first = String((await okta.post('/Users', body(address))).body.id);
    const second = String((await entra.post('/Users', body(address))).body.id);
    const left = await okta.group('Sales', [first]);
    const kept = await entra.group('Support', [second]);
    for (const group of [left, kept])
      await database.inTransaction((tx) => setGroupRoles(tx, okta.team_id, group, ['author'], BY_TEST));
    expect((await okta.delete(`/Users/${first}`)).status).toBe(204);
    const held = await heldRoles(database, okta.team_id, (await member(okta, address))?.account_id ?? '');
    expect(held.map(({ group_id }) => group_id)).toEqual([kept]);
    expect((await entra.get(`/Users/${second}`)).body).toMatchObject({ active: true, groups: [{ value: kept }] });
    expect((await okta.get(`/Groups/${left}`)).body).toMatchObject({ meta: { version: 'W/"3"' } });
    expect(await audit(okta, 'team.group.members_changed')).toHaveLength(3);
  });
});

describe('strict mode', () => {
  it('refuses what RFC 7644 does not allow, although other connections accept it', async () => {
    const okta = await bareConnection(service);
    const strict = await connect(service, okta.team_id, 'Strict', { strict: true });
    for (const [connection, status] of [
      [okta, 200],
      [strict, 400],
    ] as const) {
      const id = await connection.user(`Ann${status}`);
      const patch = await connection.patch(`/Users/${id}`, [{ op: 'Replace', path: 'active', value: 'True' }]);
      expect(patch.status).toBe(status);
      expect((await connection.get('/Users?filter=userName eq ann')).status).toBe(status);
    }
  });
});

describe('data that only the SCIM record has', () => {
  it('is logged once by attribute names, and not at all if nothing changes', async () => {
    const okta = await bareConnection(service);
    const id = await okta.user('Ann');
    const change = [
      { op: 'add', path: 'title', value: 'Boss' },
      { op: 'add', path: 'phoneNumbers', value: [{ value: '1', type: 'work' }] },
    ];
    await okta.patch(`/Users/${id}`, change);
    await okta.patch(`/Users/${id}`, change);
    const entries = await audit(okta, 'team.member.attributes_changed');
    expect(entries.map(({ after }) => after)).toEqual([{ attributes: ['phoneNumbers', 'title'] }]);
  });

  it('has a size limit, and so do indexed texts', async () => {
    const okta = await bareConnection(service);
    const mark = okta.connection_id;
    for (const more of [
      { userName: 'u'.repeat(501) },
      { externalId: 'é'.repeat(501) },
      { displayName: 'x'.repeat(501) },
      { manager: 'm'.repeat(501) },
      { manager: { $ref: `../Users/${'m'.repeat(501)}` } },
      { nickName: 'x'.repeat(300_000) },
    ]) {
      const answer = await okta.post('/Users', { ...userBody('Ann', mark), ...more });
      expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    }
    const longest = {
      userName: '𝒳'.repeat(500),
      externalId: 'é'.repeat(500),
      displayName: 'İ'.repeat(500),
      manager: '𝒳'.repeat(500),
    };
    const made = await okta.post('/Users', longest);
    expect(made.status).toBe(201);
    expect(isJsonObject(made.body) && made.body.userName).toBe(longest.userName);
  });
});
