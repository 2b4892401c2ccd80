import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { sweepSeatDays } from '../../../src/directory/seats/seat-days.ts';
import { rulesOf } from '../../../src/start/rules-of.ts';
import { sql } from '../../../src/storage/sql.ts';
import { storeSurfacingTests } from '../../../src/trails/surfacing-summary.ts';
import { type Speaker, slugOf } from '../../support/speaker.ts';
import { BY_TEST } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { atCommandLine, type Managed, managedTeam, operatorAt } from './support.ts';

interface Overview {
  readonly hands: readonly {
    readonly kind: string;
    readonly id: string | null;
    readonly name: string | null;
    readonly count: number;
    readonly at: string | null;
  }[];
  readonly trails: { readonly draft: number };
  readonly coming: { readonly total: number; readonly items: readonly { readonly run_at: string }[] };
  readonly use: { readonly by_day: readonly object[]; readonly unanswered: readonly object[] };
  readonly seats: { readonly used: number; readonly by_day: readonly { day: string; used: number }[] } | null;
  readonly sync: {
    readonly connections: number;
    readonly last_sync_at: string | null;
    readonly by_day: readonly { day: string; ok: number; refused: number }[];
  } | null;
}

const DAY_MS = 86_400_000;

let service: World;
let team: Managed;
let author: Speaker;

beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await managedTeam(service, { plan: 'enterprise' });
  author = await atCommandLine(service, team.team_id, team.author.id);
});

const overviewOf = async (who: Speaker) => (await who.get<Overview>('/manage/v1/overview')).body;
const kinds = async (who: Speaker) => (await overviewOf(who)).hands.map(({ kind }) => kind);
const inDays = (days: number): string => new Date(service.clock() + days * DAY_MS).toISOString().slice(0, 10);

async function draft(title: string): Promise<string> {
  const created = await team.author.speaks.post<{ id: string }>('/v1/trails', { document: readyDocument(title) });
  return created.body.id;
}

async function connected(name: string) {
  const made = await team.asOwner.post<{ connection_id: string; base_url: string; token: string }>(
    '/manage/v1/connections',
    { name, expires: '90d' },
  );
  const { connection_id, token } = made.body;
  return { connection_id, idp: service.bearer(token), users: `/scim/v2/${connection_id}/Users` };
}

const USER = (name: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  ...{ userName: name, active: true, emails: [{ value: name, primary: true }] },
});

test('reports nothing for an empty workspace, and shows each role only what it may see', async () => {
  const asOwner = await overviewOf(team.asOwner);
  expect(asOwner).toMatchObject({ hands: [], trails: { draft: 0 }, coming: { total: 0 }, sync: { connections: 0 } });
  expect(asOwner.seats?.by_day.at(-1)).toEqual({ day: inDays(0), used: asOwner.seats?.used });
  expect(await overviewOf(author)).toMatchObject({ hands: [], seats: null, sync: null });
  expect(slugOf(await team.asMember.get('/manage/v1/overview'))).toBe('forbidden');
  const operator = await operatorAt(service);
  expect(slugOf(await operator.speaks.get('/manage/v1/overview'))).toBe('forbidden');
  expect((await service.anyone.get('/manage/v1/overview')).status).toBe(401);
});

test('counts waiting trails, and includes the id if there is only one', async () => {
  const [first, second] = [await draft('First'), await draft('Second')];
  await author.patch(`/manage/v1/trails/${first}/care`, { review_by: inDays(-1) });
  const [hand] = (await overviewOf(author)).hands;
  expect(hand).toEqual({ kind: 'reviews-due', id: first, name: 'First', count: 1, at: inDays(-1) });
  await author.patch(`/manage/v1/trails/${second}/care`, { review_by: inDays(1) });
  expect((await overviewOf(author)).hands).toEqual([
    { kind: 'reviews-due', id: null, name: 'First', count: 2, at: inDays(-1) },
  ]);
});

test('reports a draft with failing examples until another draft is saved', async () => {
  const id = await draft('Astray');
  const summary = { last_run_at: new Date(service.clock()).toISOString(), all_pass: false, failing: [0] };
  const run = { revision: 1, summary, findings: [] };
  await service.app.database.inTransaction((tx) =>
    storeSurfacingTests(tx, team.team_id, id, run, rulesOf(service.config), BY_TEST),
  );
  expect((await overviewOf(author)).hands).toMatchObject([{ kind: 'examples-failing', id, count: 1 }]);
  const listed = await author.get<{ items: { id: string }[] }>('/manage/v1/trails?waits=examples');
  expect(listed.body.items.map((trail) => trail.id)).toEqual([id]);
  await team.author.speaks.put(`/v1/trails/${id}/document`, readyDocument('Straight'), { 'If-Match': '*' });
  expect(await kinds(author)).toEqual([]);
});

