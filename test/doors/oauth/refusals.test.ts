// Failures: each wrong request with its error, its log line and, for a known consent, its audit entry; pages of other
// origins; and an unavailable database. None of them reveals a secret.
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { refuse } from '../../../src/base/refusal.ts';
import { RETRY_WINDOW_MS } from '../../../src/credentials/oauth-artifacts.ts';
import { buildApp } from '../../../src/start/app.ts';
import type { Database } from '../../../src/storage/database.ts';
import { openMigrated } from '../../support/database.ts';
import { sendRaw } from '../../support/raw-http.ts';
import type { Heard } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { signedIn } from '../sign-in/browser.ts';
import {
  asking,
  CALLBACK,
  codeFor,
  connected,
  type OauthProblem,
  PUBLIC,
  postForm,
  redeem,
  refreshed,
  registered,
} from './oauth-world.ts';

let here: World;
let team: TestTeam;
let client: string;
beforeAll(async () => {
  here = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  client = (await registered(here)).client_id;
});
afterAll(() => here.close());

const audit = async (): Promise<string> => {
  const admin = await signedIn(here, team.admin.email);
  return JSON.stringify((await admin.send('GET', '/manage/v1/audit?kind=oauth')).body);
};

const PARAMETERS = [
  'state',
  'login_hint',
  'display',
  'ui_locales',
  'prompt',
  'scope',
  'code_challenge',
  'nothing_known',
];

test.each(PARAMETERS)(
  'refuses a NUL character in %s by name at every endpoint that accepts this parameter',
  async (name) => {
    const url = new URL(asking(client).url, PUBLIC);
    url.searchParams.set(name, 'a\u0000b');
    const answers: Heard<unknown>[] = [await here.anyone.get(`${url.pathname}${url.search}`)];
    for (const path of ['/oauth/token', '/oauth/device', '/oauth/revoke'])
      answers.push(await postForm(here, path, { client_id: client, [name]: 'a\u0000b' }));
    const refusal = { error: 'invalid_request', error_description: expect.stringContaining(`${name} contains a NUL`) };
    for (const { status, body } of answers) expect([status, body]).toEqual([400, refusal]);
  },
);

const FORM = 'application/x-www-form-urlencoded';
test.each<[string, Record<string, string>, string | Buffer, number]>([
  ['in Latin-1, as declared', { 'Content-Type': `${FORM}; charset=iso-8859-1` }, 'token=x', 415],
  ['in UTF-16, as declared', { 'Content-Type': `${FORM};charset="utf-16"` }, 'token=x', 415],
  ['as JSON', { 'Content-Type': 'application/json' }, '{}', 415],
  ['compressed', { 'Content-Type': FORM, 'Content-Encoding': 'gzip' }, 'token=x', 415],
  ['in undeclared Latin-1', { 'Content-Type': FORM }, Buffer.from('token=ä', 'latin1'), 400],
])('refuses a form %s at every endpoint that accepts forms', async (_, headers, body, status) => {
  for (const path of ['/oauth/token', '/oauth/device', '/oauth/revoke']) {
    const answer = await fetch(here.address + path, { method: 'POST', headers, body });
    expect([path, answer.status]).toEqual([path, status]);
    expect(await answer.json()).toEqual({ error: 'invalid_request', error_description: expect.any(String) });
  }
});

test('distinguishes an empty form from one that is too large (413)', async () => {
  for (const path of ['/oauth/token', '/oauth/device', '/oauth/revoke']) {
    const empty = await here.anyone.post<OauthProblem>(path, '', { 'Content-Type': FORM });
    expect([path, empty.status, empty.body.error_description]).toEqual([path, 400, expect.stringMatching(/is empty/)]);
    // The second form grows before it reaches the library, whose limit is lower.
    for (const code of ['a'.repeat(60_000), '{'.repeat(30_000)]) {
      const body = `grant_type=authorization_code&client_id=${client}&token=x&code=${code}`;
      const large = await here.anyone.post<OauthProblem>(path, body, { 'Content-Type': FORM });
      expect([path, large.status, large.body.error]).toEqual([path, 413, 'invalid_request']);
    }
  }
  const metadata = { client_name: 'a'.repeat(60_000), redirect_uris: [CALLBACK] };
  expect((await here.anyone.post('/oauth/register', metadata)).status).toBe(413);
});

