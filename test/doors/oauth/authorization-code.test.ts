// A client signs a person in (register, request, approve, redeem, refresh), and the error of each wrong step.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAudit } from '../../../src/audit/read-audit.ts';
import { sweepArtifacts } from '../../../src/credentials/oauth-artifacts.ts';
import { hashToken } from '../../../src/credentials/tokens.ts';
import { sql, trusted } from '../../../src/storage/sql.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { type Browser, browser, signedIn } from '../sign-in/browser.ts';
import {
  answered,
  asking,
  CALLBACK,
  codeFor,
  connected,
  PUBLIC,
  postForm,
  redeem,
  refreshed,
  registered,
  waiting,
} from './oauth-world.ts';

let here: World;
let team: TestTeam;
let client: string;
beforeAll(async () => {
  here = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  team = await here.team();
  client = (await registered(here)).client_id;
});
afterAll(() => here.close());

test('signs a person in, and lets the app read trails on their behalf', async () => {
  const tokens = await connected(here, team.author.email, client, { scope: 'trails:read trails:write' });
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'trails:read trails:write' });
  expect(tokens.access_token).toMatch(/^svc_oauth_[0-9A-Za-z]{38}$/);
  const me = await here.bearer(tokens.access_token).get('/v1/me');
  expect(me.body).toMatchObject({
    user: { id: team.author.id },
    scopes: ['trails:read', 'trails:write'],
    credential: { kind: 'oauth', name: 'Trail Tool', client_id: client },
  });
});

test('limits a request to one resource', async () => {
  const { url } = asking(client, { resource: `${PUBLIC}/v1` });
  const two = await here.anyone.get(`${url}&resource=${encodeURIComponent(`${PUBLIC}/mcp`)}`);
  expect([two.status, two.body]).toMatchObject([400, { error: 'invalid_request' }]);
});

test('shows on the consent page who asks, for what, and which scopes the roles do not allow', async () => {
  const visitor = await signedIn(here, team.author.email);
  const { url } = asking(client, { resource: `${PUBLIC}/v1`, scope: 'trails:read trails:publish' });
  const uid = await waiting(visitor, url);
  const view = await visitor.send('GET', `/oauth/authorize/${uid}/consent`);
  expect(view.headers.get('cache-control')).toBe('no-store');
  expect(view.body).toMatchObject({
    client: { name: 'Trail Tool', host: '', verified: false },
    resource: '/v1',
    scopes: ['trails:read', 'trails:publish'],
    withheld: ['trails:publish'],
    blocked: null,
  });
  const back = await answered(visitor, uid, { allow: true, scopes: ['trails:read'] });
  expect(back.searchParams.get('iss')).toBe(PUBLIC);
  expect(back.searchParams.get('state')).toBe('the state');
});

test.each(['\u3164', '\u2800', '\u200b', ' '])('shows an app named %j by its id', async (client_name) => {
  const visitor = await signedIn(here, team.author.email);
  const { client_id } = await registered(here, { client_name });
  const uid = await waiting(visitor, asking(client_id, { resource: `${PUBLIC}/v1` }).url);
  const view = await visitor.send('GET', `/oauth/authorize/${uid}/consent`);
  expect(view.body).toMatchObject({ client: { name: client_id } });
});

test.each(['/mcp/', '/mcp//', '/mcp/ID', '/mcp/ID/'])(
  'maps the resource %s, as people type it, to the one in its metadata',
  async (typed) => {
    const path = typed.replace('ID', team.team_id.toUpperCase());
    const resource = path.toLowerCase().replace(/\/+$/, '');
    const visitor = await signedIn(here, team.member.email);
    const { verifier, url } = asking(client, { resource: PUBLIC + path, scope: 'trails:use' });
    const uid = await waiting(visitor, url);
    expect((await visitor.send('GET', `/oauth/authorize/${uid}/consent`)).body).toMatchObject({ resource });
    const code = (await answered(visitor, uid, { allow: true })).searchParams.get('code') ?? '';
    const first = await redeem(here, client, code, verifier, { resource: PUBLIC + path });
    expect(first.body).toMatchObject({ scope: 'trails:use' });
    const again = await refreshed(here, client, first.body.refresh_token ?? '', { resource: PUBLIC + path });
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const answer = await here.bearer(again.body.access_token).post(path, ping, {
      Accept: 'application/json, text/event-stream',
    });
    expect(answer.status).toBe(200);
  },
);

