// An identity provider requests one-hour tokens with a client secret of its connection or an assertion from its tenant.
// Covers the access of each token, how tokens end, and the error of every invalid request.
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { changeTeam } from '../../../src/directory/teams/teams.ts';
import { sql } from '../../../src/storage/sql.ts';
import { deleteWorkspace } from '../../../src/workspaces/workspace.ts';
import { BY_TEST } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { type Managed, managedTeam } from '../manage/support.ts';
import { type OauthProblem, PUBLIC, postForm, type Tokens } from './oauth-world.ts';
import { type SigningIssuer, signingIssuer } from './signing-issuer.ts';

let here: World;
let tenant: SigningIssuer;
beforeAll(async () => {
  here = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  tenant = await signingIssuer();
});
afterAll(async () => {
  await here.close();
  await tenant.close();
});

interface Secret {
  readonly secret_id: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly token_endpoint: string;
}
interface Connected extends Secret {
  readonly team: Managed;
  /** The path of the connection below /manage/v1. */
  readonly path: string;
}
type Fields = Readonly<Record<string, string>>;

/** Creates a workspace with a connection and its client secret. */
async function connected(team?: Managed, name = 'Entra'): Promise<Connected> {
  const workspace = team ?? (await managedTeam(here));
  const made = await workspace.asAdmin.post<{ connection_id: string }>('/manage/v1/connections', { name });
  const path = `/manage/v1/connections/${made.body.connection_id}`;
  const { status, body } = await workspace.asAdmin.post<Secret>(`${path}/client-secrets`, { expires: '1y' });
  expect(status).toBe(201);
  return { team: workspace, path, ...body };
}

const ask = (fields: Fields, headers: Fields = {}) =>
  postForm<Tokens & OauthProblem>(here, '/oauth/token', { grant_type: 'client_credentials', ...fields }, headers);
