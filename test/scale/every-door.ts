// Sends requests through every door of a service, so that its stores send all of their statements: every route of the
// OpenAPI documents with existing ids, a typical day of an identity provider, sign-in, OAuth, MCP, and the sweeps.
import { pino } from 'pino';
import { openBlobs } from '../../src/assets/blobs.ts';
import { sweepOnce } from '../../src/background/sweeps.ts';
import { createLoginLink } from '../../src/identity/login-links.ts';
import { rulesOf } from '../../src/start/rules-of.ts';
import { sql, trusted } from '../../src/storage/sql.ts';
import { runSchedules, type ScheduleDeps } from '../../src/trails/schedules/run-schedules.ts';
import { type Managed, managedTeam, operatorAt } from '../doors/manage/support.ts';
import { connect as connectTool } from '../doors/mcp/mcp-client.ts';
import { connected, refreshed, registered } from '../doors/oauth/oauth-world.ts';
import { connect as connectDirectory, type ScimConnection } from '../doors/scim/support/connection.ts';
import { type Browser, browser, signedIn } from '../doors/sign-in/browser.ts';
import type { Speaker } from '../support/speaker.ts';
import { BY_TEST } from '../support/test-team.ts';
import type { World } from '../support/world.ts';
import { sampleOf } from '../tenancy/sample-body.ts';

type Schemas = Readonly<Record<string, Record<string, unknown>>>;

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Schemas };
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema?: Record<string, unknown>; readonly example?: unknown }>
    >;
  };
}

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

const document = (title: string): object => ({
  title,
  description: 'You answer it well.',
  trigger: { when: 'Always.', keywords: ['refund'], examples: [{ text: 'answer a refund', expect: 'match' }] },
  prompts: [{ label: 'Answer', body: 'Answer {{it}}.' }],
});

/** Sends the requests in sequence, and returns those that failed with 5xx. Other tests cover expected errors. */
export async function visitEveryDoor(service: World): Promise<readonly string[]> {
  const failures: string[] = [];
  const managed = await managedTeam(service, { plan: 'enterprise' });
  await managedTeam(service);
  const operator = await operatorAt(service);
  const directory = await identityProvidersDay(service, managed.team_id);
  const ids = await thingsOf(service, managed, directory);
  await peopleSigningIn(service, managed);
  failures.push(...(await everyRoute(service, '/openapi.json', managed.publisher.speaks, ids)));
  for (const speaks of [managed.asOwner, managed.asAdmin, operator.speaks])
    failures.push(...(await everyRoute(service, '/manage/openapi.json', speaks, ids)));
  await tools(service, managed);
  await apps(service, managed);
  for (let hour = 0; hour < 2; hour += 1) {
    await sweepOnce({
      database: service.app.database,
      blobs: await openBlobs(service.config.assets),
      clock: service.clock,
      logger: pino({ level: 'silent' }),
      provisioningLogDays: 90,
    });
    await service.app.dispatcher.round();
    await runSchedules(scheduling(service), service.clock());
    service.clock.advance(25 * 3_600_000);
  }
  return failures;
}

const scheduling = ({ app, config }: World): ScheduleDeps => ({
  database: app.database,
  rules: rulesOf(config),
  report: (thrown) => {
    throw thrown;
  },
  onChange: () => undefined,
});

