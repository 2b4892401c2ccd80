// The rate limit bucket of each route, the callers that share one, and the owner of an Idempotency-Key.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { createScimToken } from '../../src/credentials/scim-tokens.ts';
import { manageEndpoints } from '../../src/doors/manage/manage.ts';
import { personEndpoints } from '../../src/doors/manage/person-endpoints.ts';
import { setupEndpoints } from '../../src/doors/manage/setup-routes.ts';
import { downloadEndpoints } from '../../src/doors/reader/download-routes.ts';
import { readerEndpoints } from '../../src/doors/reader/reader-routes.ts';
import { scimEndpoints } from '../../src/doors/scim/scim.ts';
import { signInEndpoints } from '../../src/doors/sign-in/sign-in.ts';
import { unsavedEndpoints } from '../../src/doors/v1/unsaved-routes.ts';
import { v1Endpoints } from '../../src/doors/v1/v1.ts';
import type { Endpoint } from '../../src/http/endpoint/endpoint.ts';
import type { Speaker } from '../support/speaker.ts';
import { BY_TEST } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';
import { atCommandLine, type Managed, managedTeam } from './manage/support.ts';
import { connect } from './scim/support/connection.ts';

let service: World;
let team: Managed;
let connection: string;
let links: readonly [Speaker, Speaker];
beforeAll(async () => {
  service = await world();
  team = await managedTeam(service);
  connection = (await connect(service, team.team_id)).connection_id;
  const path = `/manage/v1/connections/${connection}/setup-links`;
  const link = async (): Promise<Speaker> => {
    const { body } = await team.asAdmin.post<{ url: string }>(path, { note: 'Jo of IT' });
    return service.bearer(new URL(body.url).hash.slice('#token='.length));
  };
  links = [await link(), await link()];
});
afterAll(() => service.close());

/** Reads the table of endpoints and sends no requests. */
const endpoints = (): readonly Pick<Endpoint<never>, 'method' | 'path' | 'rate'>[] => {
  const none = {} as never;
  return [
    ...[...v1Endpoints(none), ...unsavedEndpoints(none), ...manageEndpoints(none), ...personEndpoints(none)],
    ...[...setupEndpoints(none), ...readerEndpoints(none), ...downloadEndpoints(none), ...signInEndpoints(none)],
    ...scimEndpoints(none),
  ];
};

test('charges each route to its bucket: `default` for all, `scim` for SCIM, except for these routes', () => {
  const taken = endpoints().map(({ method, path, rate }) => `${rate}  ${method} ${path}`);
  expect(taken.length).toBeGreaterThan(200);
  expect(taken.filter((line) => !/^default|^scim {2}\w+ \/scim/.test(line)).sort()).toMatchInlineSnapshot(`
    [
      "model  GET /manage/v1/catalog-health",
      "model  POST /manage/v1/run-examples",
      "model  POST /manage/v1/trails/:trail_id/catalog-effect",
      "model  POST /manage/v1/trails/:trail_id/evaluation",
      "model  POST /v1/trails/:trail_id/publish",
      "model  POST /v1/trails/:trail_id/run-examples",
      "model  POST /v1/trails/:trail_id/surfacing-test",
      "model  POST /v1/trails/:trail_id/versions/:version/restore",
      "model  PUT /v1/trails/:trail_id/document",
      "sign-in  DELETE /sign-in/sso/link",
      "sign-in  GET /sign-in/sso/link",
      "sign-in  POST /manage/v1/members/:user_id/sign-in-link",
      "sign-in  POST /manage/v1/sign-in-links",
      "sign-in  POST /manage/v1/sso/test",
      "sign-in  POST /sign-in/link",
      "sign-in  POST /sign-in/password",
      "sign-in  POST /sign-in/sso/link",
      "sign-in  PUT /manage/v1/session/password",
      "uploads  POST /manage/v1/trails/import",
      "uploads  POST /v1/content-assets",
    ]
  `);
});