test.each([undefined, ' ', 'openid', 'openid profile offline_access', 'session', 'trails:USE', 'tools:read'])(
  'treats a request for %j without any scope of the service as one for using trails',
  async (scope) => {
    const asked = { resource: '/mcp', ...(scope === undefined ? {} : { scope }) };
    const tokens = await connected(here, team.member.email, client, asked);
    expect(tokens.scope?.split(' ')).toContain('trails:use');
    expect(tokens.scope).not.toMatch(/session|USE|tools/);
  },
);

test('sends people who deny access back to the app without a code', async () => {
  const { back } = await codeFor(here, team.author.email, client, { decision: { allow: false } });
  expect(back.searchParams.get('error')).toBe('access_denied');
  expect(back.searchParams.get('code')).toBeNull();
});

test('continues the request only in the browser that started it', async () => {
  const visitor = await signedIn(here, team.author.email);
  const uid = await waiting(visitor, asking(client, { resource: `${PUBLIC}/v1` }).url);
  const other = await signedIn(here, team.admin.email);
  expect((await other.send('GET', `/oauth/authorize/${uid}/consent`)).status).toBe(404);
  expect((await other.send('POST', `/oauth/authorize/${uid}/consent`, { allow: true })).status).toBe(404);
});

test('uses one cookie that belongs to this request only and is hidden from scripts and other sites', async () => {
  const visitor = await signedIn(here, team.author.email);
  const begun = await visitor.send('GET', asking(client).url);
  const uid = new URL(begun.headers.get('location') ?? '').pathname.split('/').at(-1) ?? '';
  const { body } = await visitor.send<{ redirect_to: string }>('POST', `/oauth/authorize/${uid}/consent`, {
    allow: true,
  });
  const { pathname, search } = new URL(body.redirect_to);
  const ended = await visitor.send('GET', pathname + search);
  expect(new URL(ended.headers.get('location') ?? '').searchParams.has('code')).toBe(true);
  const lines = [begun, ended].flatMap(({ headers }) => headers.getSetCookie());
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines)
    expect(line).toMatch(new RegExp(`^cairn_request_${uid}=[^;]*; Max-Age=\\d+; Path=/; HttpOnly; SameSite=Lax$`));
});

