// Enterprise-managed authorization: the company's identity provider vouches for a person and an app (ID-JAG) without a
// consent page. Covers every check, each way to find the person, and the switch.
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { addDomain } from '../../../src/directory/teams/domains.ts';
import { sql } from '../../../src/storage/sql.ts';
import { BY_TEST } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { type Managed, managedTeam } from '../manage/support.ts';
import { signedIn } from '../sign-in/browser.ts';
import { type OauthProblem, PUBLIC, postForm, type Registered, registered, type Tokens } from './oauth-world.ts';
import { type SigningIssuer, signingIssuer } from './signing-issuer.ts';

let here: World;
let provider: SigningIssuer;
let company: Company;
beforeAll(async () => {
  here = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  provider = await signingIssuer();
  company = await managed(provider);
});
afterAll(async () => {
  await here.close();
  await provider.close();
});

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const CLIENT = { grant_types: [GRANT], redirect_uris: [], token_endpoint_auth_method: 'client_secret_post' };

interface Company {
  readonly team: Managed;
  readonly client: Registered;
  /** Provisioned over SCIM, in the verified domain. */
  readonly email: string;
  readonly user_id: string;
  readonly resource: string;
  /** Provisions another person with their own address. */
  provision(name: string): Promise<{ email: string; deactivate(): Promise<unknown> }>;
  policy(enterprise_managed: boolean, allowed_hosts?: string[] | null): Promise<unknown>;
}

/** A workspace whose provider vouches for apps, with a person from directory sync. */
async function managed(at: SigningIssuer): Promise<Company> {
  const team = await managedTeam(here);
  const domain = `d${team.team_id.slice(-12)}.test`;
  await here.app.database.inTransaction((tx) => addDomain(tx, team.team_id, domain, BY_TEST));
  const made = await team.asAdmin.post<{ connection_id: string; token: string }>('/manage/v1/connections', {
    name: 'Directory',
  });
  const scim = here.bearer(made.body.token);
  const base = `/scim/v2/${made.body.connection_id}/Users`;
  const provision = async (name: string) => {
    const email = `${name}.${newId()}@${domain}`;
    const { status, body } = await scim.post<{ id: string }>(base, {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: email,
      displayName: name,
      emails: [{ value: email, primary: true }],
    });
    expect(status).toBe(201);
    const off = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', value: { active: false } }],
    };
    return { email, user_id: body.id, deactivate: () => scim.patch(`${base}/${body.id}`, off) };
  };
  const sso = { issuer: at.issuer, client_id: 'cairn', client_secret: null, enabled: true, required: false };
  expect((await team.asAdmin.put('/manage/v1/sso', sso)).status).toBe(204);
  const policy = async (enterprise_managed: boolean, allowed_hosts: string[] | null = null) =>
    expect(
      (await team.asAdmin.put('/manage/v1/workspace/app-policy', { allowed_hosts, enterprise_managed })).status,
    ).toBe(204);
  await policy(true);
  const { email, user_id } = await provision('vera');
  return { team, client: await registered(here, CLIENT), email, user_id, resource: `${PUBLIC}/mcp`, provision, policy };
}

function claims({ client, email, resource }: Company, more: JWTPayload = {}): JWTPayload {
  const now = Math.floor(here.clock() / 1_000);
  const who = { iss: provider.issuer, sub: `subject of ${email}`, email, aud: PUBLIC, client_id: client.client_id };
  return { ...who, resource, jti: crypto.randomUUID(), iat: now, exp: now + 300, ...more };
}
const signed = (payload: JWTPayload, typ = 'oauth-id-jag+jwt') => provider.sign(payload, { typ });
const ask = ({ client }: Company, assertion: string, more: Readonly<Record<string, string>> = {}) =>
  postForm<Tokens & OauthProblem>(here, '/oauth/token', {
    grant_type: GRANT,
    client_id: client.client_id,
    client_secret: client.client_secret ?? '',
    assertion,
    ...more,
  });
const initialize = (token: string) =>
  here.bearer(token).post('/mcp', {}, { Accept: 'application/json, text/event-stream' });

test('lets the app act for the person without a consent page or refresh token', async () => {
  const answer = await ask(company, await signed(claims(company)));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'trails:use' });
  expect(answer.body.refresh_token).toBeUndefined();
  expect((await initialize(answer.body.access_token)).status).not.toBe(401);
  expect((await here.bearer(answer.body.access_token).get('/v1/me')).status).toBe(401);
});

test('has a single grant, which the provider can renew and an admin can see and revoke', async () => {
  const one = await managed(provider);
  const tokens: string[] = [];
  for (const { body } of await Promise.all([1, 2, 3].map(async () => ask(one, await signed(claims(one))))))
    tokens.push(body.access_token);
  const apps = await one.team.asAdmin.get<{ items: { id: string }[] }>('/manage/v1/workspace/apps');
  expect(apps.body.items).toHaveLength(1);
  await one.team.asAdmin.delete(`/manage/v1/workspace/apps/${apps.body.items[0]?.id}`);
  for (const token of tokens) expect((await initialize(token)).status).toBe(401);
});

