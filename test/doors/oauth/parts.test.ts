// Parts of the authorization server that need no browser: requests from clients and their responses, refused consents,
// and stored state.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAudit } from '../../../src/audit/read-audit.ts';
import { newId } from '../../../src/base/id.ts';
import { isRefusal, refuse } from '../../../src/base/refusal.ts';
import type { Secrets } from '../../../src/base/secrets.ts';
import { artifactHash, putArtifact } from '../../../src/credentials/oauth-artifacts.ts';
import { savePolicy } from '../../../src/credentials/oauth-policies.ts';
import { scopesOf } from '../../../src/directory/roles.ts';
import { accessTokenAdapter } from '../../../src/doors/oauth/access-token-adapter.ts';
import { artifactAdapter } from '../../../src/doors/oauth/artifact-adapter.ts';
import { basicCredentials } from '../../../src/doors/oauth/basic-credentials.ts';
import { isOfConnection, JWT_BEARER_GRANT } from '../../../src/doors/oauth/client-credentials.ts';
import { formOf } from '../../../src/doors/oauth/client-form.ts';
import { asClientMetadata, redirectFault } from '../../../src/doors/oauth/client-metadata.ts';
import { clientDisplayName, hostOf } from '../../../src/doors/oauth/client-name.ts';
import { agree, type ConsentRequest, findBlock } from '../../../src/doors/oauth/consent-request.ts';
import { recordRefusal } from '../../../src/doors/oauth/consent-routes.ts';
import { grantedScopes, offeredScopes, withheldScopes } from '../../../src/doors/oauth/consent-scopes.ts';
import { errorPage } from '../../../src/doors/oauth/error-page.ts';
import { recordMisuse } from '../../../src/doors/oauth/misuse.ts';
import type { OauthDeps } from '../../../src/doors/oauth/oauth-deps.ts';
import { type OauthCall, oauthError } from '../../../src/doors/oauth/oauth-door.ts';
import type { Writer } from '../../../src/doors/oauth/request-writes.ts';
import { bySession, createSession, getSessionCaller, mintSessionToken } from '../../../src/identity/sessions.ts';
import { getFacts } from '../../../src/identity/sign-in.ts';
import type { Database } from '../../../src/storage/database.ts';
import { sql } from '../../../src/storage/sql.ts';
import { byAdmin } from '../../directory/support.ts';
import { type TwoWorkspaces, twoWorkspaces } from '../../directory/two-workspaces.ts';
import { openTestDatabase } from '../../support/database.ts';

const NOW = Date.UTC(2031, 0, 1);
const REQUEST = { id: 'r', origin: { address: '192.0.2.7', device: 'a program' } };
const PUBLIC = 'https://cairn.test';
let database: Database;
let two: TwoWorkspaces;
beforeAll(async () => {
  database = await openTestDatabase();
  two = await twoWorkspaces(database);
});
afterAll(() => database.close());

const deps = (more: object = {}): OauthDeps =>
  ({
    database,
    clock: () => NOW,
    publicUrl: PUBLIC,
    secrets: (): Secrets => ['a secret of the test'],
    ...more,
  }) as OauthDeps;
const told = (thrown: unknown): string => (isRefusal(thrown) ? `${thrown.slug} ${thrown.message}` : String(thrown));

test.each([
  ['Basic aWQ6c2VjcmV0', { id: 'id', secret: 'secret' }],
  ['basic  aWQ6YTpiOmM= ', { id: 'id', secret: 'a:b:c' }],
  ['Basic YSUyMGI6Yytk', { id: 'a b', secret: 'c d' }],
  ['Basic JTp6', { id: '%', secret: 'z' }],
  ['Basic aWQ=', { id: 'id', secret: '' }],
  ['Bearer aWQ6c2VjcmV0', undefined],
  [undefined, undefined],
])('reads from %s the name %j', (header, named) => {
  expect(basicCredentials(header)).toEqual(named);
});

test.each([
  ['https://tool.example/client.json', 'tool.example'],
  ['http://127.0.0.1:4444/callback', ''],
  ['http://localhost/callback', ''],
  ['http://tool.example', 'tool.example'],
  ['cursor://anysphere.cursor/callback', 'cursor:'],
  ['com.example.app:/callback', 'com.example.app:'],
  ['nothing', ''],
])('reads from %s the host %j', (address, host) => {
  expect(hostOf(address)).toBe(host);
});

