// The database fails at any statement of a token request. The client gets 503, retries, and succeeds, because nothing
// was consumed and the retry does not count as a second use. The same applies to invalid requests.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refuse } from '../../../src/base/refusal.ts';
import { addDomain } from '../../../src/directory/teams/domains.ts';
import type { Database, Db } from '../../../src/storage/database.ts';
import { IN_MEMORY } from '../../../src/storage/embedded/connection.ts';
import type { Sql } from '../../../src/storage/sql.ts';
import type { Heard } from '../../support/speaker.ts';
import { BY_TEST, type TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { managedTeam } from '../manage/support.ts';
import { signedIn } from '../sign-in/browser.ts';
import {
  codeFor,
  connected,
  type OauthProblem,
  PUBLIC,
  postForm,
  redeem,
  refreshed,
  registered,
  type Tokens,
} from './oauth-world.ts';
import { type SigningIssuer, signingIssuer } from './signing-issuer.ts';

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** No token request takes more statements. The test ends at the first request that is not interrupted. */
const MAX_STATEMENTS = 40;

/** The number of statements that still succeed. Then one fails, and all later ones succeed. */
let answered = Number.POSITIVE_INFINITY;

function count(): void {
  answered -= 1;
  if (answered >= 0) return;
  answered = Number.POSITIVE_INFINITY;
  throw refuse('not-ready', 'The database does not answer.', { retry_after: 2 });
}

const counted = <Some extends Db>(db: Some): Some => ({
  ...db,
  async rows<Row extends object>(statement: Sql) {
    count();
    return db.rows<Row>(statement);
  },
  async row<Row extends object>(statement: Sql) {
    count();
    return db.row<Row>(statement);
  },
});

const cuttable = (database: Database): Database => ({
  ...counted(database),
  inTransaction: (work, options) => database.inTransaction((tx) => work(counted(tx)), options),
});

let here: World;
let team: TestTeam;
let client: string;
let provider: SigningIssuer | undefined;
let company: Vouched | undefined;
beforeAll(async () => {
  const env = { CAIRN_PUBLIC_URL: PUBLIC, CAIRN_DATABASE_URL: `embedded:${IN_MEMORY}` };
  here = await world(env, { around: cuttable });
  team = await here.team();
  client = (await registered(here, { grant_types: ['authorization_code', 'refresh_token', DEVICE_GRANT] })).client_id;
});
afterAll(async () => {
  await here.close();
  await provider?.close();
});

type Answer = Heard<Tokens & OauthProblem>;

async function deviceCode(): Promise<() => Promise<Answer>> {
  const fields = { client_id: client, resource: `${PUBLIC}/v1` };
  const { body } = await postForm<{ device_code: string; user_code: string }>(here, '/oauth/device', fields);
  const person = await signedIn(here, team.author.email);
  await person.send('POST', '/manage/v1/device/decision', { user_code: body.user_code, allow: true });
  const { device_code } = body;
  return () => postForm(here, '/oauth/token', { grant_type: DEVICE_GRANT, client_id: client, device_code });
}

interface Vouched {
  readonly fields: Readonly<Record<string, string>>;
  sign(): Promise<string>;
}

/** A person from directory sync, and an app that the company's identity provider vouches for. */
async function vouched({ issuer, sign }: SigningIssuer): Promise<Vouched> {
  const company = await managedTeam(here);
  const email = `vera@d${company.team_id.slice(-12)}.test`;
  await here.app.database.inTransaction((tx) => addDomain(tx, company.team_id, email.slice('vera@'.length), BY_TEST));
  const sso = { issuer, client_id: 'cairn', client_secret: null, enabled: true, required: false };
  expect((await company.asAdmin.put('/manage/v1/sso', sso)).status).toBe(204);
  const policy = { allowed_hosts: null, enterprise_managed: true };
  expect((await company.asAdmin.put('/manage/v1/workspace/app-policy', policy)).status).toBe(204);
  const { body } = await company.asAdmin.post<{ connection_id: string; token: string }>('/manage/v1/connections', {
    name: 'Directory',
  });
  const user = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: email, emails: [{ value: email }] };
  expect((await here.bearer(body.token).post(`/scim/v2/${body.connection_id}/Users`, user)).status).toBe(201);
  const { client_id, client_secret = '' } = await registered(here, {
    grant_types: [JWT_BEARER],
    redirect_uris: [],
    token_endpoint_auth_method: 'client_secret_post',
  });
  return {
    fields: { grant_type: JWT_BEARER, client_id, client_secret },
    sign() {
      const iat = Math.floor(here.clock() / 1_000);
      const claims = { iss: issuer, sub: email, email, aud: PUBLIC, client_id, resource: `${PUBLIC}/v1` };
      return sign({ ...claims, jti: crypto.randomUUID(), iat, exp: iat + 300 }, { typ: 'oauth-id-jag+jwt' });
    },
  };
}

