// Requests every route of /manage/v1 with real ids of another workspace, generated from the OpenAPI document. The
// caller learns nothing and changes nothing. The same applies to a role that is too low.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGrant } from '../../src/credentials/oauth-grants.ts';
import { sql, trusted } from '../../src/storage/sql.ts';
import { type Managed, managedTeam, operatorAt } from '../doors/manage/support.ts';
import { publishedTrail } from '../support/published-trail.ts';
import { type Heard, type Problem, type Speaker, slugOf } from '../support/speaker.ts';
import { BY_TEST } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';
import { rowsOf } from './rows-of.ts';
import { sampleOf } from './sample-body.ts';

interface Route {
  readonly method: string;
  readonly path: string;
  readonly needs: string;
  readonly body: unknown;
}

interface Operation {
  readonly 'x-required-scope'?: string;
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema?: Record<string, unknown>; readonly example?: unknown }>
    >;
  };
}

let service: World;
let victim: Managed;
let routes: readonly Route[];
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  service = await world();
  victim = await managedTeam(service, { plan: 'enterprise' });
  ids = await everythingOf(victim);
  routes = await routesWithIds();
});
afterAll(() => service.close());

/** An id for each path parameter, by its name. */
async function everythingOf({ asOwner, owner, publisher, member, team_id }: Managed): Promise<Record<string, string>> {
  for (const [path, body] of [
    ['/manage/v1/groups', { display_name: 'Victims' }],
    ['/manage/v1/connections', { name: 'Victims of Okta', expires: '90d' }],
    ['/manage/v1/keys', { name: 'Victim key', scopes: ['trails:read'] }],
  ] as const) {
    expect([path, (await asOwner.post(path, body)).status]).toEqual([path, 201]);
  }
  const connections = await asOwner.get<{ items: { id: string }[] }>('/manage/v1/connections');
  const connection = `/manage/v1/connections/${connections.body.items[0]?.id}`;
  expect((await asOwner.post(`${connection}/client-secrets`, {})).status).toBe(201);
  const identity = { issuer: 'https://login.victims.example', subject: 'a workload', audience: 'cairn' };
  expect((await asOwner.send('PUT', `${connection}/workload-identity`, identity)).status).toBe(204);
  const elsewhere = await service.team();
  const invited = await asOwner.post('/manage/v1/members', {
    email: elsewhere.member.email,
    name: 'Invited',
    roles: [],
  });
  expect(invited.status).toBe(202);
  const grant = await service.app.database.inTransaction((tx) =>
    createGrant(tx, { ...GRANT, catalog_id: team_id, account_id: owner.id }, service.clock(), BY_TEST),
  );
  const trail_id = await publishedTrail(publisher.speaks, DOCUMENT);
  const { webhook_id, event_id } = await webhookOf(asOwner);
  const stream = { name: 'Victims of a stream', url: 'https://receiver.example/audit', format: 'ndjson' };
  expect((await asOwner.post('/manage/v1/audit/streams', stream)).status).toBe(201);
  const setup = { note: 'Victims of IT' };
  expect((await asOwner.post(`${connection}/setup-links`, setup)).status).toBe(201);
  const idOf = async (table: string, column: string, tenant = 'team_id'): Promise<string> => {
    const [id, from, where] = [column, table, tenant].map((name) => trusted(name));
    const row = await service.app.database.row<{ id: string }>(sql`
      select ${id} as id from ${from} where ${where} = ${team_id} order by 1 limit 1`);
    if (row === undefined) throw new Error(`The workspace has no row in ${table}.`);
    return row.id;
  };
  // Pending deliveries are tried now, without success, so that nothing changes later.
  await service.app.dispatcher.round();
  return {
    user_id: member.id,
    group_id: await idOf('groups', 'group_id'),
    connection_id: await idOf('connections', 'connection_id'),
    token_id: await idOf('scim_tokens', 'token_id'),
    link_id: await idOf('setup_links', 'link_id'),
    secret_id: await idOf('scim_client_secrets', 'secret_id'),
    trail_id,
    action: 'publish',
    key_id: await idOf('api_credentials', 'credential_id', 'catalog_id'),
    session_id: await idOf('sessions', 'session_id'),
    invitation_id: await idOf('invitations', 'invitation_id'),
    grant_id: grant.grant_id,
    webhook_id,
    event_id,
    stream_id: await idOf('audit_streams', 'stream_id'),
    team_id,
    domain: 'victim.example',
  };
}