test.each<[string, string | undefined]>([
  ['https://tool.example/cb', undefined],
  ['http://127.0.0.1:4444/cb', undefined],
  ['cursor://anysphere.cursor/callback', undefined],
  ['vscode://publisher.extension/cb', undefined],
  ['com.example.app:/callback', undefined],
  ['msauth.com.example.app://auth', undefined],
  ['nothing', undefined],
  ['https://user:pw@tool.example/cb', 'must not contain user info'],
  ['https://claude.ai@tool.example/cb', 'must not contain user info'],
  ['cursor://user@callback', 'must not contain user info'],
  ...[
    'javascript',
    'data',
    'file',
    'intent',
    'android-app',
    'view-source',
    'ms-msdt',
    'search-ms',
    'itms-services',
    'urn',
    'ws',
  ].map((scheme): [string, string] => [`${scheme}://x/cb`, `must not use the ${scheme} URI scheme`]),
  ['\tJavaScript:alert(1)', 'must not use the javascript URI scheme'],
  ['INTENT://x#Intent;end', 'must not use the intent URI scheme'],
])('validates the redirect %j: %s', (address, fault) => {
  expect(redirectFault(address)).toBe(fault);
});

test.each([
  ['Trail\u202e \n Tool', 'h', 'Trail Tool'],
  ['👩'.repeat(81), 'h', '👩'.repeat(80)],
  ['\u200b ', 'h', 'h'],
  [undefined, '', 'the-client'],
])('shows a client named %j of %j as %s', (clientName, host, shown) => {
  expect(
    clientDisplayName({ clientName, clientId: 'the-client' } as Parameters<typeof clientDisplayName>[0], host),
  ).toBe(shown);
});

test.each<[string | undefined, string[], string[]]>([
  ['codes', ['authorization_code'], ['authorization_code', 'refresh_token']],
  ['both', ['refresh_token', 'authorization_code'], ['refresh_token', 'authorization_code']],
  ['an unknown scope', ['authorization_code', 'implicit'], ['authorization_code', 'refresh_token']],
  ['none', [], []],
])('grants a client that asks for %s: %j', (_, grant_types, granted) => {
  const metadata = asClientMetadata({ client_id: 'c', redirect_uris: ['r'], grant_types, contacts: ['x'] }, 'none');
  expect(metadata).toMatchObject({
    grant_types: granted,
    application_type: 'native',
    token_endpoint_auth_method: 'none',
  });
  expect([metadata.contacts, metadata.redirect_uris]).toEqual([undefined, granted.length === 0 ? [] : ['r']]);
});

test("keeps only the known fields of a client's metadata", () => {
  const said = {
    ...{ client_id: 'c', client_name: 'C', client_uri: 'https://c.example', client_secret: 's' },
    ...{ client_secret_expires_at: 0, redirect_uris: ['https://r'], response_types: ['code'], application_type: 'web' },
    ...{ token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_signing_alg: 'ES256' },
    ...{ jwks: { keys: [] }, jwks_uri: 'https://c.example/keys', grant_types: ['authorization_code', 'refresh_token'] },
  };
  expect(asClientMetadata({ ...said, subject_type: 'pairwise' }, 'none')).toEqual(said);
});

test.each([
  ['web', ['https://r'], 'web'],
  ['web', ['https://r', 'cursor://r'], 'native'],
  ['web', ['http://127.0.0.1:1/r'], 'native'],
  [undefined, ['https://r'], 'native'],
])('takes a client that says %s and has %j as %s', (application_type, redirect_uris, type) => {
  const { application_type: taken } = asClientMetadata({ redirect_uris, application_type }, 'none');
  expect(taken).toBe(type);
});

test("identifies a connection's grant by its name, and an assertion by a client id that is a UUID in any case", () => {
  const of = (grant_type: string, id?: string) => isOfConnection(new URLSearchParams({ grant_type }), id);
  const id = newId();
  expect([of('client_credentials'), of('authorization_code', id)]).toEqual([true, false]);
  const named = [id, id.toUpperCase(), 'a client', undefined];
  expect(named.map((client) => of(JWT_BEARER_GRANT, client))).toEqual([true, true, false, false]);
});

