import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAudit } from '../../../src/audit/read-audit.ts';
import { DEVICE_GRANT } from '../../../src/doors/oauth/own-clients.ts';
import { sealerOf } from '../../../src/identity/sealed-secret.ts';
import { sql } from '../../../src/storage/sql.ts';
import { slugOf } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { connected, postForm, refreshed, registered } from '../oauth/oauth-world.ts';
import { type Browser, browser, linkFor, signedIn } from './browser.ts';
import { type IdentityProvider, identityProvider } from './identity-provider.ts';
import { PUBLIC, REDIRECT, type SsoWorld, sessionOf, ssoWorld, whyNot } from './single-sign-on-world.ts';

let deps: SsoWorld;
let here: World;
let provider: IdentityProvider;
beforeAll(async () => {
  deps = await ssoWorld();
  ({ here, provider } = deps);
});
afterAll(() => deps.close());

test('accepts a link or password only from the Owner if single sign-on is required', async () => {
  const team = await deps.ssoTeam();
  const { address } = await team.known('mona');
  const set = (visitor: Browser) =>
    visitor.send('PUT', '/manage/v1/session/password', { new_password: 'a heap of stones' });
  await set(await signedIn(here, address));
  await set(await signedIn(here, team.owner.email));
  const early = await linkFor(here, address);
  expect((await deps.save(team, { ...(await settingsOf(team)), enabled: true, required: true })).status).toBe(204);

  const by = (email: string) =>
    browser(here).send('POST', '/sign-in/password', { email, password: 'a heap of stones' });
  expect(slugOf(await by(address))).toBe('forbidden');
  expect(slugOf(await browser(here).send('POST', '/sign-in/link', { token: early }))).toBe('forbidden');
  await expect(linkFor(here, address)).rejects.toThrow('single sign-on');
  expect((await by(team.owner.email)).status).toBe(200);
  expect((await sessionOf(await signedIn(here, team.owner.email))).sign_in).toMatchObject({
    method: 'link',
    sso_required: true,
  });
  expect((await sessionOf((await deps.comeIn(team, 'mona')).visitor)).sign_in.method).toBe('sso');
});