/** Creates a webhook with a delivery and switches it off, so that nothing changes later. */
async function webhookOf(asOwner: Speaker): Promise<{ webhook_id: string; event_id: string }> {
  const webhook = { name: 'Victims of a hook', url: 'https://receiver.example/hook', events: ['trail.saved'] };
  const made = await asOwner.post<{ webhook: { id: string } }>('/manage/v1/webhooks', webhook);
  expect(made.status).toBe(201);
  const webhook_id = made.body.webhook.id;
  const sent = await asOwner.post<{ event_id: string }>(`/manage/v1/webhooks/${webhook_id}/test`);
  await service.app.dispatcher.round();
  await asOwner.patch(`/manage/v1/webhooks/${webhook_id}`, { is_on: false });
  return { webhook_id, event_id: sent.body.event_id };
}

const GRANT = {
  client_id: 'https://tool.example/client.json',
  client_name: 'Victims of a tool',
  client_host: 'tool.example',
  resource: '/v1',
  scopes: ['trails:use'],
  origin: 'consent',
} as const;

const DOCUMENT = {
  title: 'A trail of the victims',
  description: 'You keep it for yourself.',
  trigger: { when: 'Always.', keywords: ['private'], examples: [{ text: 'keep this', expect: 'match' }] },
  prompts: [{ label: 'Keep', body: 'Keep {{it}}.' }],
};

async function routesWithIds(): Promise<Route[]> {
  const { body } = await service.anyone.get<{
    paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    components: { schemas: Readonly<Record<string, Record<string, unknown>>> };
  }>('/manage/openapi.json');
  return Object.entries(body.paths)
    .filter(([path]) => path.startsWith('/manage/v1/') && path.includes('{'))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        needs: operation['x-required-scope'] ?? '',
        body: bodyOf(operation, body.components.schemas),
      })),
    );
}

function bodyOf({ requestBody }: Operation, components: Readonly<Record<string, Record<string, unknown>>>): unknown {
  const content = requestBody?.content['application/json'];
  return content === undefined ? undefined : (content.example ?? sampleOf(content.schema ?? {}, components));
}

function attack(speaks: Speaker, { method, path, body }: Route): Promise<Heard<Problem>> {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (id === undefined || id === '') throw new Error(`No ${name} was made for ${path}`);
    return id;
  });
  return speaks.send(method, url, body ?? (method === 'POST' || method === 'PUT' ? {} : undefined));
}

async function attackAll(speaks: Speaker, chosen: readonly Route[], allowed: readonly string[]): Promise<void> {
  const before = await rowsOf(service.app.database, victim.team_id);
  const learned: unknown[] = [];
  for (const route of chosen) {
    const heard = await attack(speaks, route);
    const isRefused = heard.status >= 400 && allowed.includes(slugOf(heard));
    const isSilent = !/of the victims|Victims|Victim key|Max Member/.test(JSON.stringify(heard.body ?? ''));
    if (!isRefused || !isSilent) learned.push([route.method, route.path, heard.status, heard.body]);
  }
  expect(learned).toEqual([]);
  expect(await rowsOf(service.app.database, victim.team_id)).toEqual(before);
}

test('lists routes for every kind of resource', () => {
  const named = new Set(routes.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)));
  expect(named.size).toBeGreaterThanOrEqual(8);
  expect(routes.length).toBeGreaterThan(40);
});

test('finds and changes nothing as the Owner of another workspace', async () => {
  const stranger = await managedTeam(service, { plan: 'enterprise' });
  await attackAll(stranger.asOwner, routes, ['not-found', 'forbidden']);
});

test('refuses a member of the workspace everything that needs a role', async () => {
  const chosen = routes.filter(({ needs }) => needs !== '' && needs !== 'member');
  await attackAll(victim.asMember, chosen, ['forbidden']);
});

test('reaches nothing in a workspace as an operator outside of it', async () => {
  const { speaks } = await operatorAt(service);
  const chosen = routes.filter(({ needs }) => needs !== 'operator');
  await attackAll(speaks, chosen, ['not-found', 'forbidden']);
});

test('refuses every route without a session', async () => {
  await attackAll(service.anyone, routes, ['unauthorized']);
});
