// A person is deprovisioned over SCIM while their apps get, use and renew tokens of every grant type, in any order.
// Once the identity provider has its response, no token of the person works in any process, and no new one is issued.
// The connection's own tokens (client credentials, workload identity) can deprovision and still work.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { addDomain } from '../../../src/directory/teams/domains.ts';
import { runs } from '../../support/runs.ts';
import type { Speaker } from '../../support/speaker.ts';
import { BY_TEST } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { type Managed, managedTeam } from '../manage/support.ts';
import { type Browser, signedIn } from '../sign-in/browser.ts';
import {
  codeFor,
  type OauthProblem,
  PUBLIC,
  postForm,
  redeem,
  refreshed,
  registered,
  type Tokens,
} from './oauth-world.ts';
import { type SigningIssuer, signingIssuer } from './signing-issuer.ts';

const RUNS = runs(5);
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const RESOURCE = `${PUBLIC}/v1`;

let here: World;
let second: World;
let team: Managed;
let provider: SigningIssuer;
/** The clients for each way to get the person's tokens. */
let app: string;
let deviceApp: string;
let vouchedApp: { readonly client_id: string; readonly client_secret?: string };
/** The connection, used with each of its three kinds of credential. */
let connectionId: string;
let scim: Readonly<Record<(typeof PROOFS)[number], Speaker>>;

const PROOFS = ['its static token', 'client credentials', 'a workload identity'] as const;

beforeAll(async () => {
  here = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  // If the database is on a server, a second process serves requests, too.
  second = here.config.database.kind === 'postgres' ? await here.second() : here;
  provider = await signingIssuer();
  team = await managedTeam(here);
  await here.app.database.inTransaction((tx) => addDomain(tx, team.team_id, domain(), BY_TEST));
  const sso = { issuer: provider.issuer, client_id: 'cairn', client_secret: null, enabled: true, required: false };
  expect((await team.asAdmin.put('/manage/v1/sso', sso)).status).toBe(204);
  const policy = { allowed_hosts: null, enterprise_managed: true };
  expect((await team.asAdmin.put('/manage/v1/workspace/app-policy', policy)).status).toBe(204);
  app = (await registered(here)).client_id;
  deviceApp = (await registered(here, { grant_types: [DEVICE_GRANT], redirect_uris: [] })).client_id;
  vouchedApp = await registered(here, {
    grant_types: [JWT_BEARER],
    redirect_uris: [],
    token_endpoint_auth_method: 'client_secret_post',
  });
  scim = await connection();
});
afterAll(async () => {
  if (second !== here) await second.close();
  await here.close();
  await provider.close();
});

const domain = (): string => `d${team.team_id.slice(-12)}.test`;
const token = (fields: Readonly<Record<string, string>>) =>
  postForm<Tokens & OauthProblem>(here, '/oauth/token', fields);

async function connection(): Promise<typeof scim> {
  const { body } = await team.asAdmin.post<{ connection_id: string; token: string }>('/manage/v1/connections', {
    name: 'Directory',
  });
  connectionId = body.connection_id;
  const path = `/manage/v1/connections/${connectionId}`;
  const secret = await team.asAdmin.post<{ client_secret: string }>(`${path}/client-secrets`, { expires: '1y' });
  const pin = { issuer: provider.issuer, subject: 'the service principal', audience: 'api://cairn' };
  expect((await team.asAdmin.put(`${path}/workload-identity`, pin)).status).toBe(204);
  const grant = { grant_type: 'client_credentials', client_id: connectionId };
  const bySecret = await token({ ...grant, client_secret: secret.body.client_secret });
  const byWorkload = await token({
    ...grant,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await signed({ sub: pin.subject, aud: pin.audience }),
  });
  return {
    'its static token': here.bearer(body.token),
    'client credentials': here.bearer(bySecret.body.access_token),
    'a workload identity': here.bearer(byWorkload.body.access_token),
  };
}

function signed(claims: Readonly<Record<string, string>>, typ?: string): Promise<string> {
  const now = Math.floor(here.clock() / 1_000);
  const payload = { iss: provider.issuer, iat: now, exp: now + 300, jti: crypto.randomUUID(), ...claims };
  return provider.sign(payload, typ === undefined ? {} : { typ });
}

const active = (value: boolean) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'replace', path: 'active', value }],
});

/** The credentials that the person's apps still have after events in a certain order. */
interface Held {
  readonly tokens: string[];
  readonly sessions: string[];
  refresh: string;
}

/** The status in every process. */
const opened = (credential: string, path: string): Promise<number[]> =>
  Promise.all([here, second].map(async (process) => (await process.bearer(credential).get(path)).status));

async function expectShut({ tokens, sessions }: Held): Promise<void> {
  for (const each of tokens) expect(await opened(each, '/v1/me')).toEqual([401, 401]);
  for (const each of sessions) expect(await opened(each, '/manage/v1/session')).toEqual([401, 401]);
}

