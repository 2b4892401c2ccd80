// Tokens and secrets created through a set-up link are refused until an admin confirms the connection, and end with the
// link.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { type Managed, managedTeam } from '../doors/manage/support.ts';
import { type Speaker, slugOf } from '../support/speaker.ts';
import { type World, world } from '../support/world.ts';

let service: World;
let team: Managed;
beforeAll(async () => {
  service = await world();
  team = await managedTeam(service);
});
afterAll(() => service.close());

interface Listed {
  readonly id: string;
  readonly state: string;
  readonly setup_link: string | null;
  readonly expires_at: string | null;
}
interface Connection {
  readonly confirmed_at: string | null;
  readonly tokens: readonly Listed[];
  readonly client_secrets: readonly Listed[];
}

/** A connection with a set-up link, and an identity provider that uses what was created with the link. */
async function linked(name: string, { asAdmin }: Managed = team) {
  const made = await asAdmin.post<{ connection_id: string; token: string }>('/manage/v1/connections', { name });
  const id = made.body.connection_id;
  const at = `/manage/v1/connections/${id}`;
  const link = await asAdmin.post<{ link: { link_id: string }; url: string }>(`${at}/setup-links`, { note: 'Jo' });
  const jo = service.bearer(new URL(link.body.url).hash.slice('#token='.length));
  const setup = `/setup/v1/connections/${id}`;
  const form = (client_secret: string) =>
    service.anyone.send<{ access_token?: string; error_description?: string }>(
      'POST',
      '/oauth/token',
      new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret }).toString(),
      { 'Content-Type': 'application/x-www-form-urlencoded' },
    );
  return {
    ...{ id, at, jo, setup, form, adminToken: made.body.token, link_id: link.body.link.link_id },
    token: async () => (await jo.post<{ token: string }>(`${setup}/tokens`, {})).body.token,
    secret: async () => (await jo.post<{ client_secret: string }>(`${setup}/client-secrets`, {})).body.client_secret,
    users: async (token: string) =>
      service.bearer(token).get<{ detail?: string; schemas: string[] }>(`/scim/v2/${id}/Users`),
    confirm: (speaker: Speaker = asAdmin) => speaker.post<Connection>(`${at}/confirm`),
    read: async () => (await asAdmin.get<Connection>(at)).body,
    revoke: () => asAdmin.delete(`${at}/setup-links/${link.body.link.link_id}`),
  };
}

test('refuses a token and a client secret from a link until an admin confirms them, and says why', async () => {
  const okta = await linked('Okta');
  const [token, secret] = [await okta.token(), await okta.secret()];
  const early = await okta.users(token);
  expect([early.status, early.body.schemas]).toEqual([401, ['urn:ietf:params:scim:api:messages:2.0:Error']]);
  expect(early.body.detail).toContain('confirmed the connection');
  const asked = await okta.form(secret);
  expect([asked.status, asked.body.error_description]).toEqual([401, expect.stringContaining('confirmed')]);
  const before = await okta.read();
  expect(before.confirmed_at).toBeNull();
  expect(before.tokens).toMatchObject([
    { state: 'waiting', setup_link: 'Jo' },
    { state: 'valid', setup_link: null },
  ]);
  expect(before.client_secrets).toMatchObject([{ state: 'waiting', setup_link: 'Jo' }]);
  expect((await okta.users(okta.adminToken)).status).toBe(200);

  const confirmed = await okta.confirm();
  expect([confirmed.status, confirmed.body.tokens[0]?.state]).toEqual([200, 'valid']);
  expect((await okta.users(token)).status).toBe(200);
  const issued = (await okta.form(secret)).body.access_token ?? '';
  expect((await okta.users(issued)).status).toBe(200);
  const again = await okta.confirm();
  expect(again.body.confirmed_at).toBe(confirmed.body.confirmed_at);
  const log = await team.asAdmin.get<{ items: { subject: { id: string } }[] }>(
    '/manage/v1/audit?kind=team.connection.confirmed',
  );
  expect(log.body.items.filter(({ subject }) => subject.id === okta.id)).toHaveLength(1);
});

