import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealerOf } from '../../src/access/sealed-secret.ts';
import { ATTEMPT_LIFETIME_MS } from '../../src/access/single-sign-on-flow.ts';
import { addDomain } from '../../src/directory/domains.ts';
import { addMember, deactivateMember } from '../../src/directory/members.ts';
import { sql } from '../../src/storage/sql.ts';
import { type Heard, slugOf } from '../support/speaker.ts';
import { BY_TEST, type TestPerson, type TestTeam } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';
import { type Browser, browser, linkFor, type SessionBody, signedIn } from './browser.ts';
import { type IdentityProvider, identityProvider } from './identity-provider.ts';

const PUBLIC = 'http://localhost:8080';
const REDIRECT = `${PUBLIC}/sign-in/sso/callback`;

let here: World;
let provider: IdentityProvider;
beforeAll(async () => {
  here = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  provider = await identityProvider({ redirectUri: REDIRECT });
});
afterAll(async () => {
  await here.close();
  await provider.close();
});

interface SsoTeam extends TestTeam {
  readonly domain: string;
  /** Adds a member with an address in the verified domain, known to the provider by this subject. */
  known(
    subject: string,
    claims?: Readonly<Record<string, unknown>>,
  ): Promise<TestPerson & { readonly address: string }>;
}

/** A workspace with a verified domain and single sign-on. */
async function ssoTeam(settings = {}, at = provider): Promise<SsoTeam> {
  const team = await here.team();
  const domain = `d${team.team_id.slice(-12)}.test`;
  const { database } = here.app;
  await database.inTransaction((tx) => addDomain(tx, team.team_id, domain, BY_TEST));
  const saved = await save(team, { issuer: at.issuer, ...at.client, enabled: true, required: false, ...settings });
  expect(saved.status).toBe(204);
  const known: SsoTeam['known'] = async (subject, claims = {}) => {
    const address = `${subject}@${domain}`;
    const id = await database.inTransaction((tx) =>
      addMember(tx, team.team_id, { email: address, name: subject, roles: [] }, BY_TEST),
    );
    at.people.set(subject, { email: address, email_verified: true, ...claims });
    return { ...team.member, id, address };
  };
  return { ...team, domain, known };
}

const save = async (team: TestTeam, settings: object) =>
  (await signedIn(here, team.admin.email)).send('PUT', '/manage/v1/sso', settings);

/** A fresh browser's whole way: off to the provider, sign in there as `subject`, and back. */
async function comeIn(team: TestTeam, subject: string, at = provider, visitor = browser(here)) {
  const off = await visitor.send('GET', `/sign-in/sso?team=${team.team_id}&return_to=/trails`);
  expect(off.status).toBe(303);
  const back = await at.signIn(off.headers.get('location') ?? '', subject);
  expect(back.startsWith(`${REDIRECT}?`)).toBe(true);
  return { visitor, back, end: await visitor.send('GET', back.slice(PUBLIC.length)) };
}

const whyNot = (answer: Heard<unknown>): string | undefined => {
  expect(answer.status).toBe(303);
  expect(answer.headers.getSetCookie()).toEqual([]);
  return answer.headers.get('location')?.replace(`${PUBLIC}/sign-in#problem=`, '');
};
const session = async (visitor: Browser) => (await visitor.send<SessionBody>('GET', '/manage/v1/session')).body;

test('a member whose address the provider and the workspace vouch for comes in, confined to the workspace', async () => {
  const team = await ssoTeam();
  const { id } = await team.known('ana');
  const { visitor, end } = await comeIn(team, 'ana');
  expect(end.headers.get('location')).toBe(`${PUBLIC}/trails`);
  expect(await session(visitor)).toMatchObject({
    person: { id },
    team: { id: team.team_id },
    workspaces: [{ id: team.team_id }],
    sign_in: { method: 'sso', confined: true, sso_enabled: true, sso_required: false },
  });
});

test('the way out asks with PKCE, state and nonce, and is bound to the browser by a cookie for the way back alone', async () => {
  const team = await ssoTeam();
  const off = await browser(here).send('GET', `/sign-in/sso?team=${team.team_id}`);
  const asked = new URL(off.headers.get('location') ?? '').searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    redirect_uri: REDIRECT,
  });
  expect(off.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^cairn_sso=[\w-]{43}; Max-Age=600; Path=\/sign-in\/sso; HttpOnly; SameSite=Lax$/),
  ]);
});

