// A member's data at /manage/v1: attributes, sessions, groups, keys, events. Also tests access from another workspace.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sentAttributes } from '../../../src/provisioning/users/person-attributes.ts';
import { slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { connect, type ScimConnection, userBody } from '../scim/support/connection.ts';
import { atCommandLine, managedTeam } from './support.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

interface Items<Item> {
  readonly items: readonly Item[];
}
interface Session {
  readonly id: string;
  readonly kind: string;
  readonly is_current: boolean;
}

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

test('lists the attributes from each identity provider by connection, in order and without secrets', async () => {
  const team = await managedTeam(service);
  const okta = await connect(service, team.team_id, 'Okta');
  await okta.user('Ann', { title: 'Nurse', password: 'hunter2hunter2', [ENTERPRISE]: { department: 'Care' } });
  const email = String(userBody('Ann', okta.connection_id).userName);
  const { body } = await team.asAdmin.get<Items<{ user_id: string }>>(`/manage/v1/members?q=${email}`);
  const path = `/manage/v1/members/${body.items[0]?.user_id}/records`;
  const records = await team.asAdmin.get<Items<{ connection_name: string; attributes: { path: string }[] }>>(path);
  expect(records.status).toBe(200);
  expect(records.body.items.map(({ connection_name }) => connection_name)).toEqual(['Okta']);
  expect(records.body.items[0]?.attributes).toEqual(
    expect.arrayContaining([
      { path: 'title', type: '', value: 'Nurse' },
      { path: 'department', type: '', value: 'Care' },
      { path: 'userName', type: '', value: email },
    ]),
  );
  expect(JSON.stringify(records.body)).not.toContain('hunter2');
  const byHand = await team.asAdmin.get<Items<unknown>>(`/manage/v1/members/${team.member.id}/records`);
  expect(byHand.body.items).toEqual([]);
});

test('flattens attributes with their paths and types, up to a hundred', () => {
  expect(
    sentAttributes({
      schemas: ['x'],
      userName: 'ann',
      name: { givenName: 'Ann', familyName: '' },
      emails: [{ value: 'a@b.test', type: 'work', primary: true }],
      [ENTERPRISE]: { manager: { value: '7', displayName: 'Bob' } },
      tags: ['one', 'two'],
      nothing: null,
    }),
  ).toEqual([
    { path: 'userName', type: '', value: 'ann' },
    { path: 'name.givenName', type: '', value: 'Ann' },
    { path: 'emails', type: 'work', value: 'a@b.test' },
    { path: 'manager', type: '', value: '7' },
    { path: 'manager.displayName', type: '', value: 'Bob' },
    { path: 'tags', type: '', value: 'one' },
    { path: 'tags', type: '', value: 'two' },
  ]);
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`a${n}`, 'x']));
  expect(sentAttributes(many)).toHaveLength(100);
});

