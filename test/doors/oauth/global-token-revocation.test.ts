// Global Token Revocation (Okta Universal Logout): the workspace's identity provider ends everything with which a
// person is signed in, in every process, before it gets its response.
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { sql } from '../../../src/storage/sql.ts';
import { type World, world } from '../../support/world.ts';
import { type Managed, managedTeam, sessionToken } from '../manage/support.ts';
import { signedIn } from '../sign-in/browser.ts';
import { codeFor, connected, PUBLIC, postForm, redeem, refreshed, registered } from './oauth-world.ts';
import { type SigningIssuer, signingIssuer } from './signing-issuer.ts';

let here: World;
let second: World;
let provider: SigningIssuer;
let team: Managed;
/** Has the same provider. */
let neighbor: Managed;
beforeAll(async () => {
  here = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  second = here.config.database.kind === 'postgres' ? await here.second() : here;
  provider = await signingIssuer();
  team = await withProvider();
  neighbor = await withProvider();
});
afterAll(async () => {
  if (second !== here) await second.close();
  await here.close();
  await provider.close();
});

const TYPE = 'global-token-revocation+jwt';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

async function withProvider(): Promise<Managed> {
  const made = await managedTeam(here);
  const sso = { issuer: provider.issuer, client_id: 'cairn', client_secret: null, enabled: true, required: false };
  expect((await made.asAdmin.put('/manage/v1/sso', sso)).status).toBe(204);
  return made;
}

const pathOf = ({ team_id }: Pick<Managed, 'team_id'>) => `/oauth/global-token-revocation/${team_id}`;
const claims = (more: JWTPayload = {}): JWTPayload => {
  const now = Math.floor(here.clock() / 1_000);
  const own = { iss: provider.issuer, sub: 'cairn', aud: PUBLIC + pathOf(team), jti: crypto.randomUUID() };
  return { ...own, nbf: now - 300, iat: now, exp: now + 300, ...more };
};
const byEmail = (email = '') => ({ sub_id: { format: 'email', email } });
const send = (jwt: string, body: unknown, of: Pick<Managed, 'team_id'> = team) =>
  here.bearer(jwt).post<{ error_description: string }>(pathOf(of), body);
const ask = async (body: unknown, more: JWTPayload = {}) =>
  send(await provider.sign(claims(more), { typ: TYPE }), body);

/** The statuses in every process. */
const opened = (credential: string, path: string): Promise<number[]> =>
  Promise.all([here, second].map(async (process) => (await process.bearer(credential).get(path)).status));

test('ends sessions, apps, AI tools and approved codes in every process, and lets the person sign in again', async () => {
  const { id, email } = team.member;
  const app = (await registered(here)).client_id;
  const deviceApp = (await registered(here, { grant_types: [DEVICE_GRANT], redirect_uris: [] })).client_id;
  const tokens = await connected(here, email, app);
  const visitor = await signedIn(here, email);
  const { code, verifier } = await codeFor(here, email, app);
  const approved = async (client_id: string) => {
    const { body } = await postForm<{ device_code: string; user_code: string }>(here, '/oauth/device', { client_id });
    await visitor.send('POST', '/manage/v1/device/decision', { user_code: body.user_code, allow: true });
    return { grant_type: DEVICE_GRANT, client_id, device_code: body.device_code };
  };
  const [device, commandLine] = [await approved(deviceApp), await approved('cairn-cli')];
  const cli = await sessionOf(team, id);
  expect(await opened(tokens.access_token, '/v1/me')).toEqual([200, 200]);
  expect(await opened(cli, '/manage/v1/session')).toEqual([200, 200]);

  expect((await ask(byEmail(email))).status).toBe(204);

  expect(await opened(tokens.access_token, '/v1/me')).toEqual([401, 401]);
  expect(await opened(cli, '/manage/v1/session')).toEqual([401, 401]);
  expect((await visitor.send('GET', '/manage/v1/session')).status).toBe(401);
  expect((await refreshed(here, app, tokens.refresh_token ?? '')).status).toBe(400);
  for (const answer of [
    await redeem(here, app, code, verifier),
    await postForm(here, '/oauth/token', device),
    await postForm(here, '/oauth/token', commandLine),
  ])
    if (answer.status === 200) {
      expect(await opened(answer.body.access_token, '/v1/me')).toEqual([401, 401]);
      expect(await opened(answer.body.access_token, '/manage/v1/session')).toEqual([401, 401]);
    }
  expect(await opened(await sessionOf(team, id), '/manage/v1/session')).toEqual([200, 200]);
  const { body } = await team.asAdmin.get<{ items: { kind: string; actor: { name: string } }[] }>(
    '/manage/v1/audit?kind=team.member.signed_out',
  );
  expect(body.items[0]).toMatchObject({ actor: { kind: 'system', name: new URL(provider.issuer).host } });
});

const sessionOf = async ({ team_id }: Managed, account_id: string): Promise<string> =>
  sessionToken(here, team_id, account_id);