async function assertion(): Promise<() => Promise<Answer>> {
  provider ??= await signingIssuer();
  company ??= await vouched(provider);
  const { fields, sign } = company;
  const signed = await sign();
  return () => postForm(here, '/oauth/token', { ...fields, assertion: signed });
}

/** Something to redeem at the token endpoint, and how to send it. */
const WAYS: readonly [string, () => Promise<() => Promise<Answer>>][] = [
  [
    'a refresh token',
    async () => {
      const { refresh_token = '' } = await connected(here, team.author.email, client);
      return () => refreshed(here, client, refresh_token);
    },
  ],
  [
    'a code',
    async () => {
      const { code, verifier } = await codeFor(here, team.author.email, client);
      return () => redeem(here, client, code, verifier);
    },
  ],
  ['a device code', deviceCode],
  ['an assertion', assertion],
];

describe.each(WAYS)('a database failure while %s is redeemed', (_, bring) => {
  test('consumes nothing, whichever statement fails', async () => {
    let statement = 0;
    for (; statement < MAX_STATEMENTS; statement += 1) {
      const ask = await bring();
      answered = statement;
      const first = await ask();
      const wasCut = answered === Number.POSITIVE_INFINITY;
      answered = Number.POSITIVE_INFINITY;
      if (!wasCut) break;
      // The failure hit a statement of background work instead.
      if (first.status === 200) continue;
      expect([statement, first.status, first.body.error]).toEqual([statement, 503, 'temporarily_unavailable']);
      const { status, body } = await ask();
      expect([statement, status]).toEqual([statement, 200]);
      expect((await here.bearer(body.access_token).get('/v1/me')).status).toBe(200);
      if (body.refresh_token !== undefined)
        expect((await refreshed(here, client, body.refresh_token)).status).toBe(200);
    }
    expect(statement).toBeGreaterThan(3);
    expect(statement).toBeLessThan(MAX_STATEMENTS);
  });
});

test('completes on retry a revocation that was caused by a second use', async () => {
  for (let statement = 0; statement < MAX_STATEMENTS; statement += 1) {
    const { refresh_token = '' } = await connected(here, team.author.email, client);
    here.clock.advance(121_000);
    const { body } = await refreshed(here, client, refresh_token);
    here.clock.advance(61_000);
    answered = statement;
    const first = await refreshed(here, client, refresh_token);
    const wasCut = first.status === 503;
    answered = Number.POSITIVE_INFINITY;
    if (wasCut) expect((await refreshed(here, client, refresh_token)).status).toBe(400);
    expect([statement, (await here.bearer(body.access_token).get('/v1/me')).status]).toEqual([statement, 401]);
    if (!wasCut) return;
  }
  expect.unreachable('Every request was cut.');
});

test('refuses a refresh for a resource outside the consent, and accepts the next one', async () => {
  const { refresh_token = '' } = await connected(here, team.author.email, client);
  const wrong = await refreshed(here, client, refresh_token, { resource: `${PUBLIC}/elsewhere` });
  expect([wrong.status, wrong.body.error]).toEqual([400, 'invalid_target']);
  expect((await refreshed(here, client, refresh_token)).status).toBe(200);
});
