// Values from an identity provider that had no effect: valid parts are applied, and the rest is reported in the
// provisioning log.
import type { JsonObject } from '@cairn/scim-protocol/json';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { findMemberByEmail } from '../../../src/directory/members/members.ts';
import { addDomain } from '../../../src/directory/teams/domains.ts';
import { readProvisioning } from '../../../src/provisioning/log/provisioning-log.ts';
import { BY_TEST, joinByInvitation } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { bareConnection, connect, freshConnection, type ScimConnection } from './support/connection.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

/** The warnings of the newest entry that has any, once it is written. */
async function warningsOf(okta: ScimConnection): Promise<readonly string[]> {
  const read = async () => {
    const entries = await readProvisioning(service.app.database, okta.team_id, okta.connection_id, {}, null, 100);
    return entries.find(({ warnings }) => warnings.length > 0)?.warnings ?? [];
  };
  await expect.poll(async () => (await read()).length).toBeGreaterThan(0);
  return read();
}
const membersOf = async (okta: ScimConnection, id: string): Promise<unknown[]> => {
  const { members = [] } = (await okta.get(`/Groups/${id}`)).body;
  return (members as JsonObject[]).map(({ value }) => value).sort();
};

describe('members, some of them unknown (Decision 63)', () => {
  it('are not matched by an uppercase id, and the error and the warning say how to send it (Decision 122)', async () => {
    const okta = await bareConnection(service);
    const [ann, bob] = [await okta.user('Ann'), await okta.user('Bob')];
    const remedy = 'Send ids exactly as they were returned, in lower case.';
    const alone = await okta.post('/Groups', { displayName: 'A', members: [{ value: ann.toUpperCase() }] });
    expect([alone.status, String(alone.body.detail)]).toEqual([400, expect.stringContaining(remedy)]);
    const unknown = await okta.post('/Groups', { displayName: 'A', members: [{ value: newId() }] });
    expect(String(unknown.body.detail)).toContain('Provision the user first.');
    const members = [{ value: ann.toUpperCase() }, { value: bob }];
    const { status, body } = await okta.post('/Groups', { displayName: 'B', members });
    expect([status, await membersOf(okta, String(body.id))]).toEqual([201, [bob]]);
    expect(await warningsOf(okta)).toEqual([expect.stringContaining(remedy)]);
  });

  it.each<
    [string, (okta: ScimConnection, id: string, members: JsonObject[]) => Promise<{ status: number; body: JsonObject }>]
  >([
    ['POST', (okta, _, members) => okta.post('/Groups', { displayName: 'New', members })],
    ['PUT', (okta, id, members) => okta.put(`/Groups/${id}`, { displayName: 'Sales', members })],
    ['PATCH add', (okta, id, members) => okta.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: members }])],
    ['PATCH replace', (okta, id, members) => okta.patch(`/Groups/${id}`, [{ op: 'replace', value: { members } }])],
  ])('%s applies the known ones, and the log names the unknown ones', async (verb, send) => {
    const okta = await bareConnection(service);
    const ann = await okta.user('Ann');
    const sales = await okta.group('Sales');
    const inner = await okta.group('Inner');
    const gone = newId();
    const answer = await send(okta, sales, [
      { value: ann },
      { value: gone },
      { value: inner },
      { value: 'x', type: 'Group' },
    ]);
    expect([200, 201]).toContain(answer.status);
    const id = verb === 'POST' ? String(answer.body.id) : sales;
    expect(await membersOf(okta, id)).toEqual([ann]);
    const warnings = (await warningsOf(okta)).join(' ');
    expect(warnings).toContain(gone);
    expect(warnings).toMatch(new RegExp(`nested groups.*${inner}.*x`));
  });

  it('are refused with 400 if an operation names only unknown ones, with a hint if one is a group', async () => {
    const okta = await bareConnection(service);
    const [ann, sales, inner] = [await okta.user('Ann'), await okta.group('Sales'), await okta.group('Inner')];
    const refused = await okta.patch(`/Groups/${sales}`, [
      { op: 'add', path: 'members', value: [{ value: ann }] },
      { op: 'add', path: 'members', value: [{ value: inner }] },
    ]);
    expect(refused).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    expect(refused.body.detail).toMatch(/^Operations\[1\]: members: .* is a group; nested groups are not supported/);
    expect(await membersOf(okta, sales)).toEqual([]);
  });

  it('are refused with 400 on a strict connection, even if known members are named too', async () => {
    const lenient = await bareConnection(service);
    const strict = await connect(service, lenient.team_id, 'Strict', { strict: true });
    const ann = await strict.user('Ann');
    const group = await strict.group('Team');
    for (const value of [
      [{ value: ann }, { value: newId() }],
      [{ value: ann }, { value: 'x', type: 'Group' }],
    ]) {
      const refused = await strict.patch(`/Groups/${group}`, [{ op: 'add', path: 'members', value }]);
      expect(refused).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    }
    expect(await membersOf(strict, group)).toEqual([]);
  });

  it("never include people of another workspace's connection", async () => {
    const [okta, other] = [await bareConnection(service), await bareConnection(service)];
    const [ann, eve, sales] = [await okta.user('Ann'), await other.user('Eve'), await okta.group('Sales')];
    await okta.patch(`/Groups/${sales}`, [{ op: 'add', path: 'members', value: [{ value: ann }, { value: eve }] }]);
    expect(await membersOf(okta, sales)).toEqual([ann]);
    expect((await warningsOf(okta)).join(' ')).toContain(eve);
  });
});