describe('turning on "single sign-on required"', () => {
  const requireIt = async (team: TestTeam) =>
    expect((await deps.save(team, { ...(await settingsOf(team)), enabled: true, required: true })).status).toBe(204);
  const statusOf = async (visitor: Browser) => (await visitor.send('GET', '/manage/v1/session')).status;

  test('ends sessions and apps that did not come from the provider, in this workspace only', async () => {
    const [team, neighbor] = [await deps.ssoTeam(), await here.team()];
    const { address } = await team.known('rosa');
    const { client_id } = await registered(here);
    const byLink = await signedIn(here, address, team.team_id);
    const bySso = (await deps.comeIn(team, 'rosa')).visitor;
    const owner = await signedIn(here, team.owner.email);
    const operator = await signedIn(here, (await here.operator()).email);
    const next = await signedIn(here, neighbor.author.email);
    const program = await programSession(byLink);
    const ownersProgram = await programSession(owner);
    const app = await connected(here, team.author.email, client_id);
    const ownersApp = await connected(here, team.owner.email, client_id);
    const nextApp = await connected(here, neighbor.author.email, client_id);
    const admitted = async () => [
      ...(await Promise.all([byLink, bySso, owner, operator, next].map(statusOf))),
      ...(await Promise.all(
        [program, ownersProgram].map(async (token) => (await here.bearer(token).get('/manage/v1/session')).status),
      )),
      ...(await Promise.all(
        [app, ownersApp, nextApp].map(async (one) => (await here.bearer(one.access_token).get('/v1/me')).status),
      )),
    ];
    expect(new Set(await admitted())).toEqual(new Set([200]));
    await requireIt(team);
    expect(await admitted()).toEqual([401, 200, 200, 200, 200, 401, 200, 401, 200, 200]);
    expect((await refreshed(here, client_id, app.refresh_token ?? '')).status).toBe(400);
    const [entry] = await readAudit(
      here.app.database,
      team.team_id,
      { kind: 'team.sso.updated' },
      { after: null, limit: 1 },
    );
    // The ended sessions include that of the admin who saved the setting.
    expect(entry?.after).toMatchObject({ required: true, ended_apps: 1, ended_sessions: expect.any(Number) });
    // A program that was connected afterwards stays connected when the settings are saved again.
    const later = await programSession(bySso);
    await owner.send('PUT', '/manage/v1/sso', { ...(await settingsOf(team)), enabled: true, required: true });
    expect((await here.bearer(later).get('/manage/v1/session')).status).toBe(200);
  });

  test('invalidates a code that a person confirmed and the program has not redeemed', async () => {
    const team = await deps.ssoTeam();
    const { address } = await team.known('rita');
    const fetch = await confirmedProgram(await signedIn(here, address, team.team_id));
    await requireIt(team);
    expect((await fetch()).status).toBe(400);
  });

  test('admits no session that was opened in another way at the same moment', async () => {
    const team = await deps.ssoTeam();
    const { address } = await team.known('ruth');
    const visitor = await signedIn(here, address, team.team_id);
    await here.app.database.rows(sql`update single_sign_on set required = true where team_id = ${team.team_id}`);
    expect(await statusOf(visitor)).toBe(401);
  });

  test('ends the session of a former Owner when ownership is transferred', async () => {
    const team = await deps.ssoTeam();
    await requireIt(team);
    const owner = await signedIn(here, team.owner.email);
    const { id } = await team.known('romy');
    expect((await owner.send('POST', '/manage/v1/team/transfer', { user_id: id })).status).toBe(200);
    expect(await statusOf(owner)).toBe(401);
  });
});

/** Confirms a code of the command line, and returns a function with which the program fetches its session. */
async function confirmedProgram(visitor: Browser) {
  const { body } = await postForm<{ user_code: string; device_code: string }>(here, '/oauth/device', {
    client_id: 'cairn-cli',
  });
  const decided = await visitor.send('POST', '/manage/v1/device/decision', { user_code: body.user_code, allow: true });
  expect(decided.status).toBe(204);
  return () =>
    postForm(here, '/oauth/token', {
      grant_type: DEVICE_GRANT,
      client_id: 'cairn-cli',
      device_code: body.device_code,
    });
}

const programSession = async (visitor: Browser): Promise<string> => {
  const { body } = await (await confirmedProgram(visitor))();
  return body.access_token;
};

const settingsOf = async (team: TestTeam) => {
  const admin = await signedIn(here, team.owner.email);
  const { settings } = (await admin.send<{ settings: Record<string, unknown> }>('GET', '/manage/v1/sso')).body;
  return { issuer: settings.issuer, client_id: settings.client_id };
};

test('includes single sign-on in the methods of an address in a verified domain', async () => {
  const team = await deps.ssoTeam();
  const ask = (email: string) => browser(here).send('POST', '/sign-in/methods', { email });
  const ways = { methods: ['sso', 'password'], sso_team_id: team.team_id };
  expect((await ask(`nobody@${team.domain}`)).body).toEqual(ways);
  await deps.save(team, { ...(await settingsOf(team)), enabled: false, required: false });
  expect((await ask(`nobody@${team.domain}`)).body).toEqual({ methods: ['password'], sso_team_id: null });
});