describe('a code', () => {
  test("is valid once, and a second use after a minute revokes the first one's tokens", async () => {
    const { code, verifier } = await codeFor(here, team.author.email, client);
    const first = await redeem(here, client, code, verifier);
    expect(first.status).toBe(200);
    here.clock.advance(61_000);
    const second = await redeem(here, client, code, verifier);
    expect([second.status, second.body.error]).toEqual([400, 'invalid_grant']);
    expect((await here.bearer(first.body.access_token).get('/v1/me')).status).toBe(401);
    const onRecord = { kind: 'oauth.grant.revoked' };
    const [ended] = await readAudit(here.app.database, team.team_id, onRecord, { after: null, limit: 1 });
    const actor = { kind: 'system', name: 'Authorization server', address: '127.0.0.1' };
    expect(ended).toMatchObject({ actor, before: { account_id: team.author.id } });
  });
  test('cannot be redeemed with another verifier, redirect URI, client or resource', async () => {
    const other = (await registered(here)).client_id;
    const wrong: [Record<string, string>, string][] = [
      [{ code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
      [{ redirect_uri: 'http://127.0.0.1:4444/elsewhere' }, 'invalid_grant'],
      [{ client_id: other }, 'invalid_grant'],
      [{ resource: `${PUBLIC}/mcp` }, 'invalid_target'],
    ];
    for (const [fields, error] of wrong) {
      const { code, verifier } = await codeFor(here, team.author.email, client);
      const answer = await redeem(here, client, code, verifier, fields);
      expect([answer.status, answer.body.error]).toEqual([400, error]);
    }
  });
});

describe('a refresh token', () => {
  test('is replaced on each use, and reuse after a minute revokes the family', async () => {
    const first = await connected(here, team.author.email, client);
    here.clock.advance(121_000);
    const second = await refreshed(here, client, first.refresh_token ?? '');
    expect(second.status).toBe(200);
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    expect((await here.bearer(second.body.access_token).get('/v1/me')).status).toBe(200);
    here.clock.advance(61_000);
    const again = await refreshed(here, client, first.refresh_token ?? '');
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expect((await here.bearer(second.body.access_token).get('/v1/me')).status).toBe(401);
    expect((await refreshed(here, client, second.body.refresh_token ?? '')).status).toBe(400);
  });
  test('gets the same response when a retry sends it again, and has no second effect', async () => {
    const writing = { scope: 'trails:use trails:write' };
    const tokens = await connected(here, team.author.email, client, writing);
    const send = (token: string) =>
      here
        .bearer(token)
        .post<{ id: string }>('/v1/trails', { title: 'Once' }, { 'Idempotency-Key': 'before and after' });
    const first = await send(tokens.access_token);
    const { body } = await refreshed(here, client, tokens.refresh_token ?? '');
    const again = await send(body.access_token);
    expect([first.status, again.status, again.headers.get('Idempotent-Replayed')]).toEqual([201, 201, 'true']);
    expect(again.body.id).toBe(first.body.id);
    // Another consent of the same person and app is a different caller.
    const apart = await send((await connected(here, team.author.email, client, writing)).access_token);
    expect(apart.body.id).not.toBe(first.body.id);
  });
  test('can narrow the scopes, but never widen them', async () => {
    const { refresh_token = '' } = await connected(here, team.author.email, client, {
      scope: 'trails:use trails:read',
    });
    const more = await refreshed(here, client, refresh_token, { scope: 'trails:use trails:publish' });
    expect(more.body.error).toBe('invalid_scope');
    const fewer = await refreshed(here, client, refresh_token, { scope: 'trails:use' });
    expect(fewer.body.scope).toBe('trails:use');
  });
  test('can be revoked (RFC 7009) together with its access tokens', async () => {
    const tokens = await connected(here, team.author.email, client);
    const gone = await postForm(here, '/oauth/revoke', { client_id: client, token: tokens.refresh_token ?? '' });
    expect(gone.status).toBe(200);
    expect((await here.bearer(tokens.access_token).get('/v1/me')).status).toBe(401);
    expect((await refreshed(here, client, tokens.refresh_token ?? '')).body.error).toBe('invalid_grant');
  });
  test('of a former member gets nothing', async () => {
    const person = await team.person('Leaving soon', ['author']);
    const tokens = await connected(here, person.email, client);
    const admin = await signedIn(here, team.admin.email, team.team_id);
    await admin.send('DELETE', `/manage/v1/members/${person.id}`);
    expect((await here.bearer(tokens.access_token).get('/v1/me')).status).toBe(401);
    expect((await refreshed(here, client, tokens.refresh_token ?? '')).body.error).toBe('invalid_grant');
  });
});

describe('an access token', () => {
  const giveBack = (client_id: string, token: string, more: object = {}) =>
    postForm(here, '/oauth/revoke', { client_id, token, ...more });
  const opens = async (token: string): Promise<number> => (await here.bearer(token).get('/v1/me')).status;
  test.each([{}, { token_type_hint: 'access_token' }, { token_type_hint: 'refresh_token' }])(
    'can be revoked (RFC 7009, section 2.1, %j), together with the other tokens of the same consent',
    async (hint) => {
      const neighbour = await connected(here, team.publisher.email, client);
      const first = await connected(here, team.author.email, client);
      const second = (await refreshed(here, client, first.refresh_token ?? '')).body;
      expect([await opens(first.access_token), await opens(second.access_token)]).toEqual([200, 200]);
      expect((await giveBack(client, first.access_token, hint)).status).toBe(200);
      expect([await opens(first.access_token), await opens(second.access_token)]).toEqual([401, 401]);
      expect((await refreshed(here, client, second.refresh_token ?? '')).body.error).toBe('invalid_grant');
      expect(await opens(neighbour.access_token)).toBe(200);
      // Revoking a token again, or an unknown token, also succeeds.
      for (const token of [first.access_token, 'unknown']) expect((await giveBack(client, token)).status).toBe(200);
    },
  );
  test('can be revoked only by its own client', async () => {
    const tokens = await connected(here, team.author.email, client);
    const other = await registered(here);
    await giveBack(other.client_id, tokens.access_token);
    await giveBack(other.client_id, tokens.refresh_token ?? '');
    expect(await opens(tokens.access_token)).toBe(200);
    expect((await refreshed(here, client, tokens.refresh_token ?? '')).status).toBe(200);
  });
});

describe('a request that cannot be redirected', () => {
  test.each([
    ['an unknown client', { client_id: 'nobody' }, 'invalid_client'],
    ['another redirect URI', { redirect_uri: 'https://evil.example/callback' }, 'invalid_redirect_uri'],
    ['another path of the loopback', { redirect_uri: 'http://127.0.0.1:4444/else' }, 'invalid_redirect_uri'],
  ])('does not redirect for %s', async (_, fields, error) => {
    const visitor = await signedIn(here, team.author.email);
    const answer = await visitor.send<{ error: string }>('GET', asking(client, fields).url);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
    expect(answer.headers.get('location')).toBeNull();
  });
  test.each([
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a foreign resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ["the command line's own resource", { resource: `${PUBLIC}/manage/v1` }, 'invalid_target'],
    ['a missing page', { prompt: 'none' }, 'login_required'],
  ])('is reported to the client because of %s', async (_, fields, error) => {
    const visitor = await signedIn(here, team.author.email);
    const answer = await visitor.send('GET', asking(client, fields).url);
    expect(answer.status).toBe(303);
    const back = new URL(answer.headers.get('location') ?? '');
    expect(back.href.startsWith(CALLBACK)).toBe(true);
    expect(back.searchParams.get('error')).toBe(error);
    expect(back.searchParams.get('iss')).toBe(PUBLIC);
  });
  describe('a request from a client whose host no one here has approved', () => {
    const ELSEWHERE = 'https://tool.example/callback?a=1';
    const unapproved = async () => (await registered(here, { redirect_uris: [ELSEWHERE] })).client_id;
    const ask = (visitor: Browser, client_id: string, fields: Record<string, string>, accept = 'text/html') =>
      visitor.send<string & { error?: string }>(
        'GET',
        asking(client_id, { redirect_uri: ELSEWHERE, ...fields }).url,
        undefined,
        { Accept: accept },
      );

    test.each<[string, Record<string, string>, string]>([
      ['prompt=none', { prompt: 'none' }, 'login_required'],
      ['no PKCE', { code_challenge: '' }, 'invalid_request'],
      ['a foreign resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
      ['an error in the fragment', { prompt: 'none', response_mode: 'fragment' }, 'login_required'],
      ['an error as a form', { prompt: 'none', response_mode: 'form_post' }, 'login_required'],
    ])('shows a page with the host first for %s', async (_, fields, error) => {
      const client_id = await unapproved();
      for (const visitor of [await signedIn(here, team.author.email), browser(here)]) {
        const answer = await ask(visitor, client_id, fields);
        expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
        const page = String(answer.body);
        expect(page).toContain('<b>tool.example</b>');
        expect(page).toMatch(new RegExp(`href="https://tool\\.example/callback\\?a=1[#&][^"]*error=${error}[^"]*"`));
        expect(page).toMatch(/href="[^"]*state=the(?:\+|%20)state/);
        expect(page).not.toMatch(/<script|<form|http-equiv="refresh"/i);
      }
      const forPrograms = await ask(browser(here), client_id, fields, 'application/json');
      expect([forPrograms.status, forPrograms.body.error]).toEqual([400, error]);
    });

    test('goes to the client as soon as one person has allowed it, and only that host', async () => {
      const { client_id } = await registered(here, { redirect_uris: [ELSEWHERE, 'https://other.example/cb'] });
      const visitor = await signedIn(here, team.author.email);
      const asked = asking(client_id, { redirect_uri: ELSEWHERE, resource: `${PUBLIC}/mcp` });
      // The consent page names the host, so a person's refusal is sent to the client.
      const refused = await answered(visitor, await waiting(visitor, asked.url), { allow: false });
      expect([refused.host, refused.searchParams.get('error')]).toEqual(['tool.example', 'access_denied']);
      expect((await ask(visitor, client_id, { prompt: 'none' })).status).toBe(400);
      await answered(visitor, await waiting(visitor, asked.url), { allow: true });
      const back = await ask(browser(here), client_id, { prompt: 'none' });
      expect([back.status, new URL(back.headers.get('location') ?? '').searchParams.get('error')]).toEqual([
        303,
        'login_required',
      ]);
      const other = await ask(visitor, client_id, { prompt: 'none', redirect_uri: 'https://other.example/cb' });
      expect([other.status, other.headers.get('location')]).toEqual([400, null]);
    });
  });

  test('does not redirect without a redirect URI', async () => {
    const visitor = await signedIn(here, team.author.email);
    const answer = await visitor.send('GET', asking(client).url.replace(/&redirect_uri=[^&]*/, ''));
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });
  test('without PKCE is reported to the client', async () => {
    const visitor = await signedIn(here, team.author.email);
    const url = asking(client).url.replace(/&code_challenge=[^&]*|&code_challenge_method=[^&]*/g, '');
    const back = new URL((await visitor.send('GET', url)).headers.get('location') ?? '');
    expect(back.searchParams.get('error')).toBe('invalid_request');
  });
  test('may come from another loopback port of the same program', async () => {
    const visitor = await signedIn(here, team.author.email);
    await waiting(visitor, asking(client, { redirect_uri: 'http://127.0.0.1:51234/callback' }).url);
  });
});

describe('the token endpoint', () => {
  test.each([
    ['garbage', 'garbage', 'text/plain', 415, 'invalid_request'],
    ['JSON', '{}', 'application/json', 415, 'invalid_request'],
    ['nothing', '', 'application/x-www-form-urlencoded', 400, 'invalid_request'],
    [
      'another grant',
      `grant_type=password&client_id=CLIENT`,
      'application/x-www-form-urlencoded',
      400,
      'unsupported_grant_type',
    ],
    [
      'an unknown code',
      `grant_type=authorization_code&client_id=CLIENT&code=x&redirect_uri=${CALLBACK}&code_verifier=${'x'.repeat(43)}`,
      'application/x-www-form-urlencoded',
      400,
      'invalid_grant',
    ],
  ])('responds to %s as RFC 6749 requires', async (_, body, type, status, error) => {
    const answer = await here.anyone.post<{ error: string }>('/oauth/token', body.replace('CLIENT', client), {
      'Content-Type': type,
    });
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
  test('authenticates a confidential client by its secret, stored only as a hash', async () => {
    const { client_id, client_secret = '' } = await registered(here, {
      token_endpoint_auth_method: 'client_secret_post',
    });
    const { code, verifier } = await codeFor(here, team.author.email, client_id);
    const wrong = await redeem(here, client_id, code, verifier, { client_secret: 'wrong' });
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client']);
    expect((await redeem(here, client_id, code, verifier, { client_secret })).status).toBe(200);
    const rows = await here.app.database.rows<{ text: string }>(
      sql`select payload::text as text from oauth_artifacts where kind = 'Client'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ text }) => text.includes(client_secret))).toBe(false);
  });
});

test('stores codes, refresh tokens and access tokens only as hashes', async () => {
  const { code, verifier } = await codeFor(here, team.author.email, client);
  const { body } = await redeem(here, client, code, verifier);
  const { database } = here.app;
  const tables = await database.rows<{ name: string }>(sql`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`);
  const rows = await Promise.all(
    tables.map(({ name }) => database.rows<{ text: string }>(trusted(`select t::text as text from ${name} t`))),
  );
  const stored = rows.flatMap((each) => each.map(({ text }) => text)).join('\n');
  expect(stored).toContain(hashToken(body.access_token).toString('hex'));
  for (const secret of [code, body.access_token, body.refresh_token ?? ''])
    expect([secret, Buffer.from(secret).toString('hex')].map((text) => stored.includes(text))).toEqual([false, false]);
});

test('publishes the same addresses in the metadata of the server and of each resource', async () => {
  const server = await here.anyone.get<Record<string, unknown>>('/.well-known/oauth-authorization-server');
  expect(server.body).toMatchObject({
    issuer: PUBLIC,
    authorization_endpoint: `${PUBLIC}/oauth/authorize`,
    token_endpoint: `${PUBLIC}/oauth/token`,
    registration_endpoint: `${PUBLIC}/oauth/register`,
    device_authorization_endpoint: `${PUBLIC}/oauth/device`,
    revocation_endpoint: `${PUBLIC}/oauth/revoke`,
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    scopes_supported: expect.arrayContaining(['trails:use', 'trails:publish']),
  });
  expect((await here.anyone.get('/.well-known/openid-configuration')).body).toEqual(server.body);
  for (const path of ['/v1', '/mcp', `/mcp/${team.team_id}`]) {
    const challenge = (
      await here.anyone.send(
        path === '/v1' ? 'GET' : 'POST',
        path === '/v1' ? '/v1/me' : path,
        path === '/v1' ? undefined : {},
      )
    ).headers.get('www-authenticate');
    const url = `${PUBLIC}/.well-known/oauth-protected-resource${path}`;
    expect(challenge).toContain(`resource_metadata="${url}"`);
    expect(challenge).toMatch(/scope="trails:[a-z: ]+"/);
    const metadata = await here.anyone.get<{ resource: string }>(url.slice(PUBLIC.length));
    const authors = ['trails:read', 'trails:write', 'trails:publish'];
    expect(metadata.body).toMatchObject({
      resource: PUBLIC + path,
      authorization_servers: [PUBLIC],
      scopes_supported: path === '/v1' ? authors : ['trails:use', ...authors],
    });
  }
});

test('keeps a client that requests tokens, and deletes one without consent after 7 days', async () => {
  const { client_id } = await registered(here);
  const unused = await registered(here);
  const { database } = here.app;
  const { refresh_token = '' } = await connected(here, team.author.email, client_id);
  const began = here.clock();
  const after = (days: number): number => began + days * 24 * 3_600_000;
  await sweepArtifacts(database, after(9));
  expect((await refreshed(here, unused.client_id, 'any')).body.error).toBe('invalid_client');
  here.clock.advance(after(50) - began);
  const second = await refreshed(here, client_id, refresh_token);
  expect(second.status).toBe(200);
  await sweepArtifacts(database, after(95));
  expect((await refreshed(here, client_id, second.body.refresh_token ?? '')).status).toBe(200);
});