test('finds people by their subject at the provider, their id in Cairn, and the id of their SCIM user', async () => {
  const { id } = team.member;
  const { database } = here.app;
  const subject = newId();
  const made = await team.asAdmin.post<{ connection_id: string; token: string }>('/manage/v1/connections', {
    name: newId(),
  });
  const scim = here.bearer(made.body.token);
  const user = { userName: `${newId()}@acme.test`, displayName: 'Vera' };
  const { body } = await scim.post<{ id: string }>(`/scim/v2/${made.body.connection_id}/Users`, user);
  await database.rows(sql`
    insert into single_sign_on_links (team_id, issuer, subject, account_id, linked_at)
    values (${team.team_id}, ${provider.issuer}, ${subject}, ${id}, now())`);
  const status = async (sub_id: object) => (await ask({ sub_id })).status;
  expect(await status({ format: 'iss_sub', iss: provider.issuer, sub: subject })).toBe(204);
  expect(await status({ format: 'opaque', id })).toBe(204);
  expect(await status({ format: 'opaque', id: body.id })).toBe(204);
  expect((await ask({ subject: { format: 'email', email: team.member.email.toUpperCase() } })).status).toBe(204);
  expect(await status({ format: 'iss_sub', iss: 'https://other.example', sub: subject })).toBe(404);
  expect(await status({ format: 'iss_sub', iss: provider.issuer, sub: 'nobody' })).toBe(404);
  expect(await status({ format: 'opaque', id: 'nobody' })).toBe(404);
  for (const malformed of [
    undefined,
    null,
    'x',
    [],
    {},
    { format: 'phone_number', phone_number: '1' },
    { format: 'email' },
    { format: 'email', email: 7 },
    { format: 'iss_sub', iss: provider.issuer },
    { format: 'opaque', id: 'a\0b' },
  ])
    expect((await ask({ sub_id: malformed })).status).toBe(400);
});

describe('a signal is refused, and ends nothing,', () => {
  const refusals: readonly (readonly [string, () => Promise<string>])[] = [
    ['of an issuer that is not the provider', () => signed({ iss: 'https://login.stranger.example' })],
    ['for another workspace', () => signed({ aud: PUBLIC + pathOf(neighbor) })],
    ['for the whole service', () => signed({ aud: PUBLIC })],
    ['for two audiences', () => signed({ aud: [PUBLIC + pathOf(team), 'https://elsewhere.example'] })],
    ['without an id', () => signed({ jti: undefined as never })],
    ['without the time of issue', () => signed({ iat: undefined as never })],
    ['from the last hour', () => signed({ iat: seconds() - 3_600, exp: seconds() - 3_300 })],
    ['that is six minutes old', () => signed({ iat: seconds() - 360, exp: seconds() - 60 })],
    ['from the future', () => signed({ iat: seconds() + 60, exp: seconds() + 300 })],
    ['that is not valid yet', () => signed({ nbf: seconds() + 60 })],
    ['that is valid for an hour', () => signed({ exp: seconds() + 3_600 })],
    ['that is an ID token', () => provider.sign(claims(), { typ: 'JWT' })],
    ['that another key signed', () => provider.forge(claims())],
    ['without a signature', async () => `${(await signed()).split('.').slice(0, 2).join('.')}.`],
    ['that is garbage', async () => 'garbage'],
  ];
  const seconds = () => Math.floor(here.clock() / 1_000);
  const signed = (more: JWTPayload = {}) => provider.sign(claims(more), { typ: TYPE });

  test.each(refusals)('%s', async (_, sign) => {
    const session = await sessionOf(team, team.member.id);
    expect((await send(await sign(), byEmail(team.member.email))).status).toBe(401);
    expect(await opened(session, '/manage/v1/session')).toEqual([200, 200]);
  });

  test('that has been used, in any process', async () => {
    const jwt = await signed();
    expect((await send(jwt, byEmail(team.member.email))).status).toBe(204);
    const session = await sessionOf(team, team.member.id);
    for (const process of [here, second]) {
      const again = await process
        .bearer(jwt)
        .post<{ error_description: string }>(pathOf(team), byEmail(team.member.email));
      expect(again.status).toBe(401);
      expect(again.body.error_description).toContain('jti');
    }
    expect(await opened(session, '/manage/v1/session')).toEqual([200, 200]);
  });

  test('that is used twice at the same time', async () => {
    const jwt = await signed();
    const answers = await Promise.all([1, 2, 3].map(() => send(jwt, byEmail(team.member.email))));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401, 401]);
  });

  test('about people of another workspace with the same provider, whose sessions stay', async () => {
    const theirs = await sessionOf(neighbor, neighbor.member.id);
    expect((await ask(byEmail(neighbor.member.email))).status).toBe(404);
    expect((await ask({ sub_id: { format: 'opaque', id: neighbor.member.id } })).status).toBe(404);
    expect(await opened(theirs, '/manage/v1/session')).toEqual([200, 200]);
  });

  test('if the workspace does not exist or has no provider, with the same words', async () => {
    const without = await managedTeam(here);
    const answers = [];
    for (const of of [without, { team_id: newId() }]) {
      const jwt = await signed({ aud: PUBLIC + pathOf(of) });
      answers.push((await send(jwt, byEmail(without.member.email), of)).body.error_description);
    }
    expect(new Set(answers).size).toBe(1);
    expect((await here.anyone.post(pathOf(team), byEmail(team.member.email))).status).toBe(401);
  });

  test('if an admin has just replaced the provider', async () => {
    const moved = await withProvider();
    const jwt = await signed({ aud: PUBLIC + pathOf(moved) });
    await moved.asAdmin.delete('/manage/v1/sso');
    expect((await send(jwt, byEmail(moved.member.email), moved)).status).toBe(401);
  });
});