describe('an invalid address in emails (Decision 65)', () => {
  it("is kept and returned, never becomes the account's address, and causes a warning", async () => {
    const okta = await bareConnection(service);
    const address = `ann.${newId()}@example.com`;
    const made = await okta.post('/Users', {
      userName: address,
      emails: [{ value: 'see HR', type: 'work', primary: true }],
    });
    expect(made).toMatchObject({ status: 201, body: { emails: [{ value: 'see HR', type: 'work' }] } });
    expect(await findMemberByEmail(service.app.database, okta.team_id, address)).toBeDefined();
    expect(await warningsOf(okta)).toEqual([expect.stringMatching(/^emails: s\*\*\* is not an email address/)]);
    expect((await okta.get('/Users?filter=emails.value eq "SEE hr"')).body.totalResults).toBe(1);
    const changed = await okta.patch(`/Users/${made.body.id}`, [{ op: 'add', path: 'title', value: 'Boss' }]);
    expect(changed).toMatchObject({ status: 200, body: { title: 'Boss', emails: [{ value: 'see HR' }] } });
  });

  it("does not replace the account's address if it is the primary one", async () => {
    const okta = await bareConnection(service);
    const [work, home] = [`cleo.${newId()}@example.com`, `cleo.${newId()}@home.example`];
    const both = (value: string) => ({
      userName: `cleo.${okta.connection_id}`,
      emails: [
        { value: home, type: 'home' },
        { value, type: 'work', primary: true },
      ],
    });
    const { body } = await okta.post('/Users', both(work));
    const answer = await okta.put(`/Users/${body.id}`, both('n/a'));
    expect(answer).toMatchObject({ status: 200, body: { emails: [{ value: 'n/a' }] } });
    const found = async (address: string) => findMemberByEmail(service.app.database, okta.team_id, address);
    expect([await found(work), await found(home)]).toEqual([expect.anything(), undefined]);
  });

  it('gives way to a valid address if none is primary, and is refused with 400 on a strict connection', async () => {
    const okta = await bareConnection(service);
    const address = `bob.${newId()}@example.com`;
    const emails = [
      { value: 'n/a', type: 'work' },
      { value: address, type: 'home' },
    ];
    expect((await okta.post('/Users', { userName: 'bob', emails })).body.emails).toMatchObject([{ value: address }]);
    const strict = await connect(service, okta.team_id, 'Strict', { strict: true });
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];
    expect(await strict.post('/Users', { schemas, userName: 'eve', emails })).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue' },
    });
  });
});

