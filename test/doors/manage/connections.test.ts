import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { provisioningObserver } from '../../../src/provisioning/log/provisioning-observer.ts';
import { slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { type Managed, managedTeam } from './support.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

interface Made {
  readonly connection_id: string;
  readonly base_url: string;
  readonly token_id: string;
  readonly token: string;
}
interface Connection {
  readonly id: string;
  readonly tokens: readonly { id: string; state: string }[];
  readonly recent_troubles: number;
}

const create = (team: Managed, body: object = { name: 'Okta', expires: '90d' }) =>
  team.asAdmin.post<Made>('/manage/v1/connections', body);

test('creates a connection with a base URL and a token that is shown only once', async () => {
  const team = await managedTeam(service);
  const { status, body } = await create(team);
  expect(status).toBe(201);
  expect(body.base_url).toBe(`${service.baseUrl}/scim/v2/${body.connection_id}`);
  expect(body.token).toMatch(/^svc_scim_[0-9A-Za-z]{38}$/);
  const read = await team.asAdmin.get<Connection>(`/manage/v1/connections/${body.connection_id}`);
  expect(read.body.tokens).toMatchObject([{ id: body.token_id, state: 'valid' }]);
  const everything = JSON.stringify([
    read.body,
    (await team.asAdmin.get('/manage/v1/connections')).body,
    (await team.asAdmin.get('/manage/v1/audit')).body,
  ]);
  expect(everything).not.toContain(body.token.slice(20));
});

test("lists a workspace's connections by name, each as a single read returns it", async () => {
  const [team, other] = [await managedTeam(service), await managedTeam(service)];
  const listed = async ({ asAdmin }: Managed) =>
    (await asAdmin.get<{ items: Connection[] }>('/manage/v1/connections')).body.items;
  expect(await listed(team)).toEqual([]);
  const okta = (await create(team)).body.connection_id;
  const entra = (await create(team, { name: 'Entra ID', expires: '90d' })).body.connection_id;
  const foreign = (await create(other)).body.connection_id;
  const read = async ({ asAdmin }: Managed, id: string) =>
    (await asAdmin.get<Connection>(`/manage/v1/connections/${id}`)).body;
  expect(await listed(team)).toEqual([await read(team, entra), await read(team, okta)]);
  expect(await listed(other)).toEqual([await read(other, foreign)]);
});

test('reports no suspended people and no errors for an unused connection', async () => {
  const team = await managedTeam(service);
  const { connection_id } = (await create(team)).body;
  const path = `/manage/v1/connections/${connection_id}`;
  expect((await team.asAdmin.get(path)).body).toMatchObject({
    suspended: { since: null, people: 0 },
    recent_troubles: 0,
  });
  const { status, body } = await team.asAdmin.get<{ items: unknown[]; total: number }>(`${path}/suspensions`);
  expect([status, body.items, body.total]).toEqual([200, [], 0]);
});

test('rotates tokens: adds a second one, refuses a third, and revokes the first', async () => {
  const team = await managedTeam(service);
  const { body } = await create(team);
  const path = `/manage/v1/connections/${body.connection_id}`;
  expect((await team.asAdmin.post(`${path}/tokens`, { expires: '1y' })).status).toBe(201);
  expect(slugOf(await team.asAdmin.post(`${path}/tokens`, {}))).toBe('conflict');
  expect((await team.asAdmin.delete(`${path}/tokens/${body.token_id}`)).status).toBe(204);
  const { tokens } = (await team.asAdmin.get<Connection>(path)).body;
  expect(tokens.map(({ state }) => state)).toEqual(['valid', 'revoked']);
});

test('renames, disables and deletes a connection, and makes it strict', async () => {
  const team = await managedTeam(service);
  const { body } = await create(team);
  const path = `/manage/v1/connections/${body.connection_id}`;
  const changes = { name: 'Entra', enabled: false, strict: true, manager_visibility: true };
  expect((await team.asAdmin.patch(path, changes)).body).toMatchObject(changes);
  expect((await team.asAdmin.delete(path)).status).toBe(204);
  expect((await team.asAdmin.get(path)).status).toBe(404);
});

test('refuses a connection on a plan without SCIM (402 upgrade-required)', async () => {
  const team = await managedTeam(service, { plan: 'business' });
  const refused = await create(team);
  expect([refused.status, slugOf(refused)]).toEqual([402, 'upgrade-required']);
});

test("does not find another workspace's connection", async () => {
  const [one, other] = [await managedTeam(service), await managedTeam(service)];
  const { connection_id, token_id } = (await create(other)).body;
  const path = `/manage/v1/connections/${connection_id}`;
  for (const heard of [
    await one.asAdmin.get(path),
    await one.asAdmin.patch(path, { enabled: false }),
    await one.asAdmin.delete(path),
    await one.asAdmin.post(`${path}/tokens`, {}),
    await one.asAdmin.delete(`${path}/tokens/${token_id}`),
    await one.asAdmin.post(`${path}/move-groups`),
    await one.asAdmin.get(`${path}/log`),
    await one.asAdmin.get(`${path}/log/export`),
  ]) {
    expect([heard.status, slugOf(heard)]).toEqual([404, 'not-found']);
  }
});

test('filters, pages and exports the provisioning log as NDJSON and CSV', async () => {
  const team = await managedTeam(service);
  const { connection_id } = (await create(team)).body;
  const explanation = 'Another user holds this userName.';
  const entry = {
    team_id: team.team_id,
    connection_id,
    at: new Date(service.clock()).toISOString(),
    token_id: newId(),
    request_id: 'r-1',
    resource: 'User',
    resource_id: null,
    resource_name: 'ana@example.com',
    operation: 'create',
    warnings: [],
    duration_ms: 3,
    request: { userName: 'ana@example.com' },
  };
  const observer = provisioningObserver(service.app.database, service.clock, () => undefined);
  observer.observe({ ...entry, outcome: 'ok', status: 201, scim_type: null, explanation: null });
  observer.observe({ ...entry, outcome: 'refused', status: 409, scim_type: 'uniqueness', explanation });
  await observer.flush();
  const log = `/manage/v1/connections/${connection_id}/log`;
  const refused = await team.asAdmin.get<{ items: object[] }>(`${log}?outcome=refused`);
  expect(refused.body.items).toMatchObject([{ explanation, request: { userName: 'a***@example.com' } }]);
  const ndjson = await team.asAdmin.get<string>(`${log}/export`);
  expect(ndjson.headers.get('content-type')).toBe('application/x-ndjson');
  expect(ndjson.body.trim().split('\n')).toHaveLength(2);
  const csv = await team.asAdmin.get<string>(`${log}/export?format=csv`);
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="provisioning-log.csv"');
  expect(csv.body.split('\r\n')[0]).toMatch(/^at,operation,resource,/);
  const health = (await team.asAdmin.get<Connection>(`/manage/v1/connections/${connection_id}`)).body;
  expect(health.recent_troubles).toBe(1);
});