test('needs one confirmation per connection, which also covers later links', async () => {
  const ping = await linked('Ping');
  const first = await ping.token();
  await ping.confirm();
  const next = await team.asAdmin.post<{ url: string }>(`${ping.at}/setup-links`, { note: 'Sam' });
  const sam = service.bearer(new URL(next.body.url).hash.slice('#token='.length));
  await ping.jo.delete(`${ping.setup}/tokens/${(await ping.read()).tokens.at(-1)?.id}`);
  const later = await sam.post<{ token: string }>(`${ping.setup}/tokens`, { expires: '90d' });
  expect([(await ping.users(first)).status, (await ping.users(later.body.token)).status]).toEqual([200, 200]);
});

test('ends only the credentials of a link when the link is revoked, whether or not they were confirmed', async () => {
  const entra = await linked('Entra ID');
  const [token, secret] = [await entra.token(), await entra.secret()];
  await entra.confirm();
  const issued = (await entra.form(secret)).body.access_token ?? '';
  expect((await entra.users(issued)).status).toBe(200);
  expect((await entra.revoke()).status).toBe(204);
  for (const one of [token, issued]) expect((await entra.users(one)).status).toBe(401);
  expect((await entra.form(secret)).status).toBe(401);
  expect((await entra.users(entra.adminToken)).status).toBe(200);
  expect((await entra.read()).tokens.map(({ state }) => state)).toEqual(['revoked', 'valid']);

  const google = await linked('Google');
  const unconfirmed = await google.token();
  expect((await google.revoke()).status).toBe(204);
  expect(slugOf(await google.confirm())).toBe('conflict');
  expect((await google.users(unconfirmed)).status).toBe(401);
});

test('keeps the credentials of a link when the link expires', async () => {
  const jump = await linked('JumpCloud');
  const token = await jump.token();
  await jump.confirm();
  service.clock.advance(8 * 24 * 3_600_000);
  expect((await jump.jo.get('/setup/v1/link')).status).toBe(401);
  expect((await jump.users(token)).status).toBe(200);
});

test('lets people with a link choose an expiry of at most a year', async () => {
  const login = await linked('OneLogin');
  for (const expires of ['none', '2y', '', 'forever'])
    expect(slugOf(await login.jo.post(`${login.setup}/tokens`, { expires }))).toBe('validation');
  for (const expires of ['none', '2y', '3y'])
    expect(slugOf(await login.jo.post(`${login.setup}/client-secrets`, { expires }))).toBe('validation');
  await login.token();
  const [made] = (await login.read()).tokens;
  expect(Date.parse(made?.expires_at ?? '') - service.clock()).toBeLessThanOrEqual(365 * 24 * 3_600_000);
});

test('lets only admins of the workspace confirm, and only if a confirmation is pending', async () => {
  const other = await linked('Other');
  const neighbor = await managedTeam(service);
  expect(slugOf(await other.confirm())).toBe('conflict');
  await other.token();
  for (const [speaker, slug] of [
    [team.asMember, 'forbidden'],
    [neighbor.asAdmin, 'not-found'],
    [service.anyone, 'unauthorized'],
    [other.jo, 'unauthorized'],
    [service.bearer(other.adminToken), 'unauthorized'],
  ] as const)
    expect(slugOf(await other.confirm(speaker))).toBe(slug);
  expect(slugOf(await other.jo.post(`${other.setup}/confirm`))).toBe('not-found');
  expect(slugOf(await team.asAdmin.post(`/manage/v1/connections/${newId()}/confirm`))).toBe('not-found');
  expect((await other.read()).confirmed_at).toBeNull();
  const both = await Promise.all([other.confirm(), other.confirm(team.asOwner)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
});

test('creates a token without an expiry only if an admin asks for one', async () => {
  const { asAdmin } = await managedTeam(service);
  const made = await asAdmin.post<{ connection_id: string; expires_at: string | null }>('/manage/v1/connections', {
    name: 'Okta',
  });
  expect(made.body.expires_at).not.toBeNull();
  const at = `/manage/v1/connections/${made.body.connection_id}/tokens`;
  const endless = await asAdmin.post<{ expires_at: string | null }>(at, { expires: 'none' });
  expect([endless.status, endless.body.expires_at]).toEqual([201, null]);
});
