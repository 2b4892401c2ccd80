import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { revokeRole } from '../../../src/directory/members/member-roles.ts';
import { deactivateMember } from '../../../src/directory/members/members.ts';
import { getCatalogRules } from '../../../src/trails/catalog/catalog-rules.ts';
import { runSchedules } from '../../../src/trails/schedules/run-schedules.ts';
import { leaseSchedule } from '../../../src/trails/schedules/schedule-store.ts';
import { type Speaker, slugOf } from '../../support/speaker.ts';
import { BY_TEST, type TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument, rules } from '../../trails/catalog.ts';
import { atCommandLine } from './support.ts';

interface Schedule {
  readonly action: string;
  readonly at: string;
  readonly scheduled_at: string;
  readonly state: string;
  readonly outcome: string | null;
  readonly scheduled_by: { readonly name: string };
}
interface Listed {
  readonly items: readonly Schedule[];
}
const HOUR = 3_600_000;

let service: World;
let team: TestTeam;
let publisher: Speaker;
let id: string;

beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await service.team();
  publisher = await atCommandLine(service, team.team_id, team.publisher.id);
  id = (await team.author.speaks.post<{ id: string }>('/v1/trails', { document: readyDocument() })).body.id;
});

const inHours = (hours: number): string => new Date(service.clock() + hours * HOUR).toISOString();
const schedule = (action: string, hours: number, revision = 1, who = publisher) =>
  who.put<Listed>(`/manage/v1/trails/${id}/schedules/${action}`, { at: inHours(hours), revision });
const stands = async (action = 'publish') =>
  (await publisher.get<Listed>(`/manage/v1/trails/${id}/schedules`)).body.items.find((one) => one.action === action);
const trail = async () =>
  (await team.author.speaks.get<{ status: string; published_version: number | null }>(`/v1/trails/${id}`)).body;

const faults: unknown[] = [];
/** Runs the check of a process for due schedules, this many hours from now. */
const look = (hours: number): Promise<number> =>
  runSchedules(
    { database: service.app.database, rules, report: (thrown) => faults.push(thrown), onChange: () => undefined },
    service.clock() + hours * HOUR,
  );

test('publishes and unpublishes a trail at the scheduled times, and not before', async () => {
  expect((await schedule('publish', 1)).status).toBe(200);
  expect((await schedule('unpublish', 3)).body.items.map(({ action }) => action)).toEqual(['publish', 'unpublish']);
  await look(0.5);
  expect((await trail()).status).toBe('draft');
  await look(1);
  expect(await trail()).toMatchObject({ status: 'live', published_version: 1 });
  expect(await stands()).toMatchObject({ state: 'done', outcome: null });
  await look(2);
  expect((await trail()).status).toBe('live');
  await look(3);
  expect((await trail()).status).toBe('draft');
  const admin = await atCommandLine(service, team.team_id, team.admin.id);
  const log = await admin.get<{ items: { kind: string; actor: { name: string } }[] }>(
    `/manage/v1/audit?subject_id=${id}`,
  );
  expect(log.body.items.map(({ kind, actor }) => [kind, actor.name]).slice(0, 2)).toEqual([
    ['trail.unpublished', team.publisher.name],
    ['trail.published', team.publisher.name],
  ]);
});

test('runs a schedule once, even with many concurrent processes', async () => {
  await schedule('publish', 1);
  await Promise.all(Array.from({ length: 6 }, () => look(1)));
  await look(2);
  const versions = await team.author.speaks.get<unknown[]>(`/v1/trails/${id}/versions`);
  expect(versions.body).toHaveLength(1);
  expect(faults).toEqual([]);
});

test("keeps a silent process's lease for a minute, and rejects its changes after that", async () => {
  await schedule('publish', 1);
  const at = service.clock() + HOUR;
  const key = { catalog_id: team.team_id, trail_id: id, action: 'publish' } as const;
  const lease = { id: newId(), now: new Date(at).toISOString(), until: new Date(at + 60_000).toISOString() };
  expect(await leaseSchedule(service.app.database, key, lease)).toMatchObject({ revision: 1 });
  await look(1);
  expect((await trail()).status).toBe('draft');
  await look(1 + 61 / 3_600);
  expect((await trail()).status).toBe('live');
  expect(await leaseSchedule(service.app.database, key, lease)).toBeUndefined();
});

test('fails the schedule of a draft that was saved since, and says why', async () => {
  await schedule('publish', 1);
  await team.author.speaks.put(`/v1/trails/${id}/document`, readyDocument('Later words'), { 'If-Match': '*' });
  await look(1);
  expect((await trail()).status).toBe('draft');
  const failed = await stands();
  expect([failed?.state, failed?.outcome]).toEqual(['failed', expect.stringContaining('now at revision 2')]);
  expect((await schedule('publish', 2)).status).toBe(409);
  expect((await schedule('publish', 2, 2)).status).toBe(200);
  await look(2);
  expect((await trail()).status).toBe('live');
});