/** Device flow, approved in the person's browser. Undefined once the person is gone. */
async function byDevice(visitor: Browser, fields: { client_id: string; resource?: string }) {
  const { body: code } = await postForm<{ device_code: string; user_code: string }>(here, '/oauth/device', fields);
  await visitor.send('POST', '/manage/v1/device/decision', { user_code: code.user_code, allow: true });
  const { client_id } = fields;
  const { body } = await token({ grant_type: DEVICE_GRANT, client_id, device_code: code.device_code });
  return body.access_token as string | undefined;
}

async function byAssertion(email: string): Promise<string | undefined> {
  const claims = { sub: email, email, aud: PUBLIC, client_id: vouchedApp.client_id, resource: RESOURCE };
  const { client_id, client_secret = '' } = vouchedApp;
  const assertion = await signed(claims, 'oauth-id-jag+jwt');
  return (await token({ grant_type: JWT_BEARER, client_id, client_secret, assertion })).body.access_token;
}

/** The possible events by name. One code was approved before. Everything else starts during the event. */
async function stepsFor(email: string, person: string, held: Held) {
  const visitor = await signedIn(here, email);
  const keep = (list: string[], got: string | undefined): void => {
    if (got !== undefined) list.push(got);
  };
  const { code, verifier } = await codeFor(here, email, app);
  return {
    use: () => opened(held.tokens.at(-1) ?? '', '/v1/me'),
    code: async () => {
      const { body } = await redeem(here, app, code, verifier);
      keep(held.tokens, body.access_token);
      held.refresh = body.refresh_token ?? held.refresh;
    },
    refresh: async () => {
      const { body } = await refreshed(here, app, held.refresh);
      keep(held.tokens, body.access_token);
      held.refresh = body.refresh_token ?? held.refresh;
    },
    device: async () => keep(held.tokens, await byDevice(visitor, { client_id: deviceApp, resource: RESOURCE })),
    'command line': async () => keep(held.sessions, await byDevice(visitor, { client_id: 'cairn-cli' })),
    assertion: async () => keep(held.tokens, await byAssertion(email)),
    deprovision: (by: (typeof PROOFS)[number]) => scim[by].patch(person, active(false)),
  };
}
type Step = Exclude<keyof Awaited<ReturnType<typeof stepsFor>>, 'deprovision'>;

const STEPS: readonly Step[] = ['use', 'code', 'refresh', 'device', 'command line', 'assertion'];

async function provisioned(): Promise<{ email: string; person: string }> {
  const email = `olaf.${newId()}@${domain()}`;
  const { body } = await scim['client credentials'].post<{ id: string }>(`/scim/v2/${connectionId}/Users`, {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: email,
    displayName: 'Olaf',
    emails: [{ value: email, primary: true }],
  });
  return { email, person: `/scim/v2/${connectionId}/Users/${body.id}` };
}

test('issues a working token through every grant while the person is active', async () => {
  const { email, person } = await provisioned();
  const held: Held = { tokens: [], sessions: [], refresh: '' };
  const steps = await stepsFor(email, person, held);
  for (const name of STEPS) await steps[name]();
  for (const each of held.tokens) expect(await opened(each, '/v1/me')).toEqual([200, 200]);
  expect([held.tokens.length, held.sessions.length]).toEqual([4, 1]);
  for (const by of PROOFS) expect((await scim[by].delete(person)).status).toBe(by === PROOFS[0] ? 204 : 404);
  await expectShut(held);
});

test(`leaves no valid token after deprovisioning, in ${RUNS} orders of events`, async () => {
  const { email, person } = await provisioned();
  const step = fc.constantFrom(...STEPS, 'deprovision' as const);
  const plan = fc.array(fc.record({ step, after: fc.integer({ min: 0, max: 3 }) }), { minLength: 3, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(plan, fc.constantFrom(...PROOFS), async (events, by) => {
      expect((await scim[by].patch(person, active(true))).status).toBe(200);
      const held: Held = { tokens: [], sessions: [], refresh: '' };
      const steps = await stepsFor(email, person, held);
      const running: Promise<unknown>[] = [];
      for (const { step: name, after } of events) {
        running.push(name === 'deprovision' ? steps.deprovision(by) : steps[name]());
        for (let turn = 0; turn < after; turn += 1) await new Promise((done) => setImmediate(done));
      }
      running.push(steps.deprovision(by));
      await Promise.all(running);
      await expectShut(held);
      const count = held.tokens.length + held.sessions.length;
      for (const name of ['code', 'refresh', 'device', 'command line', 'assertion'] as const) await steps[name]();
      expect(held.tokens.length + held.sessions.length).toBe(count);
      // Earlier access is not restored when the person returns.
      expect((await scim[by].patch(person, active(true))).status).toBe(200);
      await expectShut(held);
      expect((await refreshed(here, app, held.refresh)).body.error).toBeDefined();
    }),
    { numRuns: RUNS },
  );
}, 3_600_000);