test('the subject decides once it is linked: a new address at the provider changes nobody', async () => {
  const team = await ssoTeam();
  const { id } = await team.known('bea');
  await team.known('ben');
  await comeIn(team, 'bea');
  provider.people.set('bea', { email: `ben@${team.domain}`, email_verified: true });
  const { visitor } = await comeIn(team, 'bea');
  expect((await session(visitor)).person.id).toBe(id);
  provider.people.set('bea', {});
  expect((await session((await comeIn(team, 'bea')).visitor)).person.id).toBe(id);
});

test('an address that was given to somebody else does not take the account of its former owner over', async () => {
  const team = await ssoTeam();
  const { id, address } = await team.known('cleo');
  await comeIn(team, 'cleo');
  provider.people.set('newcomer', { email: address, email_verified: true });
  expect(whyNot((await comeIn(team, 'newcomer')).end)).toBe('linked-to-another');

  const admin = await signedIn(here, team.admin.email);
  expect((await admin.send('DELETE', `/manage/v1/sso/links/${id}`)).status).toBe(204);
  expect(slugOf(await admin.send('DELETE', `/manage/v1/sso/links/${id}`))).toBe('not-found');
  expect((await session((await comeIn(team, 'newcomer')).visitor)).person.id).toBe(id);
});

test('two first sign-ins of one person at the same moment both come in', async () => {
  const team = await ssoTeam();
  const { id } = await team.known('uwe');
  const both = await Promise.all([comeIn(team, 'uwe'), comeIn(team, 'uwe')]);
  for (const { visitor } of both) expect((await session(visitor)).person.id).toBe(id);
});

test('an address alone links nobody: the provider must say that it is verified', async () => {
  const team = await ssoTeam();
  await team.known('dina', { email_verified: false });
  expect(whyNot((await comeIn(team, 'dina')).end)).toBe('email-not-verified');
  await team.known('dora', { email_verified: undefined });
  expect(whyNot((await comeIn(team, 'dora')).end)).toBe('email-not-verified');
  await team.known('dave', { email: undefined });
  expect(whyNot((await comeIn(team, 'dave')).end)).toBe('email-not-verified');
});

test('what other providers call a verified address counts: "true" as text, xms_edov', async () => {
  const team = await ssoTeam();
  const { id } = await team.known('edda', { email_verified: 'true' });
  expect((await session((await comeIn(team, 'edda')).visitor)).person.id).toBe(id);
  const other = await team.known('egon', { email_verified: undefined, xms_edov: 1 });
  expect((await session((await comeIn(team, 'egon')).visitor)).person.id).toBe(other.id);
});

test('a member whose domain is not verified for the workspace is not linked', async () => {
  const team = await ssoTeam();
  provider.people.set('foreign', { email: team.author.email, email_verified: true });
  expect(whyNot((await comeIn(team, 'foreign')).end)).toBe('no-member');
});

test('nobody becomes a member by signing in, and a deactivated member stays out, linked or not', async () => {
  const team = await ssoTeam();
  provider.people.set('gast', { email: `gast@${team.domain}`, email_verified: true });
  expect(whyNot((await comeIn(team, 'gast')).end)).toBe('no-member');
  const deactivate = (id: string) =>
    here.app.database.inTransaction((tx) => deactivateMember(tx, team.team_id, id, null, BY_TEST));
  const linked = await team.known('gerd');
  await comeIn(team, 'gerd');
  await deactivate(linked.id);
  expect(whyNot((await comeIn(team, 'gerd')).end)).toBe('no-member');
  await deactivate((await team.known('greta')).id);
  expect(whyNot((await comeIn(team, 'greta')).end)).toBe('no-member');
});

test('a workspace’s provider opens that workspace alone, and gives no power over the service', async () => {
  const [team, other] = [await ssoTeam(), await here.team()];
  const operator = await team.known('hans');
  const { database } = here.app;
  await database.rows(sql`update accounts set is_operator = true where account_id = ${operator.id}`);
  await database.inTransaction((tx) =>
    addMember(tx, other.team_id, { email: operator.address, name: '', roles: ['admin'] }, BY_TEST),
  );
  const { visitor } = await comeIn(team, 'hans');
  expect(await session(visitor)).toMatchObject({ is_operator: false, workspaces: [{ id: team.team_id }] });
  for (const team_id of [other.team_id, null])
    expect(slugOf(await visitor.send('POST', '/manage/v1/session/team', { team_id }))).toBe('forbidden');
});