test('publishes nothing if the person who scheduled it no longer has the role or the membership', async () => {
  await schedule('publish', 1);
  await service.app.database.inTransaction((tx) =>
    revokeRole(tx, team.team_id, team.publisher.id, 'publisher', BY_TEST),
  );
  await look(1);
  const admin = await atCommandLine(service, team.team_id, team.admin.id);
  const { items } = (await admin.get<Listed>(`/manage/v1/trails/${id}/schedules`)).body;
  expect(items[0]).toMatchObject({ state: 'failed', outcome: expect.stringContaining('may no longer publish') });
  await schedule('publish', 2, 1, admin);
  await service.app.database.inTransaction((tx) => deactivateMember(tx, team.team_id, team.admin.id, null, BY_TEST));
  await look(2);
  expect((await trail()).status).toBe('draft');
});

test('fails with the reason for an archived trail or a missing approval, and succeeds with a timely approval', async () => {
  const admin = await atCommandLine(service, team.team_id, team.admin.id);
  await schedule('publish', 1);
  await team.publisher.speaks.post(`/v1/trails/${id}/archive`);
  await look(1);
  expect((await stands())?.outcome).toContain('archived');
  await team.publisher.speaks.post(`/v1/trails/${id}/unarchive`);
  await admin.patch('/manage/v1/catalog-rules', { approval_required: true });
  expect(await getCatalogRules(service.app.database, team.team_id)).toMatchObject({ approval_required: true });
  await schedule('publish', 2);
  await look(2);
  expect((await stands())?.outcome).toContain("another person's approval of revision 1");
  await schedule('publish', 3);
  await admin.post(`/manage/v1/trails/${id}/approval/approve`, { revision: 1 });
  await look(3);
  expect((await trail()).status).toBe('live');
});

test('does nothing after a cancellation, even by another publisher', async () => {
  await schedule('publish', 1);
  const admin = await atCommandLine(service, team.team_id, team.admin.id);
  expect((await admin.delete(`/manage/v1/trails/${id}/schedules/publish`)).status).toBe(204);
  expect((await admin.delete(`/manage/v1/trails/${id}/schedules/publish`)).status).toBe(404);
  await look(1);
  expect((await trail()).status).toBe('draft');
  await schedule('publish', 1);
  await team.author.speaks.delete(`/v1/trails/${id}`);
  expect(await look(1)).toBe(0);
});

test('refuses impossible schedules, and names the field of invalid input', async () => {
  expect(slugOf(await schedule('unpublish', 1))).toBe('conflict');
  for (const hours of [-1, 0, 24 * 400])
    expect([hours, (await schedule('publish', hours)).status]).toEqual([hours, 422]);
  for (const body of [{}, { at: 'tomorrow', revision: 1 }, { at: inHours(1) }, { at: inHours(1), revision: 1.5 }])
    expect((await publisher.put(`/manage/v1/trails/${id}/schedules/publish`, body)).status).toBe(422);
  expect((await schedule('explode', 1)).status).toBe(400);
  await schedule('publish', 5);
  for (const hours of [4, 5]) expect([hours, (await schedule('unpublish', hours)).status]).toEqual([hours, 422]);
  await schedule('unpublish', 8);
  for (const hours of [8, 9]) expect([hours, slugOf(await schedule('publish', hours))]).toEqual([hours, 'conflict']);
  const author = await atCommandLine(service, team.team_id, team.author.id);
  expect((await schedule('publish', 1, 1, author)).status).toBe(403);
});

test('hides schedules from another workspace, which can neither cancel nor create one', async () => {
  await schedule('publish', 1);
  const nextDoor = await service.team();
  const theirs = await atCommandLine(service, nextDoor.team_id, nextDoor.publisher.id);
  expect((await theirs.get(`/manage/v1/trails/${id}/schedules`)).status).toBe(404);
  expect((await theirs.delete(`/manage/v1/trails/${id}/schedules/publish`)).status).toBe(404);
  expect((await schedule('publish', 2, 1, theirs)).status).toBe(404);
  expect(Date.parse((await stands())?.at ?? '')).toBe(service.clock() + HOUR);
});

test("never replaces or cancels another person's schedule, move or cancellation that the caller has not seen", async () => {
  const owner = await atCommandLine(service, team.team_id, team.owner.id);
  const path = `/manage/v1/trails/${id}/schedules/publish`;
  const at = { at: inHours(2), revision: 1 };
  const none = { seen: { scheduled_at: null } };
  expect((await owner.put(path, { ...at, ...none })).status).toBe(200);
  const first = (await stands())?.scheduled_at ?? '';
  const late = await publisher.put<{ now: object }>(path, { ...at, at: inHours(3), ...none });
  expect([late.status, slugOf(late), late.body.now]).toEqual([409, 'conflict', { scheduled_at: first }]);
  expect((await owner.put(path, { ...at, at: inHours(4), seen: { scheduled_at: first } })).status).toBe(200);
  const cancelled = (scheduled_at: string) => publisher.delete(`${path}?${new URLSearchParams({ scheduled_at })}`);
  expect((await cancelled(first)).status).toBe(409);
  expect(Date.parse((await stands())?.at ?? '')).toBe(Date.parse(inHours(4)));
  expect((await cancelled('yesterday')).status).toBe(400);
  expect((await cancelled((await stands())?.scheduled_at ?? '')).status).toBe(204);
  expect((await publisher.put(path, { ...at, seen: { scheduled_at: first } })).status).toBe(409);
  expect((await publisher.put(path, { ...at, ...none })).status).toBe(200);
});