const tokenOf = async ({ client_id, client_secret }: Secret): Promise<string> => {
  const { status, body } = await ask({ client_id, client_secret });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.access_token;
};
const basic = (id: string, secret: string): Fields => ({
  Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const users = (connectionId: string, token: string) =>
  here.bearer(token).get<{ detail?: string }>(`/scim/v2/${connectionId}/Users`);

describe('a client secret', () => {
  test('is exchanged for a one-hour token, in either form of the request', async () => {
    const { client_id, client_secret, token_endpoint } = await connected();
    expect(token_endpoint).toBe(`${PUBLIC}/oauth/token`);
    for (const answer of [
      await ask({ client_id, client_secret }),
      await ask({}, basic(client_id, client_secret)),
      await ask({ client_id, resource: `${PUBLIC}/scim/v2/${client_id}` }, basic(client_id, client_secret)),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'scim' });
      expect(answer.body.access_token).toMatch(/^svc_oauth_[0-9A-Za-z]{38}$/);
      expect((await users(client_id, answer.body.access_token)).status).toBe(200);
    }
  });
  test('issues tokens for its own connection only', async () => {
    const one = await connected();
    const sibling = await connected(one.team, 'Okta');
    const stranger = await connected();
    const token = await tokenOf(one);
    for (const other of [sibling, stranger]) expect((await users(other.client_id, token)).status).toBe(401);
    expect((await here.bearer(token).get('/v1/me')).status).toBe(401);
    expect((await here.bearer(token).post('/mcp', {})).status).toBe(401);
    const crossed = await ask({ client_id: sibling.client_id, client_secret: one.client_secret });
    expect([crossed.status, crossed.body.error]).toEqual([401, 'invalid_client']);
    const foreign = await ask({ ...one, resource: `${PUBLIC}/scim/v2/${sibling.client_id}` } as unknown as Fields);
    expect([foreign.status, foreign.body.error]).toEqual([400, 'invalid_target']);
  });
  test('is valid for one to three years, and its tokens never longer than the secret', async () => {
    const { team, path, client_id, client_secret } = await connected();
    for (const [expires, years] of [
      ['2y', 2],
      ['3y', 3],
    ] as const) {
      const made = await team.asAdmin.post<{ expires_at: string }>(`${path}/client-secrets`, { expires });
      expect(Date.parse(made.body.expires_at) - here.clock()).toBe(years * 365 * 24 * 3_600_000);
    }
    expect((await team.asAdmin.post(`${path}/client-secrets`, { expires: 'none' })).status).toBe(422);
    await here.app.database.rows(sql`
      update scim_client_secrets set expires_at = ${new Date(here.clock() + 90_000).toISOString()}
      where connection_id = ${client_id}`);
    expect((await ask({ client_id, client_secret })).body.expires_in).toBe(90);
    await here.app.database.rows(sql`
      update scim_client_secrets set expires_at = ${new Date(here.clock()).toISOString()}
      where connection_id = ${client_id}`);
    const late = await ask({ client_id, client_secret });
    expect([late.status, late.body.error]).toEqual([401, 'invalid_client']);
    expect(late.body.error_description).toContain('expired');
  });
  test('is limited to three per connection, shown once, and listed with its last use', async () => {
    const { team, path, client_secret, secret_id, ...client } = await connected();
    await ask({ client_id: client.client_id, client_secret });
    for (const status of [201, 201, 409])
      expect((await team.asAdmin.post(`${path}/client-secrets`, {})).status).toBe(status);
    const read = await team.asAdmin.get<{ client_secrets: readonly object[] }>(path);
    expect(read.body.client_secrets).toHaveLength(3);
    expect(read.body.client_secrets).toContainEqual(
      expect.objectContaining({ id: secret_id, state: 'valid', last_used_at: expect.any(String) }),
    );
    const audit = await team.asAdmin.get('/manage/v1/audit');
    expect(JSON.stringify(audit.body)).toContain('team.connection.secret_created');
    const rows = await here.app.database.rows<{ text: string }>(sql`
      select scim_client_secrets::text as text from scim_client_secrets union all select audit_entries::text
      from audit_entries`);
    const kept = JSON.stringify([read.body, audit.body, rows]);
    expect(kept).not.toContain(client_secret.slice(16));
    expect((await team.asMember.post(`${path}/client-secrets`, {})).status).toBe(403);
  });
});

describe('a token ends immediately with', () => {
  test.each<[string, (one: Connected) => Promise<unknown>]>([
    ['its secret', ({ team, path, secret_id }) => team.asAdmin.delete(`${path}/client-secrets/${secret_id}`)],
    ['its connection switched off', ({ team, path }) => team.asAdmin.patch(path, { enabled: false })],
    ['its connection', ({ team, path }) => team.asAdmin.delete(path)],
    [
      'its workspace',
      ({ team }) => here.app.database.inTransaction((tx) => deleteWorkspace(tx, team.team_id, BY_TEST)),
    ],
  ])('%s', async (_, end) => {
    const one = await connected();
    const token = await tokenOf(one);
    expect((await users(one.client_id, token)).status).toBe(200);
    await end(one);
    expect((await users(one.client_id, token)).status).toBe(401);
    const again = await ask({ client_id: one.client_id, client_secret: one.client_secret });
    expect([400, 401]).toContain(again.status);
    expect(['invalid_client', 'unauthorized_client']).toContain(again.body.error);
  });
  test.each<[string, (one: Connected) => Promise<unknown>]>([
    ['a connection that is switched off', ({ team, path }) => team.asAdmin.patch(path, { enabled: false })],
    [
      'a plan without directory sync',
      ({ team }) =>
        here.app.database.inTransaction((tx) => changeTeam(tx, team.team_id, { plan: 'business' }, BY_TEST)),
    ],
  ])('%s refuses the client (unauthorized_client)', async (_, end) => {
    const one = await connected();
    await end(one);
    const refused = await ask({ client_id: one.client_id, client_secret: one.client_secret });
    expect([refused.status, refused.body.error]).toEqual([400, 'unauthorized_client']);
  });
  test('is independent of another secret of the connection', async () => {
    const one = await connected();
    const { body: second } = await one.team.asAdmin.post<Secret>(`${one.path}/client-secrets`, {});
    const token = await tokenOf(second);
    await one.team.asAdmin.delete(`${one.path}/client-secrets/${one.secret_id}`);
    expect((await users(one.client_id, token)).status).toBe(200);
  });
});

const SAML_ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer';

describe('an invalid request', () => {
  test.each<[string, (one: Secret) => [Fields, Fields?], number, string]>([
    ['a missing client', () => [{}], 400, 'invalid_request'],
    [
      'a client that is not a connection',
      ({ client_secret }) => [{ client_id: 'nobody', client_secret }],
      401,
      'invalid_client',
    ],
    ['a missing secret', ({ client_id }) => [{ client_id }], 401, 'invalid_client'],
    ['a wrong secret', ({ client_id }) => [{ client_id, client_secret: 'wrong' }], 401, 'invalid_client'],
    ['an invalid Basic header', () => [{}, { Authorization: 'Basic %%%' }], 400, 'invalid_request'],
    [
      'two methods at once',
      (one) => [{ ...one } as unknown as Fields, basic(one.client_id, one.client_secret)],
      400,
      'invalid_request',
    ],
    [
      'a client other than in its header',
      (one) => [{ client_id: newId() }, basic(one.client_id, one.client_secret)],
      400,
      'invalid_request',
    ],
    ['another resource', (one) => [{ ...one, resource: `${PUBLIC}/v1` } as unknown as Fields], 400, 'invalid_target'],
    [
      'an assertion of another type',
      ({ client_id }) => [{ client_id, client_assertion: 'a.b.c', client_assertion_type: SAML_ASSERTION }],
      400,
      'invalid_request',
    ],
  ])('with %s gets the error of RFC 6749', async (_, fields, status, error) => {
    const answer = await ask(...fields(await connected()));
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    expect(answer.body.error_description).toBeTruthy();
  });
  test('with a duplicate parameter, or for a resource other than its own, is refused', async () => {
    const { client_id, client_secret } = await connected();
    const own = `${PUBLIC}/scim/v2/${client_id}`;
    const sent = async (...more: [string, string][]) => {
      const fields = [['grant_type', 'client_credentials'], ...Object.entries({ client_id, client_secret }), ...more];
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const form = new URLSearchParams(fields as [string, string][]).toString();
      return (await here.anyone.post<OauthProblem>('/oauth/token', form, headers)).body.error;
    };
    expect(await sent(['resource', own], ['resource', `${own}/`])).toBeUndefined();
    expect(await sent(['resource', own], ['resource', `${PUBLIC}/v1`])).toBe('invalid_target');
    for (const twice of [
      ['client_secret', client_secret],
      ['scope', 'scim'],
      ['grant_type', 'client_credentials'],
    ] as const)
      expect(await sent([...twice], [...twice]), twice[0]).toBe('invalid_request');
  });
  test('may have empty parameters, which count as omitted, and an uppercase id', async () => {
    const { client_id, client_secret } = await connected();
    const resource = `${PUBLIC}/scim/v2/${client_id.toUpperCase()}`;
    for (const [fields, headers] of [
      [{ client_id: '', client_secret: '', client_assertion: '', resource: '' }, basic(client_id, client_secret)],
      [{ client_id: client_id.toUpperCase(), resource }, basic(client_id, client_secret)],
    ] as const)
      expect((await ask(fields, headers)).body).toMatchObject({ token_type: 'Bearer' });
  });
  test('with a Basic header gets a challenge with the same scheme', async () => {
    const answer = await ask({}, basic((await connected()).client_id, 'wrong'));
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
  });
  test('with a duplicate parameter is refused', async () => {
    const { client_id, client_secret } = await connected();
    const body = `${new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })}&client_id=x`;
    const answer = await here.anyone.post<OauthProblem>('/oauth/token', body, {
      'Content-Type': 'application/x-www-form-urlencoded',
    });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
  });
  test("appears in its connection's log, without the secret", async () => {
    const { team, path, client_id } = await connected();
    await ask({ client_id, client_secret: 'svc_secret_of_somebody_else' });
    await expect
      .poll(async () => JSON.stringify((await team.asAdmin.get(`${path}/log`)).body))
      .toContain('do not belong together');
    expect(JSON.stringify((await team.asAdmin.get(`${path}/log`)).body)).not.toContain('svc_secret_of_somebody_else');
  });
  test.each([
    ['with a wrong secret', { client_secret: 'svc_secret_of_somebody_else' }, 401],
    ['without proof', {}, 401],
    ['with an assertion of another kind', { client_assertion: 'a.b.c' }, 400],
  ])('%s appears in that log with its response', async (_, proof, status) => {
    const { team, path, client_id } = await connected();
    const answer = await ask({ client_id, ...proof });
    const log = async () => (await team.asAdmin.get<{ items: object[] }>(`${path}/log`)).body.items;
    await expect.poll(async () => (await log()).length).toBe(1);
    expect(answer.status).toBe(status);
    const of = { resource: 'Token', operation: 'issue', outcome: 'refused', token_id: null, scim_type: null };
    expect(await log()).toMatchObject([{ ...of, status, request_id: answer.headers.get('request-id') }]);
  });
});

describe('a workload identity', () => {
  const subject = 'the service principal';
  const audience = 'api://cairn';
  const pinned = async (): Promise<Connected> => {
    const one = await connected();
    const saved = await one.team.asAdmin.put(`${one.path}/workload-identity`, {
      issuer: tenant.issuer,
      subject,
      audience,
    });
    expect(saved.status).toBe(204);
    return one;
  };
  const claims = (more: JWTPayload = {}): JWTPayload => {
    const now = Math.floor(here.clock() / 1_000);
    return {
      iss: tenant.issuer,
      sub: subject,
      aud: audience,
      iat: now,
      exp: now + 600,
      jti: crypto.randomUUID(),
      ...more,
    };
  };
  const CLIENT_ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
  const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  const shown = (client_id: string, client_assertion: string) =>
    ask({ client_id, client_assertion_type: CLIENT_ASSERTION, client_assertion });

  test('gets a token without a secret, with its assertion as authentication or as the grant', async () => {
    const { client_id, team, path } = await pinned();
    const asGrant = { grant_type: JWT_BEARER, client_id, assertion: await tenant.sign(claims()) };
    for (const answer of [await shown(client_id, await tenant.sign(claims())), await ask(asGrant)]) {
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect((await users(client_id, answer.body.access_token)).status).toBe(200);
    }
    const read = await team.asAdmin.get<{ workload_identity: object }>(path);
    expect(read.body.workload_identity).toMatchObject({ issuer: tenant.issuer, last_used_at: expect.any(String) });
  });
  test.each<[string, JWTPayload]>([
    ['another subject', { sub: 'somebody else' }],
    ['another audience', { aud: 'api://other' }],
    ['another issuer', { iss: 'https://login.example' }],
    ['no expiry', { exp: undefined as never }],
    ['a past expiry', { iat: 1, exp: 2 }],
    ['an expiry years away', { exp: 4_000_000_000 }],
    ['a start in the future', { iat: 4_000_000_000, exp: 4_000_000_060 }],
  ])('with %s is refused (invalid_client)', async (_, more) => {
    const { client_id } = await pinned();
    const answer = await shown(client_id, await tenant.sign(claims(more)));
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
  });
  test('with a forged, unsigned or malformed assertion is refused', async () => {
    const { client_id } = await pinned();
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(
      JSON.stringify(claims()),
    ).toString('base64url')}.`;
    for (const assertion of [await tenant.forge(claims()), unsigned, 'garbage', 'a.b.c', 'x'.repeat(20_000)]) {
      const answer = await shown(client_id, assertion);
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
    }
    const asGrant = await ask({ grant_type: JWT_BEARER, client_id, assertion: 'garbage' });
    expect([asGrant.status, asGrant.body.error]).toEqual([400, 'invalid_grant']);
  });
  test('may use each assertion for one request and its retries within a minute', async () => {
    const { client_id } = await pinned();
    const assertion = await tenant.sign(claims());
    const answers = await Promise.all([1, 2, 3].map(() => shown(client_id, assertion)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    here.clock.advance(61_000);
    expect((await shown(client_id, assertion)).status).toBe(401);
  });
  test('may use an assertion again if it got no token because of an internal error', async () => {
    const { client_id } = await pinned();
    const assertion = await tenant.sign(claims());
    await here.app.database.script('alter table scim_tokens add constraint no_token check (false) not valid');
    expect((await shown(client_id, assertion)).status).toBe(500);
    await here.app.database.script('alter table scim_tokens drop constraint no_token');
    expect((await shown(client_id, assertion)).status).toBe(200);
    here.clock.advance(61_000);
    expect((await shown(client_id, assertion)).status).toBe(401);
  });
  test('of one workspace gets nothing in another', async () => {
    await pinned();
    const stranger = await connected();
    const answer = await shown(stranger.client_id, await tenant.sign(claims()));
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
  });
  test('loses its tokens when it is replaced or removed', async () => {
    const { client_id, team, path } = await pinned();
    const first = (await shown(client_id, await tenant.sign(claims()))).body.access_token;
    expect((await users(client_id, first)).status).toBe(200);
    await team.asAdmin.put(`${path}/workload-identity`, { issuer: tenant.issuer, subject: 'another', audience });
    expect((await users(client_id, first)).status).toBe(401);
    const second = (await shown(client_id, await tenant.sign(claims({ sub: 'another' })))).body.access_token;
    expect((await users(client_id, second)).status).toBe(200);
    expect((await team.asAdmin.delete(`${path}/workload-identity`)).status).toBe(204);
    expect((await users(client_id, second)).status).toBe(401);
    expect((await team.asAdmin.delete(`${path}/workload-identity`)).status).toBe(404);
  });
  test('is pinned to one tenant', async () => {
    const { team, path } = await connected();
    const everybody = { issuer: 'https://login.microsoftonline.com/common/v2.0', subject, audience };
    expect((await team.asAdmin.put(`${path}/workload-identity`, everybody)).status).toBe(422);
  });
  test('gets 503 and Retry-After if its issuer does not respond', async () => {
    const mute = await signingIssuer();
    mute.fallSilent();
    const one = await connected();
    await one.team.asAdmin.put(`${one.path}/workload-identity`, { issuer: mute.issuer, subject, audience });
    const answer = await shown(one.client_id, await mute.sign(claims({ iss: mute.issuer })));
    expect([answer.status, answer.body.error]).toEqual([503, 'temporarily_unavailable']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const log = async () => (await one.team.asAdmin.get<{ items: object[] }>(`${one.path}/log`)).body.items;
    await expect.poll(log).toMatchObject([{ operation: 'issue', outcome: 'failed', status: 503 }]);
    await mute.close();
  });
});

test('is listed in the metadata as a supported grant', async () => {
  const { body } = await here.anyone.get<{ grant_types_supported: string[] }>(
    '/.well-known/oauth-authorization-server',
  );
  expect(body.grant_types_supported).toContain('client_credentials');
});