test('escapes HTML on the error page, and forbids framing it', () => {
  const sent: Record<string, string> = {};
  const context = {
    get: () => 'text/html',
    set: (name: string, value: string) => void Object.assign(sent, { [name]: value }),
    body: undefined as unknown,
  };
  errorPage(context as never, { error: '<b>"x"</b>', error_description: "<i>'&" });
  expect(sent['Content-Security-Policy']).toContain("frame-ancestors 'none'");
  expect(context.body).toContain('<code>&lt;b&gt;&quot;x&quot;&lt;/b&gt;</code>');
  expect(context.body).toContain('&lt;i&gt;&#39;&amp;');
  // The text is readable on a phone, and the page is dark on a dark screen.
  expect(context.body).toContain('<meta name="viewport" content="width=device-width">');
  expect(context.body).toContain('<meta name="color-scheme" content="light dark">');
  const asked = { get: () => 'application/json', body: undefined as unknown };
  errorPage(asked as never, { error: 'e' });
  expect(asked.body).toEqual({ error: 'e' });
});

test('describes a refusal without characters that RFC 6749 forbids, uncached', () => {
  const answer = oauthError(refuse('conflict', 'Say "a\\b".'));
  expect(answer.body).toEqual({ error: 'invalid_request', error_description: "Say 'a'b'." });
  expect(answer.headers).toMatchObject({ 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' });
  expect(answer.headers).not.toHaveProperty('WWW-Authenticate');
  const { headers } = oauthError(refuse('unauthorized', 'No.', { basic: true }));
  expect(headers).toMatchObject({ 'WWW-Authenticate': 'Basic realm="Cairn", charset="UTF-8"' });
});

describe('a form', () => {
  const formFor = (body: string | Buffer, authorization?: string, allowed = true) => {
    const buckets: string[] = [];
    const limiter = {
      take: (policy: string, key: string) => {
        buckets.push(`${policy} ${key}`);
        return { allowed, retryAfterS: 7 };
      },
    };
    const headers: Readonly<Record<string, string | undefined>> = {
      'content-type': 'application/x-www-form-urlencoded',
      authorization,
    };
    const call = {
      address: '192.0.2.7',
      header: (name: string) => headers[name],
      bytes: async () => Buffer.from(body),
    };
    return formOf(deps({ limiter }), call as unknown as OauthCall).then(
      (form) => [form.toString(), buckets],
      (thrown: unknown) => [told(thrown), buckets],
    );
  };

  test.each([
    ['client_id=c&a=b', undefined, 'client:c 192.0.2.0/24'],
    ['client_id=c', 'Basic aWQ6c2VjcmV0', 'client:c 192.0.2.0/24'],
    ['client_id=&a=b', 'Basic aWQ6c2VjcmV0', 'client:id 192.0.2.0/24'],
    [`client_id=${'x'.repeat(301)}`, undefined, `client:${'x'.repeat(300)} 192.0.2.0/24`],
  ])('%s with %s is charged to the bucket of its client', async (body, authorization, bucket) => {
    expect(await formFor(body, authorization)).toEqual([body, [`oauth-client ${bucket}`]]);
  });

  test('without a client is charged to no bucket, and is refused with a wait time or as invalid UTF-8', async () => {
    expect(await formFor('a=b')).toEqual(['a=b', []]);
    const waits = 'rate-limited Too many requests from this client. Wait 7 s.';
    expect(await formFor('client_id=c', undefined, false)).toEqual([waits, ['oauth-client client:c 192.0.2.0/24']]);
    const latin = [expect.stringContaining('bad-request The body is not UTF-8'), []];
    expect(await formFor(Buffer.from([97, 61, 0xe4]))).toEqual(latin);
    expect(await formFor(`resource=${PUBLIC}/mcp//`)).toEqual([`resource=${encodeURIComponent(`${PUBLIC}/mcp`)}`, []]);
  });
});

describe('a consent', () => {
  const request = (more: Partial<ConsentRequest> = {}): ConsentRequest => ({
    ...{ client_id: 'https://tool.example/c', client_name: 'Tool', client_host: 'tool.example', is_verified: true },
    ...{ redirect_host: 'tool.example', redirect_uri: 'https://tool.example/back', way: 'redirect' },
    ...{ resource: '/mcp', scopes: ['trails:use', 'trails:read'] },
    ...more,
  });
  const signedIn = (team_id: string | null) =>
    database.inTransaction((tx) => createSession(tx, { team_id, account_id: two.one.people.cid, kind: 'app' }, NOW));
  type Caller = Awaited<ReturnType<typeof signedIn>>;
  let caller: Caller;
  beforeAll(async () => {
    caller = await signedIn(two.one.id);
    await database.inTransaction((tx) => savePolicy(tx, two.one.id, { allowed_hosts: ['tool.example'] }, NOW, byAdmin));
  });

  test.each<[Partial<ConsentRequest>, 'team' | 'service', string]>([
    [{}, 'team', 'open'],
    [{ redirect_host: 'elsewhere.example' }, 'team', 'does not allow apps from tool.example'],
    [{ client_host: 'elsewhere.example' }, 'team', 'does not allow apps from elsewhere.example'],
    [{ client_host: '', redirect_host: '' }, 'team', 'open'],
    [{ client_host: '', redirect_host: '', way: 'device' }, 'team', 'no host vouches'],
    [{ client_host: 'elsewhere.example', way: 'device' }, 'team', 'does not allow apps from elsewhere.example'],
    [{ redirect_host: '', way: 'device' }, 'team', 'open'],
    [{ client_id: 'cairn-cli', client_host: '', redirect_host: '', way: 'device' }, 'team', 'open'],
    [{ resource: `/mcp/${newId()}` }, 'team', 'asks for another workspace'],
    [{ resource: '/v1' }, 'service', 'open'],
    [{ resource: '/manage/v1' }, 'service', 'open'],
    [{ resource: '/mcp' }, 'service', 'AI tools connect to a workspace'],
    [{ resource: `/mcp/${newId()}` }, 'service', 'asks for another workspace'],
    [{ resource: '/nothing' }, 'service', 'AI tools connect to a workspace'],
  ])('for %j at the %s is: %s', async (more, at, expected) => {
    const who = at === 'team' ? caller : { ...caller, team_id: null };
    expect(String((await findBlock(database, who, request(more))) ?? 'open')).toContain(expected);
  });

  test.each([
    ['team', ['author'], ['trails:publish']],
    ['team', ['member'], ['trails:read', 'trails:write', 'trails:publish']],
    ['service', [], []],
  ] as const)('at the %s by a person with the roles %j withholds %j', (at, roles, withheld) => {
    const usable = scopesOf(at === 'service' ? ['owner'] : roles);
    const scopes = ['trails:read', 'trails:write', 'trails:publish', 'trails:use'];
    expect(withheldScopes(usable, request({ scopes }))).toEqual(withheld);
  });

  test.each([
    ['/mcp', ['trails:use'], ['author'], ['trails:use', 'trails:read', 'trails:write']],
    ['/mcp', ['trails:use'], ['member'], ['trails:use']],
    ['/mcp', ['trails:publish'], ['member'], ['trails:use', 'trails:publish']],
    ['/v1', ['trails:read'], ['author'], ['trails:read', 'trails:write']],
    ['/manage/v1', [], ['owner'], []],
  ] as const)('for %s that asks for %j offers a person with the roles %j: %j', (resource, scopes, roles, offered) => {
    const who = scopesOf(roles);
    const asked = request({ resource, scopes });
    expect(offeredScopes(who, asked)).toEqual(offered);
    // The employees' scope is fixed, and nothing that was not offered is granted.
    const all = ['trails:use', 'trails:read', 'trails:write', 'trails:publish'];
    expect(grantedScopes(who, asked, all)).toEqual(offered);
    expect(grantedScopes(who, asked, [])).toEqual(offered.filter((scope) => scope === 'trails:use'));
  });

  test('grants what was both offered and ticked, keeps the client, and grants nothing without a person', async () => {
    const hash = artifactHash('https://tool.example/c');
    const expires_at = NOW + 1_000;
    await putArtifact(database, 'Client', hash, { payload: {}, grant_id: undefined, user_code: undefined, expires_at });
    const given = (scopes: readonly string[]) =>
      database
        .inTransaction((tx) =>
          agree(
            deps(),
            tx,
            caller,
            request({ resource: '/v1', scopes: ['trails:read'] }),
            scopes,
            'consent',
            bySession(caller, 'r'),
          ),
        )
        .then(({ scopes: granted }) => granted.join(' '), told);
    expect(await given(['trails:use'])).toBe('unprocessable Allow at least one permission, or deny the app.');
    expect(await given(['trails:use', 'trails:read'])).toBe('trails:read');
    const [kept] = await database.rows<{ kept: boolean }>(sql`
      select expires_at > ${new Date(NOW + 86_400_000).toISOString()}::timestamptz as kept
      from oauth_artifacts where kind = 'Client' and id_hash = ${hash}`);
    expect(kept).toEqual({ kept: true });
  });

  test("is logged with the person's location if it is refused", async () => {
    const call = { caller, requestId: 'r', address: '192.0.2.1', headers: { 'user-agent': 'Firefox' } };
    await database.inTransaction((tx) => recordRefusal(tx, call as never, request()));
    const [entry] = await readAudit(database, two.one.id, { kind: 'oauth' }, { after: null, limit: 1 });
    expect(entry).toMatchObject({ kind: 'oauth.grant.refused', actor: { address: '192.0.2.1', device: 'Firefox' } });
  });

  test('is logged once a day if an app misuses it repeatedly', async () => {
    const grant = await database.inTransaction((tx) =>
      agree(deps(), tx, caller, request(), ['trails:read'], 'consent', bySession(caller, 'r')),
    );
    const accountId = `${caller.account_id}.${two.one.id}`;
    const model = { accountId, grantId: grant.grant_id };
    const context = { get: () => 'r', oidc: { route: 'token', entities: { RefreshToken: model }, params: {} } };
    const failure = Object.assign(new Error('x'), { error: 'invalid_grant', error_detail: 'used again' });
    const filter = { kind: 'oauth.request.refused' };
    const entries = async () => (await readAudit(database, two.one.id, filter, { after: null, limit: 9 })).length;
    const before = await entries();
    const misused = async (at: number) => {
      await recordMisuse(deps({ clock: () => at }), context as never, failure);
      return (await entries()) - before;
    };
    const hour = 3_600_000;
    expect([await misused(NOW), await misused(NOW + 1), await misused(NOW + hour)]).toEqual([1, 1, 1]);
  });

  test.each([
    ['confined', true],
    ['0', false],
    ['free', true],
    [undefined, true],
  ])('for a program that says %s is limited to one workspace: %s', async (reach, confined) => {
    const write: Writer = ({ run }) => database.inTransaction(async (tx) => void (await run(tx, REQUEST)));
    const token = mintSessionToken();
    const accountId = [caller.account_id, two.one.id, ...(reach === undefined ? [] : ['', reach])].join('.');
    const payload = { clientId: 'cairn-cli', accountId, grantId: newId(), exp: NOW / 1_000 + 60, scope: 'session' };
    await accessTokenAdapter(deps(), write).upsert(token, payload, 60);
    expect(await getFacts(database, await getSessionCaller(database, token, NOW))).toMatchObject({ confined });
  });
});

test('changes a device found by its code only through the handle that was issued', async () => {
  const write: Writer = ({ run }) => database.inTransaction(async (tx) => void (await run(tx, REQUEST)));
  const hooks = { end: async () => {}, gone: () => new Error('gone'), contextOf: () => undefined };
  const adapter = artifactAdapter(deps(), write, 'DeviceCode', hooks);
  await adapter.upsert('the device code', { userCode: 'BCDFGHJK', clientId: 'c' }, 60);
  const jti = String((await adapter.findByUserCode('BCDFGHJK'))?.jti);
  expect(jti).not.toContain('the device code');
  expect(await adapter.find(jti)).toMatchObject({ clientId: 'c' });
  const last = jti.endsWith('A') ? 'B' : 'A';
  expect(await adapter.find(`${jti.slice(0, -1)}${last}`)).toBeUndefined();
  const others = artifactAdapter(deps({ secrets: () => ['another'] }), write, 'DeviceCode', hooks);
  expect(await others.find(jti)).toBeUndefined();
});