test('lists upcoming schedules, the next first', async () => {
  const publisher = await atCommandLine(service, team.team_id, team.publisher.id);
  const id = await draft('Later');
  const at = new Date(service.clock() + DAY_MS).toISOString();
  const scheduled = await publisher.put(`/manage/v1/trails/${id}/schedules/publish`, { at, revision: 1 });
  expect(scheduled.status).toBe(200);
  const { coming } = await overviewOf(author);
  expect(coming).toMatchObject({ total: 1, items: [{ id, title: 'Later', action: 'publish' }] });
  expect(Date.parse(coming.items[0]?.run_at ?? '')).toBe(Date.parse(at));
});

test('counts the requests of identity providers by day, and reports refused ones', async () => {
  const { connection_id, idp, users } = await connected('Okta');
  const ann = `ann.${newId()}@acme.test`;
  for (const status of [201, 409]) expect((await idp.post(users, USER(ann))).status).toBe(status);
  await expect.poll(async () => (await overviewOf(team.asOwner)).sync?.by_day).toMatchObject([{ ok: 1, refused: 1 }]);
  const { hands, sync } = await overviewOf(team.asOwner);
  expect(hands).toMatchObject([{ kind: 'requests-refused', id: connection_id, name: 'Okta', count: 1 }]);
  expect(sync?.last_sync_at).not.toBeNull();
  expect((await idp.post(users, USER(`ben.${newId()}@acme.test`))).status).toBe(201);
  await expect.poll(async () => (await overviewOf(team.asOwner)).sync?.by_day).toMatchObject([{ ok: 2, refused: 1 }]);
  expect(await kinds(author)).toEqual([]);
  await team.asOwner.delete(`/manage/v1/connections/${connection_id}`);
  expect((await overviewOf(team.asOwner)).sync).toMatchObject({ connections: 0, by_day: [] });
});

test('reports a connection without a valid credential and a paused one, but not a disabled one', async () => {
  const { connection_id } = await connected('Entra');
  const at = `/manage/v1/connections/${connection_id}`;
  await team.asOwner.patch(at, { paused: true });
  expect(await kinds(team.asOwner)).toEqual(['connection-paused']);
  const { body } = await team.asOwner.get<{ tokens: { id: string }[] }>(at);
  await team.asOwner.delete(`${at}/tokens/${body.tokens[0]?.id}`);
  expect(await kinds(team.asOwner)).toEqual(['connection-closed', 'connection-paused']);
  const secret = await team.asOwner.post<{ secret_id: string; client_secret: string }>(`${at}/client-secrets`, {});
  expect(await kinds(team.asOwner)).toEqual(['connection-paused']);
  const { secret_id, client_secret } = secret.body;
  const asked = { grant_type: 'client_credentials', client_id: connection_id, client_secret };
  const exchange = `${service.address}/oauth/token`;
  expect((await fetch(exchange, { method: 'POST', body: new URLSearchParams(asked) })).status).toBe(200);
  const beside = await team.asOwner.get<{ tokens: { id: string }[] }>(at);
  expect(beside.body.tokens.map(({ id }) => id)).toEqual(body.tokens.map(({ id }) => id));
  await team.asOwner.delete(`${at}/client-secrets/${secret_id}`);
  expect(await kinds(team.asOwner)).toEqual(['connection-closed', 'connection-paused']);
  await team.asOwner.patch(at, { enabled: false });
  expect(await kinds(team.asOwner)).toEqual([]);
});

test('reports tokens and keys that expire within 30 days, unless another one is valid longer', async () => {
  const { connection_id } = await connected('Okta');
  const soon = new Date(service.clock() + 10 * DAY_MS).toISOString();
  await service.app.database.rows(sql`
    update scim_tokens set expires_at = ${soon}::timestamptz where team_id = ${team.team_id}`);
  const key = { name: 'CI', scopes: ['trails:read'], expires_at: soon };
  expect((await team.asOwner.post('/manage/v1/keys', key)).status).toBe(201);
  const { hands } = await overviewOf(team.asOwner);
  expect(hands).toMatchObject([
    { kind: 'connection-ending', id: connection_id, name: 'Okta' },
    { kind: 'key-ending', name: 'CI' },
  ]);
  expect(hands.map(({ at }) => Date.parse(at ?? ''))).toEqual([Date.parse(soon), Date.parse(soon)]);
  await team.asOwner.post(`/manage/v1/connections/${connection_id}/tokens`, { expires: '1y' });
  expect(await kinds(team.asOwner)).toEqual(['key-ending']);
});