test('encrypts the client secret, never shows it, and keeps it only for the same issuer', async () => {
  const team = await deps.ssoTeam();
  const admin = await signedIn(here, team.admin.email);
  const shown = await admin.send('GET', '/manage/v1/sso');
  expect(shown.body).toMatchObject({
    settings: { issuer: provider.issuer, client_id: 'cairn', has_secret: true, enabled: true, required: false },
    redirect_uri: REDIRECT,
    sign_in_url: `${PUBLIC}/sign-in/sso?team=${team.team_id}`,
  });
  expect(JSON.stringify(shown.body)).not.toContain(provider.client.client_secret);
  const stored = await here.app.database.row<{ sealed_secret: string }>(
    sql`select sealed_secret from single_sign_on where team_id = ${team.team_id}`,
  );
  expect(Buffer.from(stored?.sealed_secret ?? '', 'base64url').toString('latin1')).not.toContain('a secret');
  const kept = await deps.save(team, { issuer: provider.issuer, client_id: 'cairn', enabled: true, required: false });
  expect(kept.status).toBe(204);
  await team.known('nils');
  expect((await deps.comeIn(team, 'nils')).visitor.cookie('cairn_session')).toBeDefined();
  const moved = { issuer: 'https://elsewhere.test', client_id: 'cairn' };
  expect(slugOf(await deps.save(team, { ...moved, enabled: true, required: false }))).toBe('validation');
  expect(slugOf(await admin.send('POST', '/manage/v1/sso/test', moved))).toBe('validation');
});

test('asks for the secret again if it was encrypted with another key of the service', async () => {
  const team = await deps.ssoTeam();
  const foreign = sealerOf(() => ['the secret before']).seal(provider.client.client_secret, team.team_id);
  await here.app.database.rows(
    sql`update single_sign_on set sealed_secret = ${foreign} where team_id = ${team.team_id}`,
  );
  expect(whyNot(await browser(here).send('GET', `/sign-in/sso?team=${team.team_id}`))).toBe('provider');
  const admin = await signedIn(here, team.admin.email);
  const settings = { issuer: provider.issuer, client_id: 'cairn' };
  const tried = await admin.send<{ detail: string }>('POST', '/manage/v1/sso/test', settings);
  expect(tried).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('Enter the client secret again') },
  });
  expect((await tryOut(team, { ...settings, ...provider.client })).ok).toBe(true);
});

test.each([
  ['http outside the loopback', 'http://login.example.com'],
  ['not an address', 'login.example.com'],
  ['a query', 'https://login.example.com/?tenant=1'],
  ['the address of its configuration', 'https://login.example.com/.well-known/openid-configuration'],
  ['another protocol', 'file:///etc/passwd'],
  ['an issuer for every tenant', 'https://login.microsoftonline.com/organizations/v2.0'],
])('refuses an issuer that is %s (422 validation)', async (_, issuer) => {
  const team = await here.team();
  const answer = await deps.save(team, {
    issuer,
    client_id: 'cairn',
    client_secret: null,
    enabled: true,
    required: false,
  });
  expect(answer.body).toMatchObject({ issues: [{ field: 'issuer' }] });
});

test('refuses to require single sign-on while it is off, and lets only admins set it up', async () => {
  const team = await here.team();
  const body = { issuer: provider.issuer, ...provider.client, enabled: false, required: true };
  expect(slugOf(await deps.save(team, body))).toBe('unprocessable');
  const author = await signedIn(here, team.author.email);
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/test'],
  ] as const)
    expect(slugOf(await author.send(method, `/manage/v1/sso${path}`, method === 'GET' ? undefined : body))).toBe(
      'forbidden',
    );
});

test('removes single sign-on with every link', async () => {
  const team = await deps.ssoTeam();
  await team.known('olga');
  await deps.comeIn(team, 'olga');
  const admin = await signedIn(here, team.admin.email);
  expect((await admin.send('DELETE', '/manage/v1/sso')).status).toBe(204);
  expect((await admin.send('GET', '/manage/v1/sso')).body).toMatchObject({ settings: null });
  expect(slugOf(await admin.send('DELETE', '/manage/v1/sso'))).toBe('not-found');
  const left = await here.app.database.rows(sql`select 1 from single_sign_on_links where team_id = ${team.team_id}`);
  expect(left).toEqual([]);
});