test('grants the scopes that both the provider allows and the client requests', async () => {
  const wide = { scope: 'trails:use trails:read' };
  expect((await ask(company, await signed(claims(company, wide)))).body.scope).toBe('trails:use trails:read');
  expect((await ask(company, await signed(claims(company, wide)), { scope: 'trails:read' })).body.scope).toBe(
    'trails:read',
  );
  const none = await ask(company, await signed(claims(company, { scope: 'trails:use' })), { scope: 'trails:publish' });
  expect([none.status, none.body.error]).toEqual([400, 'invalid_scope']);
});

describe('an assertion', () => {
  test.each<[string, () => JWTPayload, string]>([
    ['of another issuer', () => ({ iss: 'https://login.stranger.example' }), 'invalid_grant'],
    ['for another server', () => ({ aud: 'https://elsewhere.example' }), 'invalid_grant'],
    ['for another client', () => ({ client_id: 'somebody-else' }), 'invalid_grant'],
    ['for a foreign resource', () => ({ resource: 'https://elsewhere.example/mcp' }), 'invalid_target'],
    ["for the command line's resource", () => ({ resource: `${PUBLIC}/manage/v1` }), 'invalid_target'],
    ['without a resource', () => ({ resource: undefined }), 'invalid_grant'],
    ['without an id', () => ({ jti: undefined }) as never, 'invalid_grant'],
    ['that has expired', () => ({ iat: 1, exp: 2 }), 'invalid_grant'],
    ['valid for six minutes', () => ({ exp: Math.floor(here.clock() / 1_000) + 360 }), 'invalid_grant'],
    ['valid for an hour', () => ({ exp: Math.floor(here.clock() / 1_000) + 3_600 }), 'invalid_grant'],
    ['of an unknown person', () => ({ sub: 'nobody', email: 'nobody@elsewhere.example' }), 'invalid_grant'],
    ['of a person without an address', () => ({ sub: 'nobody', email: undefined }), 'invalid_grant'],
    ['of an unverified address', () => ({ sub: 'another', email_verified: false }), 'invalid_grant'],
    ['of an issuer with a NUL', () => ({ iss: `${provider.issuer}\u0000` }), 'invalid_grant'],
    ['of an issuer that is not a text', () => ({ iss: [provider.issuer] }) as never, 'invalid_grant'],
    ['of a person whose name contains a NUL', () => ({ sub: 'no\u0000body' }), 'invalid_grant'],
    ['of a person that is not a text', () => ({ sub: { id: 1 } }) as never, 'invalid_grant'],
    ['of an address with a NUL', () => ({ sub: 'another', email: `a\u0000${company.email}` }), 'invalid_grant'],
  ])('%s is refused', async (_, more, error) => {
    const answer = await ask(company, await signed(claims(company, more())));
    expect([answer.status, answer.body.error], JSON.stringify(answer.body)).toEqual([400, error]);
  });
  test('is refused if the address is not linked yet and is declared unverified, even as a string', async () => {
    const { email } = await company.provision('nora');
    const said = async (email_verified: unknown) =>
      (await ask(company, await signed(claims(company, { sub: `nora of ${email}`, email, email_verified })))).status;
    expect([await said(false), await said('false'), await said('true')]).toEqual([400, 400, 200]);
  });
  test('of another kind is refused, and so is a forged or malformed one', async () => {
    for (const assertion of [
      await signed(claims(company), 'JWT'),
      await provider.forge(claims(company)),
      'garbage',
      'a.b.c',
    ]) {
      const answer = await ask(company, assertion);
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant']);
    }
  });
  test('is valid for one request and its retries within a minute', async () => {
    const [first, other] = [claims(company), claims(company)];
    const assertion = await signed(first);
    const answers = await Promise.all([1, 2, 3].map(() => ask(company, assertion)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const sameId = await signed({ ...other, jti: first.jti ?? '' });
    expect([(await ask(company, sameId)).status, (await ask(company, assertion, { scope: 'x' })).status]).toEqual([
      400, 400,
    ]);
    here.clock.advance(61_000);
    expect((await ask(company, assertion)).body).toMatchObject({ error: 'invalid_grant' });
  });
  test('is refused for a resource other than the one in the request', async () => {
    const answer = await ask(company, await signed(claims(company)), { resource: `${PUBLIC}/v1` });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_target']);
  });
  test('is refused from a client without a secret', async () => {
    const open = { ...company, client: await registered(here, { ...CLIENT, token_endpoint_auth_method: 'none' }) };
    const answer = await postForm<OauthProblem>(here, '/oauth/token', {
      grant_type: GRANT,
      client_id: open.client.client_id,
      assertion: await signed(claims(open)),
    });
    expect([answer.status, answer.body.error]).toEqual([400, 'unauthorized_client']);
  });
});

test('identifies a person by the linked subject, so that a reassigned address opens nothing', async () => {
  const one = await managed(provider);
  const { email } = await one.provision('wanda');
  const linked = { sub: `wanda of ${email}`, email };
  expect((await ask(one, await signed(claims(one, linked)))).status).toBe(200);
  expect((await ask(one, await signed(claims(one, { sub: linked.sub, email: undefined })))).status).toBe(200);
  const other = await ask(one, await signed(claims(one, { sub: 'another subject', email })));
  expect([other.status, other.body.error]).toEqual([400, 'invalid_grant']);
});

test('does not match a member by address if directory sync has not provisioned them', async () => {
  const { team } = company;
  const answer = await ask(company, await signed(claims(company, { sub: 'by hand', email: team.author.email })));
  expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant']);
});

test("revokes a deprovisioned person's tokens, and issues no more", async () => {
  const one = await managed(provider);
  const person = await one.provision('xenia');
  const who = { sub: `xenia of ${person.email}`, email: person.email };
  const { body } = await ask(one, await signed(claims(one, who)));
  await person.deactivate();
  expect((await initialize(body.access_token)).status).toBe(401);
  expect((await ask(one, await signed(claims(one, who)))).body.error).toBe('invalid_grant');
});

test('does not vouch for another workspace: providers, resources and people are separate', async () => {
  const elsewhere = await signingIssuer();
  const neighbour = await managed(elsewhere);
  const into = { resource: `${PUBLIC}/mcp/${neighbour.team.team_id}` };
  expect((await ask(company, await signed(claims(company, into)))).body.error).toBe('invalid_grant');
  const theirs = await ask(company, await signed(claims(company, { sub: 'x', email: neighbour.email })));
  expect(theirs.body.error).toBe('invalid_grant');
  await elsewhere.close();
});

test('keeps blocked hosts blocked', async () => {
  const one = await managed(provider);
  await one.policy(true, ['claude.ai']);
  const client = await registered(here, {
    ...CLIENT,
    grant_types: [GRANT, 'authorization_code'],
    redirect_uris: ['https://app.evil.example/callback'],
  });
  const evil = { ...one, client };
  const answer = await ask(evil, await signed(claims(evil)));
  expect(answer.body).toMatchObject({ error: 'invalid_grant' });
  expect(answer.body.error_description).toContain('app.evil.example');
});

test.each([
  ['no host', [], false],
  ['only its own machine', ['http://127.0.0.1:4444/callback'], false],
  ['only a scheme of its own', ['cursor://anysphere.cursor/callback'], false],
  ['an allowed host and its own machine', ['https://claude.ai/callback', 'http://127.0.0.1/callback'], false],
  ['an allowed host and another one', ['https://claude.ai/callback', 'https://evil.example/callback'], false],
  ['allowed hosts', ['https://claude.ai/callback', 'https://code.claude.ai/callback'], true],
])('with a list of hosts, an app with %s (%j) is accepted: %s', async (_, redirect_uris, isAllowed) => {
  const one = await managed(provider);
  await one.policy(true, ['claude.ai']);
  const grant_types = redirect_uris.length === 0 ? [GRANT] : [GRANT, 'authorization_code'];
  const app = { ...one, client: await registered(here, { ...CLIENT, grant_types, redirect_uris }) };
  const { status, body } = await ask(app, await signed(claims(app)));
  expect([status, body.error]).toEqual(isAllowed ? [200, undefined] : [400, 'invalid_grant']);
});

test('is off until an admin turns it on, is then advertised and audited, and can be turned off immediately', async () => {
  const one = await managed(provider);
  const { body } = await ask(one, await signed(claims(one)));
  const metadata = await here.anyone.get<Record<string, unknown>>('/.well-known/oauth-authorization-server');
  expect(metadata.body.authorization_grant_profiles_supported).toEqual(['urn:ietf:params:oauth:grant-profile:id-jag']);
  const member = await signedIn(here, one.team.member.email);
  const forbidden = await member.send('PUT', '/manage/v1/workspace/app-policy', {
    allowed_hosts: null,
    enterprise_managed: false,
  });
  expect(forbidden.status).toBe(403);
  await one.policy(false);
  expect((await initialize(body.access_token)).status).toBe(401);
  const off = await ask(one, await signed(claims(one)));
  expect([off.status, off.body.error]).toEqual([400, 'invalid_grant']);
  const audit = JSON.stringify((await one.team.asAdmin.get('/manage/v1/audit')).body);
  for (const kind of ['team.apps.updated', 'oauth.grant.created', 'oauth.grant.revoked', 'team.sso.linked'])
    expect(audit).toContain(kind);
  await here.app.database.rows(sql`update oauth_policies set enterprise_managed = false`);
  const silent = await here.anyone.get<Record<string, unknown>>('/.well-known/oauth-authorization-server');
  expect(silent.body.authorization_grant_profiles_supported).toBeUndefined();
});