test("shows an admin a person's sessions, ends one, then all of them, keeps keys, and logs it", async () => {
  const team = await managedTeam(service);
  const elsewhere = await atCommandLine(service, team.team_id, team.member.id);
  const path = `/manage/v1/members/${team.member.id}/sessions`;
  const { items } = (await team.asAdmin.get<Items<Session>>(path)).body;
  expect(items.map(({ kind, is_current }) => [kind, is_current])).toEqual([
    ['cli', false],
    ['cli', false],
  ]);
  expect((await team.asAdmin.delete(`${path}/${items[0]?.id}`)).status).toBe(204);
  const standing = [await team.asMember.get('/manage/v1/session'), await elsewhere.get('/manage/v1/session')];
  expect(standing.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  expect(slugOf(await team.asAdmin.delete(`${path}/${items[0]?.id}`))).toBe('not-found');
  const all = await team.asAdmin.delete<{ ended: number }>(path);
  expect([all.status, all.body]).toEqual([200, { ended: 1 }]);
  expect((await elsewhere.get('/manage/v1/session')).status).toBe(401);
  expect((await team.asMember.get('/manage/v1/session')).status).toBe(401);
  expect((await team.member.speaks.get('/v1/me')).status).toBe(200);
  const events = await team.asAdmin.get<Items<{ kind: string; after: object }>>(
    `/manage/v1/audit?person_id=${team.member.id}&kind=team.member.signed_out`,
  );
  expect(events.body.items.map(({ after }) => after)).toEqual([{ sessions: 1 }, { sessions: 1 }]);
});

test('keeps the current session when people end all of their own sessions', async () => {
  const team = await managedTeam(service);
  const elsewhere = await atCommandLine(service, team.team_id, team.admin.id);
  const path = `/manage/v1/members/${team.admin.id}/sessions`;
  expect((await team.asAdmin.delete<{ ended: number }>(path)).body).toEqual({ ended: 1 });
  expect((await team.asAdmin.get('/manage/v1/session')).status).toBe(200);
  expect((await elsewhere.get('/manage/v1/session')).status).toBe(401);
});

test("hides sessions in one workspace from the admins of the person's other workspace", async () => {
  const [one, other] = [await managedTeam(service), await managedTeam(service)];
  const session = (await one.asAdmin.get<Items<Session>>(`/manage/v1/members/${one.member.id}/sessions`)).body.items[0];
  for (const path of ['records', 'sessions'])
    expect(slugOf(await other.asAdmin.get(`/manage/v1/members/${one.member.id}/${path}`))).toBe('not-found');
  expect(slugOf(await other.asAdmin.delete(`/manage/v1/members/${one.member.id}/sessions`))).toBe('not-found');
  const own = `/manage/v1/members/${other.member.id}/sessions/${session?.id}`;
  expect(slugOf(await other.asAdmin.delete(own))).toBe('not-found');
  expect((await one.asMember.get('/manage/v1/session')).status).toBe(200);
});

test('filters groups, keys and events by person, and names an invalid id', async () => {
  const team = await managedTeam(service);
  const groups = ['Writers', 'Readers'].map((display_name) =>
    team.asAdmin.post<{ id: string }>('/manage/v1/groups', { display_name }),
  );
  const [writers] = await Promise.all(groups);
  await team.asAdmin.post(`/manage/v1/groups/${writers?.body.id}/members`, { add: [team.member.id] });
  const named = await team.asAdmin.get<Items<{ display_name: string }>>(
    `/manage/v1/groups?member_id=${team.member.id}`,
  );
  expect(named.body.items.map(({ display_name }) => display_name)).toEqual(['Writers']);
  const keys = await team.asAdmin.get<Items<{ user: { id: string } }>>(`/manage/v1/keys?user_id=${team.author.id}`);
  expect(keys.body.items.map(({ user }) => user.id)).toEqual([team.author.id]);
  const apps = await team.asAdmin.get<Items<object>>(`/manage/v1/workspace/apps?user_id=${team.author.id}`);
  expect(apps.body.items).toEqual([]);
  for (const path of ['groups?member_id=x', 'keys?user_id=x', 'workspace/apps?user_id=x']) {
    const refused = await team.asAdmin.get(`/manage/v1/${path}`);
    expect([refused.status, slugOf(refused)]).toEqual([400, 'bad-request']);
  }
});

const off = [{ op: 'replace', path: 'active', value: false }];
test.each<[string, string, (okta: ScimConnection, id: string) => Promise<unknown>]>([
  ['a PATCH', 'deactivated', (okta, id) => okta.patch(`/Users/${id}`, off)],
  ['a PUT', 'deactivated', (okta, id) => okta.put(`/Users/${id}`, { ...userBody('Ann', 'x'), active: false })],
  ['a DELETE', 'deleted', (okta, id) => okta.delete(`/Users/${id}`)],
  [
    'a PATCH and then a DELETE',
    'deleted',
    async (okta, id) => {
      await okta.patch(`/Users/${id}`, off);
      await okta.delete(`/Users/${id}`);
    },
  ],
])(
  'shows people removed by %s from the older of two connections as %s there, in both logs and on the page',
  async (_, record, leave) => {
    const team = await managedTeam(service);
    const okta = await connect(service, team.team_id, 'Okta');
    const entra = await connect(service, team.team_id, 'Entra ID');
    const body = userBody('Ann', okta.connection_id);
    const id = String((await okta.post('/Users', body)).body.id);
    const found = await team.asAdmin.get<Items<{ user_id: string }>>(`/manage/v1/members?q=${body.userName}`);
    const person = `/manage/v1/members/${found.body.items[0]?.user_id}`;
    interface Page {
      readonly status: string;
      readonly left_in: readonly { readonly name: string }[];
    }
    const leftIn = async () => {
      const page = (await team.asAdmin.get<Page>(person)).body;
      return [page.status, page.left_in.map(({ name }) => name)];
    };
    const kept = String((await entra.post('/Users', body)).body.id);
    expect(await leftIn()).toEqual(['active', []]);
    await leave(okta, id);
    expect(await leftIn()).toEqual(['active', ['Okta']]);

    const audit = await team.asAdmin.get<Items<object>>('/manage/v1/audit?limit=1&kind=team.member.left_connection');
    expect(audit.body.items).toMatchObject([
      {
        actor: { kind: 'connection', name: 'Okta' },
        subject: { kind: 'user', name: 'Ann' },
        after: { record, membership: 'the connection "Entra ID"' },
      },
    ]);
    const log = `/manage/v1/connections/${okta.connection_id}/log?limit=1`;
    await expect
      .poll(async () => (await team.asAdmin.get<Items<object>>(log)).body.items)
      .toMatchObject([
        {
          subject: { kind: 'person', name: 'Ann' },
          warnings: [expect.stringContaining(`is ${record}. The membership stays`)],
        },
      ]);

    // A returning person is active again. No connection is responsible for a person who has left all of them.
    if (record === 'deleted') await okta.post('/Users', body);
    else await okta.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: true }]);
    expect(await leftIn()).toEqual(['active', []]);
    await entra.patch(`/Users/${kept}`, off);
    // A person who was deleted and created again belongs to the older connection, because the newest record manages the
    // membership.
    expect(await leftIn()).toEqual(record === 'deleted' ? ['active', ['Entra ID']] : ['deprovisioned', []]);
  },
);

