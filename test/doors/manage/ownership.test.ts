// An admin can create sign-in links for any member except the Owner. Sessions opened in a person's name before they
// became the Owner must not become sessions of the Owner.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { type Browser, browser, linkFor, type SessionBody, signedIn } from '../sign-in/browser.ts';
import { type Managed, managedTeam } from './support.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const SESSION = '/manage/v1/session';

async function linkOf(team: Managed): Promise<string | null> {
  const made = await team.asAdmin.post<{ url: string }>(`/manage/v1/members/${team.member.id}/sign-in-link`);
  return new URLSearchParams(new URL(made.body.url).hash.slice(1)).get('token');
}

/** A browser in which a link from an admin was used. */
async function byLinkOf(team: Managed): Promise<Browser> {
  const visitor = browser(service);
  expect((await visitor.send('POST', '/sign-in/link', { token: await linkOf(team) })).status).toBe(200);
  return visitor;
}

const form = <Body>(path: string, fields: Record<string, string>) =>
  service.anyone.send<Body>('POST', path, new URLSearchParams(fields).toString(), {
    'Content-Type': 'application/x-www-form-urlencoded',
  });

/** A terminal that the browser has approved, but that has not fetched its session yet. */
async function terminalOf(visitor: Browser): Promise<Record<string, string>> {
  const { body } = await form<{ device_code: string; user_code: string }>('/oauth/device', { client_id: 'cairn-cli' });
  const decision = { user_code: body.user_code, allow: true };
  expect((await visitor.send('POST', '/manage/v1/device/decision', decision)).status).toBe(204);
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  return { client_id: 'cairn-cli', grant_type, device_code: body.device_code };
}

test('revokes sessions and keys that an admin could have created as the new Owner', async () => {
  const team = await managedTeam(service);
  const [opened, unused] = [await byLinkOf(team), await linkOf(team)];
  const terminal = await terminalOf(opened);
  const own = await signedIn(service, team.member.email, team.team_id);
  const ownLink = await linkFor(service, team.member.email, team.team_id);
  const ofAdmin = await signedIn(service, team.admin.email, team.team_id);
  const given = await team.asOwner.post('/manage/v1/team/transfer', { user_id: team.member.id });
  expect(given.status).toBe(200);

  expect((await opened.send('GET', SESSION)).status).toBe(401);
  expect(slugOf(await browser(service).send('POST', '/sign-in/link', { token: unused }))).toBe('unauthorized');
  expect((await form<{ error: string }>('/oauth/token', terminal)).body.error).toBe('invalid_grant');
  // The operator of the service has vouched for these.
  expect((await own.send<SessionBody>('GET', SESSION)).body.roles).toContain('owner');
  expect((await browser(service).send('POST', '/sign-in/link', { token: ownLink })).status).toBe(200);
  expect((await ofAdmin.send('GET', SESSION)).status).toBe(200);
  const audit = await team.asAdmin.get<{ items: { after: object }[] }>('/manage/v1/audit?kind=team.member.signed_out');
  expect(audit.body.items.map(({ after }) => after)).toEqual([{ sessions: 1 }]);
});

test('disables a password that an admin may have set, but keeps one that the person set for every workspace', async () => {
  const new_password = 'a heap of stones marks the way';
  const setIn = (visitor: Browser) => visitor.send('PUT', `${SESSION}/password`, { new_password });
  const signIn = (email: string) =>
    browser(service).send('POST', '/sign-in/password', { email, password: new_password });
  const [confined, own] = [await managedTeam(service), await managedTeam(service)];
  expect((await setIn(await byLinkOf(confined))).status).toBe(204);
  expect((await setIn(await signedIn(service, own.member.email))).status).toBe(204);
  for (const team of [confined, own]) {
    expect((await signIn(team.member.email)).status).toBe(200);
    await team.asOwner.post('/manage/v1/team/transfer', { user_id: team.member.id });
  }
  expect([slugOf(await signIn(confined.member.email)), (await signIn(own.member.email)).status]).toEqual([
    'unauthorized',
    200,
  ]);
  const audit = '/manage/v1/audit?kind=account.password_removed';
  const kept = await Promise.all([confined, own].map((team) => team.asAdmin.get<{ items: unknown[] }>(audit)));
  expect(kept.map(({ body }) => body.items.length)).toEqual([1, 0]);
});

test('ends nothing if ownership is transferred to the current Owner', async () => {
  const team = await managedTeam(service);
  await team.asOwner.post('/manage/v1/team/transfer', { user_id: team.member.id });
  const owner = await signedIn(service, team.member.email, team.team_id);
  expect((await owner.send('POST', '/manage/v1/team/transfer', { user_id: team.member.id })).status).toBe(200);
  expect((await owner.send('GET', SESSION)).status).toBe(200);
});