describe('changes that do not affect the person', () => {
  it('include an address sent for the Owner, and are logged', async () => {
    const okta = await freshConnection(service);
    const { owner } = okta.team;
    const made = await okta.post('/Users', { userName: owner.email, emails: [{ value: owner.email, type: 'work' }] });
    const path = `/Users/${made.body.id}`;
    const answer = await okta.patch(path, [
      { op: 'replace', path: 'emails[type eq "work"].value', value: `new.${newId()}@example.com` },
    ]);
    expect(answer.status).toBe(200);
    expect((await warningsOf(okta)).join(' ')).toContain('account of the Owner');
    expect(await findMemberByEmail(service.app.database, okta.team_id, owner.email)).toBeDefined();
  });

  it.each<[string, (okta: ScimConnection, path: string) => Promise<unknown>]>([
    ['deactivated', (okta, path) => okta.patch(path, [{ op: 'replace', path: 'active', value: false }])],
    ['deleted', (okta, path) => okta.delete(path)],
  ])('include removal by the older connection (%s), whose log says who manages the membership', async (end, leave) => {
    const okta = await bareConnection(service);
    const entra = await connect(service, okta.team_id, 'Entra ID');
    const address = `ann.${newId()}@example.com`;
    const body = { userName: address, emails: [{ value: address, type: 'work' }] };
    const { id } = (await okta.post('/Users', body)).body;
    await entra.post('/Users', body);
    await leave(okta, `/Users/${id}`);
    expect(await findMemberByEmail(service.app.database, okta.team_id, address)).toMatchObject({ status: 'active' });
    const told = `${end}. The membership stays unchanged because the connection "Entra ID" manages it`;
    expect((await warningsOf(okta)).join(' ')).toContain(told);
    const gone = await okta.get(`/Users/${id}`);
    expect(end === 'deleted' ? gone.status : gone.body.active).toBe(end === 'deleted' ? 404 : false);
  });

  it.each(['active', 'inactive'])(
    'include changes by the older connection to %s, which appear only in its own log',
    async (state) => {
      const okta = await bareConnection(service);
      const entra = await connect(service, okta.team_id, 'Entra ID');
      const address = `ann.${newId()}@example.com`;
      const body = { userName: address, emails: [{ value: address, type: 'work' }] };
      const { id } = (await okta.post('/Users', { ...body, active: state === 'inactive' })).body;
      await entra.post('/Users', body);
      const moved = await okta.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: state === 'active' }]);
      expect(moved).toMatchObject({ status: 200, body: { active: state === 'active' } });
      expect(await warningsOf(okta)).toEqual([
        `Only the record in this connection is ${state === 'active' ? 'activated' : 'deactivated'}. ` +
          'The membership stays unchanged because the connection "Entra ID" manages it.',
      ]);
      expect(await findMemberByEmail(service.app.database, okta.team_id, address)).toMatchObject({
        status: 'active',
        connection_id: entra.connection_id,
      });
    },
  );

  it("include an operator's new address, while another person's unverified new address ends access everywhere", async () => {
    const okta = await freshConnection(service);
    const { database } = service.app;
    const operator = await service.operator();
    await joinByInvitation(database, service.clock(), okta.team_id, operator);
    const { body } = await okta.post('/Users', { userName: operator.email });
    const moved = async (id: unknown, email: string) =>
      expect((await okta.patch(`/Users/${id}`, [{ op: 'replace', path: 'userName', value: email }])).status).toBe(200);
    await moved(body.id, `moved.${newId()}@example.com`);
    expect(await warningsOf(okta)).toEqual([expect.stringContaining('only operators of the service change')]);
    expect((await findMemberByEmail(database, okta.team_id, operator.email))?.account_id).toBe(operator.id);
    const ann = (await okta.post('/Users', { userName: `ann.${newId()}@example.com` })).body.id;
    await moved(ann, `anna.${newId()}@example.com`);
    await expect.poll(() => warningsOf(okta)).toEqual([expect.stringContaining('is not verified for the workspace')]);
    const domain = `d${okta.team_id.slice(-12)}.test`;
    await database.inTransaction((tx) => addDomain(tx, okta.team_id, domain, BY_TEST));
    await moved(ann, `anna@${domain}`);
    const logged = () => readProvisioning(database, okta.team_id, okta.connection_id, {}, null, 100);
    await expect.poll(async () => (await logged()).length).toBe(5);
    expect((await logged()).flatMap(({ warnings }) => warnings)).toHaveLength(2);
  });

  it('include an invisible change, which keeps the ETag (Decision 36)', async () => {
    const okta = await bareConnection(service);
    const ann = await okta.user('Ann');
    const before = await okta.get(`/Users/${ann}`);
    const value = `private.${newId()}@example.com`;
    const after = await okta.patch(`/Users/${ann}`, [{ op: 'add', path: 'emails', value: [{ value, type: 'home' }] }]);
    expect(after.body).toEqual(before.body);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
  });
});

describe('a conflict inside one connection', () => {
  it('is reported without suggesting to verify a domain', async () => {
    const okta = await bareConnection(service);
    const taken = `ann.${newId()}@example.com`;
    await okta.post('/Users', { userName: 'ann', emails: [{ value: taken, type: 'work' }] });
    const bob = await okta.user('Bob');
    const move = [{ op: 'replace', path: 'emails[type eq "work"].value', value: taken.toUpperCase() }];
    for (const answer of [
      await okta.patch(`/Users/${bob}`, move),
      await okta.post('/Users', { userName: 'eve', emails: [{ value: taken, type: 'work' }] }),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
      expect(answer.body.detail).toMatch(/Another user in this connection has this email address/);
    }
  });

  it('is based on normalized names: case, NFC and surrounding spaces do not matter, but ² does', async () => {
    const okta = await bareConnection(service);
    const first = await okta.group('Équipe 2');
    for (const displayName of ['ÉQUIPE 2', ' E\u0301quipe 2 '])
      expect((await okta.post('/Groups', { displayName })).status).toBe(409);
    expect((await okta.post('/Groups', { displayName: 'Équipe ²' })).status).toBe(201);
    const found = (await okta.get('/Groups?filter=displayName eq " e\u0301QUIPE 2"')).body;
    expect(found).toMatchObject({ totalResults: 1, Resources: [{ id: first }] });
    expect((await okta.post('/Users', { userName: 'Straße' })).status).toBe(201);
    expect((await okta.post('/Users', { userName: 'STRASSE ' })).status).toBe(409);
    expect((await okta.get('/Users?filter=userName eq "strasse"')).body.totalResults).toBe(1);
  });
});
