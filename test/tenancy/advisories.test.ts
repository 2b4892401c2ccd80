// Security advisories of comparable products, tried on this one. Each has a test in this file, or names a test
// elsewhere.
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Managed, managedTeam } from '../doors/manage/support.ts';
import { bareConnection, connect, userBody } from '../doors/scim/support/connection.ts';
import { signedIn } from '../doors/sign-in/browser.ts';
import { publishedTrail } from '../support/published-trail.ts';
import { slugOf } from '../support/speaker.ts';
import { type World, world } from '../support/world.ts';

let service: World;
let team: Managed;
beforeAll(async () => {
  service = await world({ CAIRN_PUBLIC_URL: 'http://localhost:8080' });
  team = await managedTeam(service);
});
afterAll(() => service.close());

/** Tests elsewhere: the advisory, the file, and a part of the test's title. */
const ELSEWHERE = [
  [
    'ciso-assistant #4658, authorizer #503: directory sync prepares or rewrites the address of an account',
    'test/tenancy/borrowed-addresses.test.ts',
    'refuses a password, a session and a link from before the rename',
  ],
  [
    'Grafana CVE-2026-22640: an admin of a workspace removes the admin of the service',
    'test/tenancy/borrowed-addresses.test.ts',
    "changes an operator's record and never the account",
  ],
  [
    'Grafana CVE-2025-41115: a directory sync that an outsider set up makes admins',
    'test/tenancy/confirmed-connections.test.ts',
    'refuses a token and a client secret from a link until an admin confirms them, and says why',
  ],
  [
    'Keycloak CVE-2026-1035: a code or a refresh token is redeemed twice at the same time',
    'test/doors/oauth/retried-uses.test.ts',
    'gives six tokens of one family when it is sent six times at once to two processes',
  ],
  [
    'Outline CVE-2026-43890: a request names two ids, and only one is checked',
    'test/tenancy/as-if-unknown.test.ts',
    "does not distinguish another workspace's id from an unknown one",
  ],
  [
    'Keycloak CVE-2026-9087: an identity of a provider is linked to the account of a person who did not ask for it',
    'test/doors/sign-in/single-sign-on-confirmation.test.ts',
    'links nothing for another site, another browser, another session or a signed-out person',
  ],
  [
    'Langflow CVE-2026-5022: images tell strangers what exists, and cannot be closed',
    'test/doors/private-images.test.ts',
    'gives an image a different address in each workspace',
  ],
  [
    'MCP SDK CVE-2025-66414: a page points its own name at /mcp (DNS rebinding)',
    'test/doors/mcp/who-may-connect.test.ts',
    'responds to a page from %s with %i',
  ],
] as const;

test.each(ELSEWHERE)('%s', (_, file, title) => {
  expect(existsSync(file) && readFileSync(file, 'utf8')).toContain(title);
});

test('Grafana CVE-2025-41115: never uses an id from a directory as its own id', async () => {
  const sync = await connect(service, team.team_id);
  for (const [name, mark] of [
    ['one', { externalId: team.owner.id }],
    ['two', { id: team.admin.id }],
    ['three', { externalId: '1', id: '1' }],
  ] as const) {
    const sent = { ...userBody(name, name), userName: `${name}@elsewhere.example`, ...mark };
    const made = await sync.post('/Users', sent);
    expect(made.status).toBe(201);
    expect([team.owner.id, team.admin.id, '1']).not.toContain(made.body.id);
  }
  const owner = await team.asOwner.get<{ person: { email: string } }>('/manage/v1/session');
  expect(owner.body.person.email).toBe(team.owner.email);
});

test('onyx #14110: takes over a group by name together with its roles for a token of an admin, as the contract says', async () => {
  const fresh = await managedTeam(service);
  const made = await fresh.asAdmin.post<{ id: string }>('/manage/v1/groups', { display_name: 'IT Admins' });
  const group = `/manage/v1/groups/${made.body.id}`;
  await fresh.asAdmin.put(`${group}/roles`, { roles: ['admin'] });
  const sync = await connect(service, fresh.team_id);
  await sync.group('it admins', [await sync.user('pushed')]);
  const taken = await fresh.asAdmin.get<{ roles: string[]; source: unknown }>(group);
  expect([taken.body.roles, taken.body.source]).toEqual([['admin'], expect.anything()]);
});