/** An existing id for each path parameter, by its name. */
export async function thingsOf(
  { app, team }: World,
  { asOwner, publisher, member, team_id }: Managed,
  directory: ScimConnection,
): Promise<Readonly<Record<string, string>>> {
  await asOwner.post('/manage/v1/groups', { display_name: 'Sales' });
  await asOwner.post('/manage/v1/keys', { name: 'A key', scopes: ['trails:read'] });
  await asOwner.post('/manage/v1/trail-sets', { name: 'Onboarding' });
  const connection = `/manage/v1/connections/${directory.connection_id}`;
  await asOwner.post(`${connection}/client-secrets`, {});
  await asOwner.put(`${connection}/workload-identity`, { issuer: 'https://a.example', subject: 's', audience: 'c' });
  await asOwner.post(`${connection}/setup-links`, { note: 'For IT' });
  const other = await team();
  await asOwner.post('/manage/v1/members', { email: other.member.email, name: 'Invited', roles: [] });
  await asOwner.post('/manage/v1/webhooks', { name: 'h', url: 'https://a.example/h', events: ['trail.saved'] });
  await asOwner.post('/manage/v1/audit/streams', { name: 's', url: 'https://a.example/s', format: 'ndjson' });
  const trail = await publisher.speaks.post<{ id: string }>('/v1/trails', { document: document('Answer a refund') });
  const path = `/v1/trails/${trail.body.id}`;
  const save = (of: string) => publisher.speaks.put(of, document('Answer any refund'), { 'If-Match': '*' });
  await save(`${path}/document`);
  const more = [1, 2, 3, 4, 5, 6, 7].map((n) =>
    publisher.speaks.post<{ id: string }>('/v1/trails', { document: document(`More ${n}`) }),
  );
  // Concurrently.
  await Promise.all((await Promise.all(more)).map(({ body }) => save(`/v1/trails/${body.id}/document`)));
  await publisher.speaks.post(`${path}/publish`, undefined, { 'Idempotency-Key': 'the first' });
  await publisher.speaks.post(`${path}/run-examples`, {});
  await publisher.speaks.get('/v1/trails?q=refund');
  await publisher.speaks.get('/v1/trails?q=r&status=live');
  const [cursor] = await Promise.all(
    [1, 2].map(() => publisher.speaks.get<{ next_cursor?: string }>('/v1/trails?limit=1')),
  );
  await publisher.speaks.get(`/v1/trails?limit=1&cursor=${cursor?.body.next_cursor ?? ''}`);
  await app.dispatcher.round();
  const idOf = async (table: string, column: string, tenant = 'team_id'): Promise<string> => {
    const row = await app.database.row<{ id: string }>(sql`
      select ${trusted(column)}::text as id from ${trusted(table)} where ${trusted(tenant)} = ${team_id}
      order by 1 desc limit 1`);
    return row?.id ?? '01970000-0000-7000-8000-000000000001';
  };
  return {
    user_id: member.id,
    group_id: await idOf('groups', 'group_id'),
    connection_id: directory.connection_id,
    token_id: directory.token_id,
    link_id: await idOf('setup_links', 'link_id'),
    secret_id: await idOf('scim_client_secrets', 'secret_id'),
    trail_id: trail.body.id,
    set_id: await idOf('trail_sets', 'set_id', 'catalog_id'),
    version: '1',
    revision: '1',
    action: 'publish',
    key_id: await idOf('api_credentials', 'credential_id', 'catalog_id'),
    session_id: await idOf('sessions', 'session_id'),
    invitation_id: await idOf('invitations', 'invitation_id'),
    grant_id: await idOf('oauth_grants', 'grant_id', 'catalog_id'),
    webhook_id: await idOf('webhook_endpoints', 'endpoint_id'),
    event_id: await idOf('feed_events', 'event_id'),
    stream_id: await idOf('audit_streams', 'stream_id'),
    team_id,
    domain: 'acme.example',
  };
}

/** Reads come first, then changes, and finally deletions. */
const ORDER = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'];

/** Every route of an OpenAPI document, with these ids in its path and a valid body. */
export async function routesOf({ anyone }: World, at: string, ids: Readonly<Record<string, string>>): Promise<Route[]> {
  const { body } = await anyone.get<OpenApi>(at);
  return Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name),
      body: bodyOf(operation, body.components.schemas),
    })),
  );
}

async function everyRoute(
  service: World,
  at: string,
  speaks: Speaker,
  ids: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const routes = await routesOf(service, at, ids);
  const failed: string[] = [];
  for (const method of ORDER) {
    for (const route of routes.filter((one) => one.method === method && !endsTheVisit(one))) {
      const status = await sent(speaks, route);
      if (status >= 500 && !/\/backup/.test(route.path)) failed.push(`${method} ${route.path} ${status}`);
    }
  }
  return failed;
}

/** Routes that would remove people and sessions that are needed later, or that never end. */
export const endsTheVisit = ({ path, method }: Route): boolean =>
  /deactivate|leave|sign-out|transfer|\/events$/.test(path) ||
  (method === 'DELETE' && /session|teams|members/.test(path));

/** Sends it and returns the status. */
export async function sent(speaks: Speaker, { method, path, body }: Route): Promise<number> {
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  const heard = await speaks.send(method, path, hasBody ? (body ?? {}) : undefined, { 'If-Match': '*' });
  return heard.status;
}

function bodyOf({ requestBody }: Operation, components: Schemas): unknown {
  const content = requestBody?.content['application/json'];
  return content === undefined ? undefined : (content.example ?? sampleOf(content.schema ?? {}, components));
}

