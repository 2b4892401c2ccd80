// A set-up link opens only its own connection. The access matrix tries it at every other door.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { type Managed, managedTeam } from '../doors/manage/support.ts';
import { type Speaker, slugOf } from '../support/speaker.ts';
import { type World, world } from '../support/world.ts';

let service: World;
let team: Managed;
let one: string;
let other: string;

interface MadeLink {
  readonly link: { readonly link_id: string; readonly note: string };
  readonly url: string;
}
interface Connection {
  readonly id: string;
  readonly name: string;
  readonly tokens: readonly { readonly id: string; readonly state: string }[];
}

beforeAll(async () => {
  service = await world();
  team = await managedTeam(service);
  one = await connectionOf(team, 'Okta');
  other = await connectionOf(team, 'Entra ID');
});
afterAll(() => service.close());

async function connectionOf({ asAdmin }: Managed, name: string): Promise<string> {
  const made = await asAdmin.post<{ connection_id: string }>('/manage/v1/connections', { name, expires: '90d' });
  return made.body.connection_id;
}

const linkOf = async (speaker: Speaker, id = one, note = 'Jo of IT') => {
  const { status, body } = await speaker.post<MadeLink>(`/manage/v1/connections/${id}/setup-links`, { note });
  expect(status).toBe(201);
  return { id: body.link.link_id, speaks: service.bearer(new URL(body.url).hash.slice('#token='.length)) };
};

test('shows only its own connection, and no other one of the workspace', async () => {
  const { speaks } = await linkOf(team.asAdmin);
  const next = await managedTeam(service);
  const foreign = await connectionOf(next, 'Okta');
  const seen = await speaks.get<{ connection_id: string; note: string }>('/setup/v1/link');
  expect([seen.status, seen.body.connection_id, seen.body.note]).toEqual([200, one, 'Jo of IT']);
  expect((await speaks.get<Connection>(`/setup/v1/connections/${one}`)).body.name).toBe('Okta');
  for (const id of [other, foreign, newId()]) {
    const at = `/setup/v1/connections/${id}`;
    for (const [method, path, body] of [
      ['GET', at, undefined],
      ['POST', `${at}/tokens`, {}],
      ['DELETE', `${at}/tokens/${newId()}`, undefined],
      ['POST', `${at}/client-secrets`, {}],
      ['DELETE', `${at}/client-secrets/${newId()}`, undefined],
    ] as const)
      expect([path, slugOf(await speaks.send(method, path, body))]).toEqual([path, 'not-found']);
  }
  expect((await team.asAdmin.get<Connection>(`/manage/v1/connections/${other}`)).body.tokens).toHaveLength(1);
});

test('rotates the token, which then works, and names the link in the audit log instead of an account', async () => {
  const { speaks } = await linkOf(team.asAdmin);
  const at = `/setup/v1/connections/${one}`;
  const [first] = (await speaks.get<Connection>(at)).body.tokens;
  const made = await speaks.post<{ token: string }>(`${at}/tokens`, { expires: '1y' });
  expect(made.status).toBe(201);
  expect((await team.asAdmin.post(`/manage/v1/connections/${one}/confirm`, {})).status).toBe(200);
  expect((await service.bearer(made.body.token).get(`/scim/v2/${one}/Users`)).status).toBe(200);
  expect((await speaks.delete(`${at}/tokens/${first?.id}`)).status).toBe(204);
  const secret = await speaks.post<{ client_secret: string; secret_id: string }>(`${at}/client-secrets`, {});
  expect([secret.status, secret.body.client_secret.startsWith('svc_secret_')]).toEqual([201, true]);
  expect((await speaks.delete(`${at}/client-secrets/${secret.body.secret_id}`)).status).toBe(204);
  const log = await team.asAdmin.get<{ items: { kind: string; actor: { kind: string; name: string } }[] }>(
    '/manage/v1/audit?kind=team.connection.token_created&limit=1',
  );
  expect(log.body.items[0]?.actor).toMatchObject({ kind: 'credential', name: 'Jo of IT (set-up link)' });
});

test('opens nothing if it was revoked, has expired or is mistyped, or its connection was deleted', async () => {
  const revoked = await linkOf(team.asAdmin);
  expect((await team.asAdmin.delete(`/manage/v1/connections/${one}/setup-links/${revoked.id}`)).status).toBe(204);
  const gone = await connectionOf(team, 'Short-lived');
  const orphan = await linkOf(team.asAdmin, gone);
  expect((await team.asAdmin.delete(`/manage/v1/connections/${gone}`)).status).toBe(204);
  const late = await linkOf(team.asAdmin);
  expect((await late.speaks.get('/setup/v1/link')).status).toBe(200);
  service.clock.advance(7 * 24 * 3_600_000 + 1);
  for (const speaks of [
    revoked.speaks,
    orphan.speaks,
    late.speaks,
    service.bearer('svc_setup_garbage'),
    service.anyone,
  ])
    expect(slugOf(await speaks.get('/setup/v1/link'))).toBe('unauthorized');
});

test('can be created, seen and revoked only by admins, at most five at a time, each with a name', async () => {
  const fresh = await managedTeam(service);
  const id = await connectionOf(fresh, 'Ping');
  const at = `/manage/v1/connections/${id}/setup-links`;
  const stranger = await managedTeam(service);
  const made = await linkOf(fresh.asAdmin, id);
  for (const [speaker, slug] of [
    [fresh.asMember, 'forbidden'],
    [stranger.asAdmin, 'not-found'],
  ] as const) {
    expect(slugOf(await speaker.get(at))).toBe(slug);
    expect(slugOf(await speaker.post(at, { note: 'me' }))).toBe(slug);
    expect(slugOf(await speaker.delete(`${at}/${made.id}`))).toBe(slug);
  }
  for (const note of ['', '   ', 'x'.repeat(121)])
    expect(slugOf(await fresh.asAdmin.post(at, { note }))).toBe('validation');
  for (let count = 1; count < 5; count += 1) await linkOf(fresh.asAdmin, id, `Person ${count}`);
  expect(slugOf(await fresh.asAdmin.post(at, { note: 'one more' }))).toBe('conflict');
  const listed = await fresh.asAdmin.get<{ items: { note: string }[] }>(at);
  expect(listed.body.items).toHaveLength(5);
  expect(JSON.stringify(listed.body)).not.toContain('svc_setup_');
});