test('Grafana CVE-2026-28380: requires trails:write to delete a live trail, as the contract says', async () => {
  const trail = await publishedTrail(team.publisher.speaks, {
    title: 'A live trail',
    description: 'You read it.',
    trigger: { when: 'Always.', keywords: ['live'], examples: [{ text: 'read it', expect: 'match' }] },
    prompts: [{ label: 'Read', body: 'Read {{it}}.' }],
  });
  const reading = await team.key(team.author.id, { scopes: ['trails:read'] });
  expect(slugOf(await reading.speaks.delete(`/v1/trails/${trail}`))).toBe('insufficient-scope');
  expect(slugOf(await team.author.speaks.post(`/v1/trails/${trail}/unpublish`))).toBe('forbidden');
  expect((await team.author.speaks.delete(`/v1/trails/${trail}`)).status).toBe(204);
});

test('Keycloak CVE-2026-1529: accepts an invitation only for the invited address, and only into its workspace', async () => {
  const [next, stranger] = [await managedTeam(service), await managedTeam(service)];
  const invited = { email: stranger.member.email, name: 'Invited', roles: ['admin'] };
  expect((await team.asAdmin.post('/manage/v1/members', invited)).status).toBe(202);
  const { body } = await team.asAdmin.get<{ items: { id: string }[] }>('/manage/v1/invitations');
  const accept = `/manage/v1/session/invitations/${body.items[0]?.id}/accept`;
  for (const { email } of [next.owner, next.member, stranger.owner, team.member]) {
    const visitor = await signedIn(service, email);
    expect(slugOf(await visitor.send('POST', accept, { team_id: next.team_id }))).toBe('not-found');
  }
  const visitor = await signedIn(service, stranger.member.email);
  expect((await visitor.send('POST', accept)).status).toBe(200);
  const people = await next.asAdmin.get<{ items: { id: string }[] }>('/manage/v1/members');
  expect(people.body.items.map(({ id }) => id)).not.toContain(stranger.member.id);
});

test("Outline CVE-2026-28506, CVE-2026-24901: never shows other people's drafts, neither in the log nor after deletion", async () => {
  const draft = await team.author.speaks.post<{ id: string }>('/v1/trails', { title: 'A secret draft' });
  for (const speaks of [team.asMember, await asPublisher()])
    for (const path of ['/manage/v1/audit', '/manage/v1/audit/export'])
      expect(slugOf(await speaks.get(path))).toBe('forbidden');
  expect((await team.author.speaks.delete(`/v1/trails/${draft.body.id}`)).status).toBe(204);
  for (const path of ['', '/document', '/versions', '/versions/1'])
    expect(slugOf(await team.owner.speaks.get(`/v1/trails/${draft.body.id}${path}`))).toBe('not-found');
  expect(slugOf(await team.owner.speaks.post(`/v1/trails/${draft.body.id}/versions/1/restore`))).toBe('not-found');
});

const asPublisher = async () => {
  const { email } = team.publisher;
  const visitor = await signedIn(service, email);
  return { get: (path: string) => visitor.send('GET', path) };
};

test('Outline CVE-2026-33640: creates device codes out of 20^8 values, and limits how fast a session can guess', async () => {
  const limited = await world({ CAIRN_PUBLIC_URL: 'http://localhost:8080', CAIRN_RATE_SCALE: '1' });
  try {
    const begun = await fetch(`${limited.address}/oauth/device`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'cairn-cli' }),
    });
    const { user_code } = (await begun.json()) as { user_code: string };
    expect(user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    const { asMember } = await managedTeam(limited);
    const slugs: string[] = [];
    for (let guess = 0; guess < 200 && slugs.at(-1) !== 'rate-limited'; guess += 1)
      slugs.push(slugOf(await asMember.post('/manage/v1/device', { user_code: 'BCDF-BCDF' })));
    expect(slugs.at(-1)).toBe('rate-limited');
  } finally {
    await limited.close();
  }
});

test('kanidm CVE-2026-46689: refuses a deeply nested filter before it costs anything', async () => {
  const sync = await bareConnection(service);
  const nested = (levels: number) => `${'('.repeat(levels)}userName pr${')'.repeat(levels)}`;
  expect((await sync.get(`/Users?filter=${nested(20)}`)).status).toBe(200);
  for (const levels of [100, 3_000]) {
    const heard = await sync.get(`/Users?filter=${nested(levels)}`);
    expect([heard.status, heard.body.scimType]).toEqual([400, 'invalidFilter']);
  }
  const posted = { schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'], filter: nested(100_000) };
  expect((await sync.post('/Users/.search', posted)).status).toBe(400);
});