test('a way back is good once, in the browser that began, and for ten minutes', async () => {
  const team = await ssoTeam();
  await team.known('ida');
  const { visitor, back } = await comeIn(team, 'ida');
  expect(whyNot(await visitor.send('GET', back.slice(PUBLIC.length)))).toBe('expired');

  const begun = browser(here);
  const begin = async () => {
    const off = await begun.send('GET', `/sign-in/sso?team=${team.team_id}`);
    return (await provider.signIn(off.headers.get('location') ?? '', 'ida')).slice(PUBLIC.length);
  };
  const stolen = await begin();
  expect(whyNot(await browser(here).send('GET', stolen))).toBe('expired');
  const late = await begin();
  here.clock.advance(ATTEMPT_LIFETIME_MS);
  expect(whyNot(await begun.send('GET', late))).toBe('expired');
});

test('a way back with another state, or with the code of another sign-in, is refused', async () => {
  const team = await ssoTeam();
  await team.known('jan');
  const begin = async (visitor: Browser) => {
    const off = await visitor.send('GET', `/sign-in/sso?team=${team.team_id}`);
    return new URL(await provider.signIn(off.headers.get('location') ?? '', 'jan'));
  };
  const visitor = browser(here);
  const forged = await begin(visitor);
  forged.searchParams.set('state', 'another');
  expect(whyNot(await visitor.send('GET', forged.pathname + forged.search))).toBe('provider');
  const [own, others] = [await begin(visitor), await begin(browser(here))];
  own.searchParams.set('code', others.searchParams.get('code') ?? '');
  expect(whyNot(await visitor.send('GET', own.pathname + own.search))).toBe('provider');
});