test.each<[string, Record<string, string>]>([
  ['in Latin-1, as declared', { 'Content-Type': 'application/json; charset=iso-8859-1' }],
  ['compressed', { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }],
  ['of another type', { 'Content-Type': FORM }],
])('refuses to register a client whose metadata are %s', async (_, headers) => {
  const answer = await fetch(`${here.address}/oauth/register`, { method: 'POST', headers, body: '{}' });
  expect(answer.status).toBe(415);
});

test.each([
  'https://user:pw@tool.example/cb',
  'https://claude.ai@tool.example/cb',
  'intent://tool.example/cb',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
])('refuses to register a client that redirects to %s', async (redirect) => {
  for (const redirect_uris of [[redirect], [CALLBACK, redirect]]) {
    const answer = await here.anyone.post<OauthProblem>('/oauth/register', { client_name: 'x', redirect_uris });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_redirect_uri']);
    expect(answer.body.error_description).toMatch(/^redirect_uris must not/);
  }
});

test("registers a client that redirects to an app's own URI scheme", async () => {
  const { client_id } = await registered(here, { redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'] });
  expect(client_id).not.toBe('');
});

test.each<[string, () => Promise<{ status: number; body: { error?: string } }>, string, string]>([
  [
    'a code used again after the minute for retries',
    async () => {
      const { code, verifier } = await codeFor(here, team.author.email, client);
      await redeem(here, client, code, verifier);
      here.clock.advance(RETRY_WINDOW_MS + 1);
      return redeem(here, client, code, verifier);
    },
    'invalid_grant',
    'oauth.grant.revoked',
  ],
  [
    'a wrong verifier',
    async () => {
      const { code } = await codeFor(here, team.author.email, client);
      return redeem(here, client, code, 'x'.repeat(43));
    },
    'invalid_grant',
    '"brought":"AuthorizationCode"',
  ],
  [
    'a foreign resource',
    async () => {
      const { code, verifier } = await codeFor(here, team.author.email, client);
      return redeem(here, client, code, verifier, { resource: `${PUBLIC}/mcp` });
    },
    'invalid_target',
    'invalid_target',
  ],
  [
    'a refresh token used again after the minute for retries',
    async () => {
      const { refresh_token = '' } = await connected(here, team.author.email, client);
      here.clock.advance(2 * RETRY_WINDOW_MS + 1_000);
      await refreshed(here, client, refresh_token);
      here.clock.advance(RETRY_WINDOW_MS + 1);
      return refreshed(here, client, refresh_token);
    },
    'invalid_grant',
    'oauth.grant.revoked',
  ],
])("refuses %s, and records it in the workspace's audit log", async (_, misuse, error, entry) => {
  team = await here.team();
  const answer = await misuse();
  expect([answer.status, answer.body.error]).toEqual([400, error]);
  await expect.poll(audit).toContain(entry);
});

test('names the missing scope of a token, and says what its app can do about it', async () => {
  const { author } = await here.team();
  const { access_token } = await connected(here, author.email, client, { scope: 'trails:read' });
  const refused = await here.bearer(access_token).post<{ detail: string }>('/v1/trails', {});
  expect(refused.status).toBe(403);
  expect(refused.headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="trails:write"');
  expect(refused.body.detail).toContain('Connect the app again');
});

const FOR_ANY_ORIGIN = [
  ...['/oauth/token', '/oauth/register', '/oauth/revoke', '/oauth/device', '/oauth/jwks'],
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  ...['', '/v1', '/mcp', `/mcp/${newId()}`].map((path) => `/.well-known/oauth-protected-resource${path}`),
];

test('lets clients cache metadata for an hour or a minute, and accepts a form of 56 KiB', async () => {
  for (const path of FOR_ANY_ORIGIN.filter((one) => one.startsWith('/.well-known'))) {
    const { status, headers } = await here.anyone.get(path);
    // Whether documents of clients can be fetched may change at any time.
    const seconds = path.includes('protected-resource') ? 3_600 : 60;
    expect([path, status, headers.get('cache-control')]).toEqual([path, 200, `public, max-age=${seconds}`]);
  }
  const sized = async (bytes: number) =>
    (await postForm(here, '/oauth/revoke', { token: 'x'.repeat(bytes - 'token='.length) })).status;
  expect([await sized(57_344), await sized(57_345)]).toEqual([400, 413]);
});

test('lets pages of other origins request tokens and read the response', async () => {
  for (const path of FOR_ANY_ORIGIN) {
    const preflight = await here.anyone.send('OPTIONS', path, undefined, {
      Origin: 'https://app.example',
      'Access-Control-Request-Method': 'POST',
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
    // Otherwise the page's library cannot send its additional headers.
    expect(preflight.headers.get('access-control-allow-headers')).toContain('MCP-Protocol-Version');
    const refused = await here.anyone.send('DELETE', path);
    expect([path, preflight.headers.get('allow')]).toEqual([path, refused.headers.get('allow')]);
  }
  const origin = { Origin: 'https://app.example' };
  team = await here.team();
  const { code, verifier } = await codeFor(here, team.author.email, client);
  const fields = { grant_type: 'authorization_code', client_id: client, code, code_verifier: verifier };
  for (const [answer, status] of [
    [await postForm(here, '/oauth/token', { ...fields, redirect_uri: CALLBACK }, origin), 200],
    [await postForm(here, '/oauth/token', { grant_type: 'refresh_token', client_id: client }, origin), 400],
    [await here.anyone.post('/oauth/token', 'garbage', origin), 415],
  ] as const) {
    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After');
  }
  const consent = await here.anyone.send('OPTIONS', '/oauth/authorize', undefined, origin);
  expect(consent.headers.get('access-control-allow-origin')).toBeNull();
});

test('returns 503 with Retry-After from every endpoint that needs the database if it is unavailable', async () => {
  const migrated = await openMigrated();
  let isAway = false;
  const guarded = <Method extends (...args: never[]) => Promise<unknown>>(method: Method): Method =>
    ((...args: never[]) =>
      isAway
        ? Promise.reject(refuse('not-ready', 'The database does not answer.', { retry_after: 2 }))
        : method(...args)) as Method;
  const database: Database = {
    ...migrated,
    row: guarded(migrated.row.bind(migrated)),
    rows: guarded(migrated.rows.bind(migrated)),
    inTransaction: guarded(migrated.inTransaction.bind(migrated)),
    health: async () => ({ ...(await migrated.health()), reached: !isAway }),
  };
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const app = await buildApp(here.config, { database, clock: here.clock, logger });
  await app.preparation.done;
  const address = `http://127.0.0.1:${await app.server.listen({ host: '127.0.0.1', port: 0 })}`;
  const send = (path: string, form: Readonly<Record<string, string>>) =>
    fetch(address + path, { method: 'POST', body: new URLSearchParams(form) });
  try {
    await send('/oauth/device', { client_id: 'cairn-cli' });
    isAway = true;
    const secret = 'svc_secret_0123456789';
    for (const answer of [
      await send('/oauth/token', { grant_type: 'refresh_token', client_id: 'unknown', refresh_token: secret }),
      await send('/oauth/token', { grant_type: 'authorization_code', client_id: 'unknown', code: secret }),
      await send('/oauth/device', { client_id: 'cairn-cli' }),
      await send('/oauth/revoke', { client_id: 'unknown', token: secret }),
      await fetch(`${address}/oauth/authorize?client_id=unknown&response_type=code`),
    ]) {
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(((await answer.json()) as OauthProblem).error).toBe('temporarily_unavailable');
    }
    const { status, headers } = await fetch(`${address}/health/ready`);
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '2', 'no-store']);
    isAway = false;
    await send('/oauth/token', { grant_type: 'refresh_token', client_id: 'cairn-cli', refresh_token: secret });
    await expect.poll(() => lines.join('')).toContain('an OAuth request was refused');
    expect(lines.join('')).not.toContain(secret);
  } finally {
    isAway = false;
    await app.close();
  }
});

test("redirects only to the server's own pages, for any spelling of an address", async () => {
  const { port } = new URL(here.address);
  const at = (path: string) =>
    sendRaw(Number(port), `GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n\r\n`);
  for (const way of ['..\\..\\device?user_code=ABCD-EFGH', '%2e%2e', '..\\jwks', '..%5Cjwks', '.', 'a;b'])
    expect([way, (await at(`/oauth/authorize/${way}`)).status]).toEqual([way, 400]);
  expect((await at('/oauth/authorize/a_b-C9')).status).toBe(400);
  for (const path of ['/oauth/jwk%73', '/.well-known/openid-configuratio%6e']) {
    const { status, body } = await at(path);
    expect([status, Object.keys(JSON.parse(body))]).toEqual([200, expect.arrayContaining([expect.any(String)])]);
  }
});