test('drops linked subjects if the issuer or client changes, in this workspace only', async () => {
  const [team, neighbour] = [await deps.ssoTeam(), await deps.ssoTeam()];
  const links = async ({ team_id }: { team_id: string }): Promise<number> =>
    (await here.app.database.rows(sql`select 1 from single_sign_on_links where team_id = ${team_id}`)).length;
  for (const [one, subject] of [
    [team, 'rosa'],
    [neighbour, 'rhea'],
  ] as const) {
    await one.known(subject);
    await deps.comeIn(one, subject);
  }
  const owner = await signedIn(here, team.owner.email);
  const settings = { issuer: provider.issuer, ...provider.client, enabled: true, required: false };
  const leaves = async (change: object): Promise<number> => {
    expect((await owner.send('PUT', '/manage/v1/sso', { ...settings, ...change })).status).toBe(204);
    return links(team);
  };
  expect(await leaves({ required: true })).toBe(1);
  expect(await leaves({ client_secret: 'another secret' })).toBe(1);
  expect(await leaves({ enabled: false })).toBe(1);
  expect(await leaves({ client_id: 'another client' })).toBe(0);
  expect(await leaves({})).toBe(0);
  await deps.comeIn(team, 'rosa');
  expect(await links(team)).toBe(1);
  expect(await leaves({ issuer: 'https://elsewhere.test' })).toBe(0);
  expect(await links(neighbour)).toBe(1);
});

test('logs each change of single sign-on with its author, and without the secret', async () => {
  const team = await deps.ssoTeam();
  const { id } = await team.known('rita');
  await deps.comeIn(team, 'rita');
  const admin = await signedIn(here, team.admin.email);
  await admin.send('DELETE', `/manage/v1/sso/links/${id}`);
  await deps.save(team, { ...(await settingsOf(team)), enabled: true, required: true });
  await (await signedIn(here, team.owner.email)).send('DELETE', '/manage/v1/sso');

  const log = await readAudit(here.app.database, team.team_id, {}, { after: null, limit: 100 });
  const changes = log.filter(({ kind }) => kind.startsWith('team.sso.'));
  const settings = { issuer: provider.issuer, client_id: 'cairn', enabled: true, required: false };
  const required = { ...settings, required: true };
  expect(changes.map(({ kind, actor, subject, before, after }) => [kind, actor.id, subject.id, before, after])).toEqual(
    [
      ['team.sso.removed', team.owner.id, team.team_id, required, null],
      ['team.sso.updated', team.admin.id, team.team_id, settings, { ...required, ended_sessions: 3, ended_apps: 0 }],
      ['team.sso.unlinked', team.admin.id, id, null, null],
      ['team.sso.linked', id, id, null, { issuer: provider.issuer, subject: 'rita' }],
      ['team.sso.updated', team.admin.id, team.team_id, null, settings],
    ],
  );
});

interface TestResult {
  readonly ok: boolean;
  readonly checks: readonly { readonly check: string; readonly ok: boolean; readonly message: string }[];
}

async function tryOut(team: TestTeam, settings: object): Promise<TestResult> {
  const admin = await signedIn(here, team.admin.email);
  const answer = await admin.send<TestResult>('POST', '/manage/v1/sso/test', settings);
  expect(answer.status).toBe(200);
  return answer.body;
}
function failing({ ok, checks }: TestResult): string[] {
  const names = checks.filter((one) => !one.ok).map(({ check }) => check);
  expect(ok).toBe(names.length === 0);
  return names;
}

test('reports on test that a working configuration is fine', async () => {
  const team = await deps.ssoTeam();
  const tried = await tryOut(team, { issuer: provider.issuer, client_id: 'cairn' });
  expect(tried).toMatchObject({ ok: true });
  expect(tried.checks.map(({ check }) => check)).toEqual(['discovery', 'client', 'request', 'domains']);
});