test('finds audit entries by person and by words, in any order and case', async () => {
  const team = await managedTeam(service);
  await team.asAdmin.patch(`/manage/v1/members/${team.member.id}/roles`, { add: ['author'] });
  await team.asOwner.patch(`/manage/v1/members/${team.publisher.id}/roles`, { add: ['manager'] });
  const find = async (query: string) =>
    (await team.asAdmin.get<Items<{ kind: string; subject: { name: string } }>>(`/manage/v1/audit?${query}`)).body
      .items;
  const given = 'kind=team.member.role_granted';
  expect((await find(`${given}&q=MAX%20ada`)).map(({ subject }) => subject.name)).toEqual([team.member.name]);
  expect(await find(`${given}&q=nobody%20of%20that%20name`)).toEqual([]);
  const did = await find(`${given}&person_id=${team.owner.id}`);
  expect(did.map(({ subject }) => subject.name)).toEqual([team.publisher.name]);
  await team.asAdmin.post('/manage/v1/groups', { display_name: 'GROẞE Straße İstanbul' });
  const folded = ['große strasse', 'STRASSE', 'istanbul', 'İSTANBUL grosse'].map((q) =>
    find(`kind=team.group.created&q=${encodeURIComponent(q)}`),
  );
  expect((await Promise.all(folded)).map(({ length }) => length)).toEqual([1, 1, 1, 1]);
  const long = await team.asAdmin.get(`/manage/v1/audit?q=${'x'.repeat(201)}`);
  expect([long.status, slugOf(long)]).toEqual([400, 'bad-request']);
});

test('records the origin of each action: the address and device behind people, keys and connections', async () => {
  const team = await managedTeam(service);
  const okta = await connect(service, team.team_id, 'Okta');
  await okta.user('Ann');
  const made = await team.asAdmin.send<{ id: string }>(
    'POST',
    '/manage/v1/groups',
    { display_name: 'Writers' },
    { 'User-Agent': `Mozilla/5.0 ${'x'.repeat(400)}` },
  );
  expect(made.status).toBe(201);
  await team.author.speaks.post('/v1/trails', { document: { title: 'From afar' } }, { 'User-Agent': 'cairn-ci/7' });
  interface Entry {
    readonly actor: { readonly kind: string; readonly address?: string; readonly device?: string };
  }
  const latest = async (kind: string) =>
    (await team.asAdmin.get<Items<Entry>>(`/manage/v1/audit?limit=1&kind=${kind}`)).body.items[0]?.actor;
  const person = await latest('team.group.created');
  expect([person?.kind, person?.device?.length]).toEqual(['person', 300]);
  expect(person?.address).toMatch(/127\.0\.0\.1|::1/);
  expect(await latest('trail.created')).toMatchObject({ kind: 'credential', device: 'cairn-ci/7' });
  expect(await latest('team.member.added')).toMatchObject({ kind: 'connection', address: person?.address });
});