/**
 * The remaining requests of two callers after the first one has called twice. `n` is what remains after the very first
 * call.
 */
async function left(path: string, one: Speaker, other: Speaker): Promise<string[]> {
  const remaining: number[] = [];
  for (const caller of [one, one, other])
    remaining.push(Number((await caller.get(path)).headers.get('ratelimit-remaining')));
  const [n = 0] = remaining;
  return remaining.map((each) => (each === n ? 'n' : `n-${n - each}`));
}
const OWN = ['n', 'n-1', 'n'];
const SHARED = ['n', 'n-1', 'n-2'];

test('gives each key, session and set-up link its own bucket, and shares one between all tokens of a connection', async () => {
  const session = () => atCommandLine(service, team.team_id, team.author.id);
  const keys = [(await team.key(team.author.id)).speaks, (await team.key(team.author.id)).speaks] as const;
  expect(await left('/v1/me', ...keys)).toEqual(OWN);
  expect(await left('/console/v1/me', await session(), await session())).toEqual(OWN);
  expect(await left('/manage/v1/session', await session(), await session())).toEqual(OWN);
  service.clock.advance(3_600_000);
  expect(await left('/setup/v1/link', ...links)).toEqual(OWN);

  const entra = await connect(service, team.team_id, 'Entra ID');
  const { token } = await service.app.database.inTransaction((tx) =>
    createScimToken(tx, team.team_id, entra.connection_id, 'none', service.clock(), BY_TEST),
  );
  expect(await left(`${entra.base}/Users`, service.bearer(entra.token), service.bearer(token))).toEqual(SHARED);
});

/** Sends the same request with one key. Returns the id of the created item, and whether it was a replay. */
async function made(caller: Speaker, key: string, path: string, body: object) {
  const heard = await caller.post<{ id: string }>(path, body, { 'Idempotency-Key': key });
  expect(heard.status).toBe(201);
  return { id: heard.body.id, isStored: heard.headers.get('idempotent-replayed') === 'true' };
}

test.each([
  ['/manage/v1/groups', { display_name: 'Support' }],
  ['/console/v1/trails', { title: 'Plan a sprint' }],
])("shares an idempotency key at %s between a person's sessions, but not with a colleague", async (path, body) => {
  const own = await managedTeam(service);
  const session = (account: string) => atCommandLine(service, own.team_id, account);
  const key = newId();
  const first = await made(await session(own.owner.id), key, path, body);
  expect(await made(await session(own.owner.id), key, path, body)).toEqual({ id: first.id, isStored: true });
  const theirs = await made(await session(own.admin.id), key, path, { ...body, ...NAMES[path] });
  expect([theirs.isStored, theirs.id === first.id]).toEqual([false, false]);
});

/** Groups need different names. */
const NAMES: Readonly<Record<string, object>> = { '/manage/v1/groups': { display_name: 'Sales' } };

test('ties an idempotency key to its set-up link, so that another link of the connection creates a separate item', async () => {
  const key = { 'Idempotency-Key': newId() };
  const [one, other] = links.map((link) => link.with(key));
  const secrets = `/setup/v1/connections/${connection}/client-secrets`;
  expect((await one?.post(secrets, {}))?.status).toBe(201);
  expect((await one?.post(secrets, {}))?.status).toBe(409);
  expect((await other?.post(secrets, {}))?.status).toBe(201);
});

test('ties an idempotency key at /v1 to the credential, so that another API key of the person creates a separate item', async () => {
  const [one, other] = [await team.key(team.author.id), await team.key(team.author.id)];
  const key = newId();
  const first = await made(one.speaks, key, '/v1/trails', { title: 'Plan a sprint' });
  expect(await made(one.speaks, key, '/v1/trails', { title: 'Plan a sprint' })).toEqual({ ...first, isStored: true });
  const theirs = await made(other.speaks, key, '/v1/trails', { title: 'Plan a sprint' });
  expect([theirs.isStored, theirs.id === first.id]).toEqual([false, false]);
});