test('records seats by day, and deletes the records after thirteen months', async () => {
  const { database } = service.app;
  const day = service.clock();
  await sweepSeatDays(database, day - 400 * DAY_MS);
  expect(await sweepSeatDays(database, day - 2 * DAY_MS)).toBeGreaterThan(0);
  expect(await sweepSeatDays(database, day - 2 * DAY_MS)).toBe(0);
  const before = (await overviewOf(team.asOwner)).seats;
  expect(before?.by_day.map((one) => one.day)).toEqual([inDays(-2), inDays(0)]);
  const joining = { email: `new.${newId()}@acme.test`, name: 'New', roles: [] };
  expect((await team.asOwner.post('/manage/v1/members', joining)).status).toBe(201);
  const after = (await overviewOf(team.asOwner)).seats;
  expect(after?.by_day.map(({ used }) => used)).toEqual([before?.used, (before?.used ?? 0) + 1]);
});

test('reports when no seat is left', async () => {
  const full = await managedTeam(service, { seat_limit: 5 });
  const { seats } = await overviewOf(full.asOwner);
  const count = seats?.used ?? 0;
  for (let left = 5 - count; left > 0; left--)
    await full.asOwner.post('/manage/v1/members', { email: `${newId()}@full.test`, name: 'Seat', roles: [] });
  expect((await overviewOf(full.asOwner)).hands).toMatchObject([{ kind: 'seats-full', count: 5 }]);
});

test('counts uses only for trails that at least five people have used', async () => {
  const { database } = service.app;
  const [often, seldom] = [await draft('Often'), await draft('Seldom')];
  const month = `${inDays(0).slice(0, 7)}-01`;
  for (const [id, people] of [
    [often, 5],
    [seldom, 4],
  ] as const) {
    await database.rows(sql`
      insert into trail_deliveries (team_id, trail_id, version, shape, day, deliveries)
      values (${team.team_id}, ${id}, 1, 'find', ${inDays(0)}, 7)`);
    await database.rows(sql`
      insert into trail_reach (team_id, trail_id, month, people, marks)
      values (${team.team_id}, ${id}, ${month}, ${people}, '{}')`);
  }
  expect((await overviewOf(author)).use.by_day).toEqual([{ day: inDays(0), shape: 'find', deliveries: 7 }]);
});

test('starts all charts 29 days before today, and counts trails by status', async () => {
  const { database } = service.app;
  const [first, before] = [inDays(-29), inDays(-30)];
  const [id, other] = [await draft('Often'), await draft('Archived')];
  const { connection_id } = await connected('Okta');
  const month = `${inDays(0).slice(0, 7)}-01`;
  await database.rows(sql`
    insert into trail_reach (team_id, trail_id, month, people, marks) values (${team.team_id}, ${id}, ${month}, 5, '{}')`);
  for (const day of [before, first]) {
    await database.rows(sql`
      insert into trail_deliveries (team_id, trail_id, version, shape, day, deliveries)
      values (${team.team_id}, ${id}, 1, 'find', ${day}, 7)`);
    await database.rows(sql`insert into seat_days (team_id, day, used) values (${team.team_id}, ${day}, 3)`);
    await database.rows(sql`
      insert into provisioning_days (team_id, connection_id, day, outcome, requests)
      values (${team.team_id}, ${connection_id}, ${day}, 'ok', 2)`);
  }
  expect((await team.publisher.speaks.post(`/v1/trails/${other}/archive`)).status).toBe(200);
  const { trails, use, seats, sync } = await overviewOf(team.asOwner);
  expect(trails).toMatchObject({ draft: 1, live: 0, archived: 1 });
  for (const part of [use, seats, sync]) expect(part?.by_day).toMatchObject({ 0: { day: first } });
});

test('shows another workspace nothing of this one', async () => {
  const id = await draft('Ours');
  await author.patch(`/manage/v1/trails/${id}/care`, { review_by: inDays(-1) });
  await connected('Okta');
  const nextDoor = await managedTeam(service, { plan: 'enterprise' });
  expect(await overviewOf(nextDoor.asOwner)).toMatchObject({
    hands: [],
    trails: { draft: 0 },
    sync: { connections: 0, by_day: [] },
  });
});