test('reports on test whether the secret, the redirect URI, the domain or the provider is wrong', async () => {
  const team = await deps.ssoTeam();
  const { issuer } = provider;
  const secret = await tryOut(team, { issuer, client_id: 'cairn', client_secret: 'wrong' });
  expect(failing(secret)).toEqual(['client']);
  const unknown = await tryOut(team, { issuer, client_id: 'stranger', client_secret: 'wrong' });
  expect(failing(unknown)).toEqual(['client', 'request']);
  expect(failing(await tryOut(await here.team(), { issuer, ...provider.client }))).toEqual(['domains']);

  const elsewhere = await identityProvider({ redirectUri: 'http://localhost:8080/elsewhere' });
  const redirect = await tryOut(team, { issuer: elsewhere.issuer, ...elsewhere.client });
  await elsewhere.close();
  expect(failing(redirect)).toEqual(['request']);
  expect(redirect.checks.find(({ check }) => check === 'request')?.message).toContain(REDIRECT);
  const gone = await tryOut(team, { issuer: elsewhere.issuer, ...elsewhere.client });
  expect(gone.checks[0]).toMatchObject({
    check: 'discovery',
    ok: false,
    message: expect.stringContaining('no connection'),
  });
});

test('reports on test that a public client has no secret, and that any other client needs one', async () => {
  const team = await deps.ssoTeam();
  const open = await identityProvider({ redirectUri: REDIRECT, authentication: 'none' });
  const say = async (at: IdentityProvider) => {
    const { checks } = await tryOut(team, { issuer: at.issuer, client_id: 'cairn', client_secret: null });
    return checks.find(({ check }) => check === 'client');
  };
  const accepted = await say(open);
  await open.close();
  expect(accepted).toMatchObject({ ok: true, message: expect.stringContaining('the application has no secret') });
  expect(await say(provider)).toMatchObject({ ok: false, message: expect.stringContaining('without a secret') });
});

test('distinguishes on test a website and a wrong issuer from a provider', async () => {
  const team = await deps.ssoTeam();
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/site')) return response.end('<html>');
    response.setHeader('content-type', 'application/json');
    const issuer = request.url?.startsWith('/bare') ? `${base}/bare` : base;
    return response.end(JSON.stringify({ issuer, authorization_endpoint: 'ftp://nowhere.test' }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const say = async (issuer: string) =>
    (await tryOut(team, { issuer, client_id: 'cairn', client_secret: null })).checks[0]?.message;
  try {
    expect(await say(`${base}/site`)).toContain('did not answer with JSON');
    expect(await say(`${base}/other`)).toContain('a different issuer');
    expect(await say(`${base}/bare`)).toContain('authorization endpoint');
    expect(await say(`${provider.issuer}/`)).toBe(`${provider.issuer}/ is an OpenID provider.`);
    expect(await say(`${provider.issuer}/nothing`)).toContain('did not answer with a 200');
  } finally {
    server.close();
  }
});

test('reveals nothing about the machine on test in production', async () => {
  const production = await world({ CAIRN_PUBLIC_URL: 'https://cairn.test' });
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    const admin = await signedIn(production, (await production.team()).admin.email);
    const say = async (issuer: string) => {
      const body = { issuer, client_id: 'cairn', client_secret: null };
      const answer = await admin.send<{ checks: { message: string }[] }>('POST', '/manage/v1/sso/test', body, {
        Origin: 'https://cairn.test',
      });
      expect(answer.status).toBe(200);
      return answer.body.checks[0]?.message.replace(issuer, '');
    };
    const open = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await say(open)).toContain('no connection');
    expect(await say(open)).toBe(await say('https://127.0.0.1:9'));
    expect(await say('https://169.254.169.254')).toBe(await say('https://127.0.0.1:9'));
  } finally {
    server.close();
    await production.close();
  }
});