test('what the provider refuses ends on the sign-in page, with a name and no text of the provider', async () => {
  const team = await ssoTeam();
  const visitor = browser(here);
  const off = await visitor.send('GET', `/sign-in/sso?team=${team.team_id}`);
  const state = new URL(off.headers.get('location') ?? '').searchParams.get('state');
  const query = `error=access_denied&error_description=Click+here&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
  expect(whyNot(await visitor.send('GET', `/sign-in/sso/callback?${query}`))).toBe('provider');
  expect(whyNot(await browser(here).send('GET', '/sign-in/sso/callback'))).toBe('expired');
  const without = await here.team();
  expect(whyNot(await browser(here).send('GET', `/sign-in/sso?team=${without.team_id}`))).toBe('not-set-up');
});

test.each(['//evil.test', '/\\evil.test', 'https://evil.test', 'trails', '/a b'])(
  'a return address of %j leads to the start page',
  async (address) => {
    const team = await ssoTeam();
    await team.known('kim');
    const visitor = browser(here);
    const query = new URLSearchParams({ team: team.team_id, return_to: address });
    const off = await visitor.send('GET', `/sign-in/sso?${query}`);
    const back = await provider.signIn(off.headers.get('location') ?? '', 'kim');
    const end = await visitor.send('GET', back.slice(PUBLIC.length));
    expect(end.headers.get('location')).toBe(`${PUBLIC}/`);
  },
);

test('claims in the identity token and a secret in the body are what other providers do', async () => {
  const other = await identityProvider({
    redirectUri: REDIRECT,
    claimsInToken: true,
    authentication: 'client_secret_post',
  });
  try {
    const team = await ssoTeam({}, other);
    const { id } = await team.known('lena');
    expect((await session((await comeIn(team, 'lena', other)).visitor)).person.id).toBe(id);
  } finally {
    await other.close();
  }
});

test('where single sign-on is required nobody but the Owner comes in with a link or a password', async () => {
  const team = await ssoTeam();
  const { address } = await team.known('mona');
  const set = (visitor: Browser) =>
    visitor.send('PUT', '/manage/v1/session/password', { new_password: 'a heap of stones' });
  await set(await signedIn(here, address));
  await set(await signedIn(here, team.owner.email));
  const early = await linkFor(here, address);
  expect((await save(team, { ...(await settingsOf(team)), enabled: true, required: true })).status).toBe(204);

  const by = (email: string) =>
    browser(here).send('POST', '/sign-in/password', { email, password: 'a heap of stones' });
  expect(slugOf(await by(address))).toBe('forbidden');
  expect(slugOf(await browser(here).send('POST', '/sign-in/link', { token: early }))).toBe('forbidden');
  await expect(linkFor(here, address)).rejects.toThrow('single sign-on');
  expect((await by(team.owner.email)).status).toBe(200);
  expect((await session(await signedIn(here, team.owner.email))).sign_in).toMatchObject({
    method: 'link',
    sso_required: true,
  });
  expect((await session((await comeIn(team, 'mona')).visitor)).sign_in.method).toBe('sso');
});

const settingsOf = async (team: TestTeam) => {
  const admin = await signedIn(here, team.owner.email);
  const { settings } = (await admin.send<{ settings: Record<string, unknown> }>('GET', '/manage/v1/sso')).body;
  return { issuer: settings.issuer, client_id: settings.client_id };
};

test('the ways of an address include single sign-on where its domain is verified for such a workspace', async () => {
  const team = await ssoTeam();
  const ask = (email: string) => browser(here).send('POST', '/sign-in/methods', { email });
  const ways = { methods: ['sso', 'password'], sso_team_id: team.team_id };
  expect((await ask(`nobody@${team.domain}`)).body).toEqual(ways);
  await save(team, { ...(await settingsOf(team)), enabled: false, required: false });
  expect((await ask(`nobody@${team.domain}`)).body).toEqual({ methods: ['password'], sso_team_id: null });
});

test('the client secret is never shown, is encrypted at rest, and is kept for the issuer that it was given for', async () => {
  const team = await ssoTeam();
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
  const kept = await save(team, { issuer: provider.issuer, client_id: 'cairn', enabled: true, required: false });
  expect(kept.status).toBe(204);
  await team.known('nils');
  expect((await comeIn(team, 'nils')).visitor.cookie('cairn_session')).toBeDefined();
  const moved = { issuer: 'https://elsewhere.test', client_id: 'cairn' };
  expect(slugOf(await save(team, { ...moved, enabled: true, required: false }))).toBe('validation');
  expect(slugOf(await admin.send('POST', '/manage/v1/sso/test', moved))).toBe('validation');
});

test('a secret that was sealed with another secret of the service is asked for again, in words', async () => {
  const team = await ssoTeam();
  const foreign = sealerOf(() => 'the secret before').seal(provider.client.client_secret, team.team_id);
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
  ['http beyond the loopback', 'http://login.example.com'],
  ['no address', 'login.example.com'],
  ['a query', 'https://login.example.com/?tenant=1'],
  ['the address of its configuration', 'https://login.example.com/.well-known/openid-configuration'],
  ['another protocol', 'file:///etc/passwd'],
  ['one for every tenant', 'https://login.microsoftonline.com/organizations/v2.0'],
])('an issuer that is %s is refused (422 validation)', async (_, issuer) => {
  const team = await here.team();
  const answer = await save(team, { issuer, client_id: 'cairn', client_secret: null, enabled: true, required: false });
  expect(answer.body).toMatchObject({ issues: [{ field: 'issuer' }] });
});

test('single sign-on cannot be required while it is off, nor be set up by who is no admin', async () => {
  const team = await here.team();
  const body = { issuer: provider.issuer, ...provider.client, enabled: false, required: true };
  expect(slugOf(await save(team, body))).toBe('unprocessable');
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

test('single sign-on is undone with every link', async () => {
  const team = await ssoTeam();
  await team.known('olga');
  await comeIn(team, 'olga');
  const admin = await signedIn(here, team.admin.email);
  expect((await admin.send('DELETE', '/manage/v1/sso')).status).toBe(204);
  expect((await admin.send('GET', '/manage/v1/sso')).body).toMatchObject({ settings: null });
  expect(slugOf(await admin.send('DELETE', '/manage/v1/sso'))).toBe('not-found');
  const left = await here.app.database.rows(sql`select 1 from single_sign_on_links where team_id = ${team.team_id}`);
  expect(left).toEqual([]);
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
const failing = ({ checks }: TestResult) => checks.filter(({ ok }) => !ok).map(({ check }) => check);

test('the test button finds nothing wrong with what works', async () => {
  const team = await ssoTeam();
  const tried = await tryOut(team, { issuer: provider.issuer, client_id: 'cairn' });
  expect(tried).toMatchObject({ ok: true });
  expect(tried.checks.map(({ check }) => check)).toEqual(['discovery', 'client', 'request', 'domains']);
});

test('the test button says what is wrong: secret, redirect URI, domain, provider', async () => {
  const team = await ssoTeam();
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

test('the test button tells a web site and a wrong issuer from a provider', async () => {
  const team = await ssoTeam();
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
    expect(await say(`${base}/other`)).toContain('another issuer');
    expect(await say(`${base}/bare`)).toContain('authorization endpoint');
    expect(await say(`${provider.issuer}/`)).toBe(`${provider.issuer}/ is an OpenID provider.`);
    expect(await say(`${provider.issuer}/nothing`)).toContain('did not answer with a 200');
  } finally {
    server.close();
  }
});