export async function identityProvidersDay(service: World, team_id: string): Promise<ScimConnection> {
  const okta = await connectDirectory(service, team_id);
  const [ann, bob] = [await okta.user('ann'), await okta.user('bob', { title: 'Head' })];
  const sales = await okta.group('Sales of Okta', [ann]);
  await okta.patch(`/Groups/${sales}`, [{ op: 'add', path: 'members', value: [{ value: bob }] }]);
  await okta.patch(`/Groups/${sales}`, [{ op: 'remove', path: `members[value eq "${bob}"]` }]);
  await okta.patch(`/Groups/${sales}`, [{ op: 'replace', value: { displayName: 'Sales too' } }]);
  await okta.put(`/Groups/${sales}`, { displayName: 'Sales', members: [{ value: bob }] });
  await service.bearer('svc_scim_nobody').get(`${okta.base}/Users`);
  for (const path of [
    `/Users/${ann}`,
    '/Users?filter=userName eq "ann@example.com"',
    '/Users?filter=externalId eq "ann"',
    '/Users?filter=name.familyName co "a"&sortBy=userName',
    '/Users?startIndex=1&count=1',
    `/Groups/${sales}`,
    `/Groups/${sales}?excludedAttributes=members`,
    '/Groups?filter=displayName eq "Sales"',
    `/Groups?filter=members.value eq "${bob}"`,
    '/Groups?startIndex=1&count=10',
  ])
    await okta.get(path);
  const user = await okta.get(`/Users/${ann}`);
  await okta.put(`/Users/${ann}`, { ...user.body, title: 'Chief', manager: { value: bob } });
  await okta.patch(`/Users/${ann}`, [{ op: 'replace', path: 'active', value: false }]);
  await okta.patch(`/Users/${ann}`, [{ op: 'replace', path: 'active', value: true }]);
  await okta.delete(`/Users/${ann}`);
  await okta.delete(`/Groups/${sales}`);
  return okta;
}

interface ReadersList {
  readonly items: readonly { readonly id: string }[];
}

/** Returns the response. If an address did not exist, none of its statements would be sent, so this is an error. */
async function heard<Body>(visitor: Browser, method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await visitor.send<Body>(method, path, body);
  if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}`);
  return answer.body;
}

export async function peopleSigningIn(service: World, { member, owner, asOwner, team_id }: Managed): Promise<void> {
  // A new password ends the person's other sessions, so this person is not used for anything else.
  const visitor = await signedIn(service, member.email);
  const password = 'a long enough sentence';
  await heard(visitor, 'GET', '/manage/v1/session');
  await heard(visitor, 'PUT', '/manage/v1/session/password', { new_password: password });
  await heard(browser(service), 'POST', '/sign-in/password', { email: member.email, password });
  await heard(browser(service), 'POST', '/sign-in/methods', { email: member.email });
  const reader = await signedIn(service, owner.email);
  await heard(reader, 'GET', '/console/v1/trails');
  const { items } = await heard<ReadersList>(reader, 'GET', '/manage/v1/reader/trails');
  const trail = `/manage/v1/reader/trails/${items[0]?.id}`;
  await heard(reader, 'GET', trail);
  await heard(reader, 'PUT', `${trail}/favourite`);
  await heard(reader, 'PUT', `${trail}/feedback`, { helpful: true });
  await heard(reader, 'GET', `${trail}/skill.zip`);
  await heard(reader, 'POST', '/manage/v1/find', { text: 'answer a refund' });
  await service.app.database.inTransaction((tx) =>
    createLoginLink(tx, { email: member.email, team_id }, service.clock(), BY_TEST),
  );
  await asOwner.get('/manage/v1/session');
}

export async function tools(service: World, { publisher, key }: Managed): Promise<void> {
  const tool = await connectTool(service.address, (await key(publisher.id)).key);
  const draft = await tool.call<{ id: string; revision: number }>('create_draft', { document: document('By a tool') });
  await tool.client.callTool({
    name: 'save_draft',
    arguments: { trail_id: draft.id, revision: 1, document: document('By it') },
  });
  await tool.client.callTool({ name: 'publish', arguments: { trail_id: draft.id, revision: 2 } });
  await tool.client.callTool({ name: 'find_trail', arguments: { prompt: 'answer a refund' } });
  await tool.client.callTool({ name: 'get_trail', arguments: { trail_id: draft.id } });
  await tool.client.callTool({ name: 'use_trail', arguments: { trail_id: draft.id, prompt: 'Draft' } });
  await tool.client.callTool({ name: 'give_feedback', arguments: { trail_id: draft.id, helpful: true } });
  await tool.client.listPrompts();
  await tool.close();
}

export async function apps(service: World, { owner }: Managed): Promise<void> {
  const app = await registered(service, { grant_types: ['authorization_code', 'refresh_token'] });
  const tokens = await connected(service, owner.email, app.client_id);
  await service.bearer(tokens.access_token).get('/v1/me');
  await refreshed(service, app.client_id, tokens.refresh_token ?? '');
}
