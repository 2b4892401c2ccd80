// The feed of a workspace: ordered, without gaps, resumable, and closed to everyone but those who manage it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { instant } from '../../src/base/clock.ts';
import { SVC_CATALOG_ID } from '../../src/directory/catalog.ts';
import { sql } from '../../src/storage/sql.ts';
import { deleteEventsBefore } from '../../src/webhooks/delivery-list-store.ts';
import { handOn } from '../../src/webhooks/hand-on.ts';
import { type Managed, managedTeam } from '../doors/manage/support.ts';
import { connect } from '../doors/scim/support/connection.ts';
import { type Problem, type Speaker, slugOf } from '../support/speaker.ts';
import { type World, world } from '../support/world.ts';
import { beginMirror, type ChangePage, type Digests, digestsOf, follow } from './mirror.ts';

let service: World;
beforeAll(async () => {
  service = await world({ CAIRN_PUBLIC_URL: 'http://localhost:8080' });
});
afterAll(() => service.close());

const document = (title: string) => ({
  title,
  description: 'You get one.',
  trigger: { when: 'A customer asks.', keywords: ['offer'] },
  prompts: [{ label: 'Do', body: 'Do it.' }],
});

interface Follower {
  readonly team: Managed;
  /** An admin's key. */
  readonly key: Speaker;
  readonly from: string;
}

async function follower(): Promise<Follower> {
  const team = await managedTeam(service);
  const key = team.admin.speaks;
  return { team, key, from: (await key.get<ChangePage>('/manage/v1/changes')).body.next };
}

const changesAfter = async (speaks: Speaker, cursor: string, more = ''): Promise<ChangePage> =>
  (await speaks.get<ChangePage>(`/manage/v1/changes?after=${cursor}${more}`)).body;
const typesAfter = async ({ key, from }: Follower): Promise<string[]> =>
  (await changesAfter(key, from)).items.map(({ type }) => type);

const newTrail = async ({ team }: Follower, title: string): Promise<string> =>
  (await team.publisher.speaks.post<{ id: string }>('/v1/trails', { document: document(title) })).body.id;

test('carries every change of a trail, in order', async () => {
  const own = await follower();
  const { publisher, asAdmin, member } = own.team;
  const id = await newTrail(own, 'One');
  const path = `/v1/trails/${id}`;
  await publisher.speaks.put(`${path}/document`, document('Two'), { 'If-Match': '*' });
  await publisher.speaks.post(`${path}/publish`, { note: 'First' });
  await publisher.speaks.post(`${path}/publish`, { note: 'Better' });
  await publisher.speaks.patch(path, { visibility: 'restricted', sort_order: 9 });
  await publisher.speaks.post(`${path}/grants`, { email: member.email });
  await publisher.speaks.post(`${path}/run-examples`, {});
  await publisher.speaks.post(`${path}/unpublish`);
  await publisher.speaks.post(`${path}/archive`);
  await publisher.speaks.post(`${path}/unarchive`);
  await asAdmin.put('/manage/v1/trails/order', { trail_id: await newTrail(own, 'Second'), after: null });
  await publisher.speaks.delete(path);
  const { items } = await changesAfter(own.key, own.from);
  // The trail contains no examples.
  expect(items.map(({ type }) => type)).toEqual([
    ...['trail.created', 'trail.saved', 'trail.published', 'trail.note_changed', 'trail.moved'],
    ...['trail.access_changed', 'trail.access_changed', 'trail.unpublished', 'trail.archived', 'trail.unarchived'],
    ...['trail.created', 'trail.moved', 'trail.deleted'],
  ]);
  expect(items.map(({ sequence }) => sequence)).toEqual(items.map((_, index) => (items[0]?.sequence ?? 0) + index));
  expect(JSON.stringify(items)).not.toMatch(/One|Two|First|Better/);
});

test('carries groups, people and the catalog’s rules', async () => {
  const own = await follower();
  const { asAdmin, member } = own.team;
  const group_id = (await asAdmin.post<{ id: string }>('/manage/v1/groups', { display_name: 'Sales' })).body.id;
  const id = await newTrail(own, 'One');
  await asAdmin.post(`/manage/v1/groups/${group_id}/members`, { add: [member.id] });
  await asAdmin.patch(`/manage/v1/groups/${group_id}`, { display_name: 'Field sales' });
  await asAdmin.post(`/manage/v1/trails/${id}/groups`, { group_id });
  await asAdmin.delete(`/manage/v1/groups/${group_id}`);
  await asAdmin.post(`/manage/v1/members/${member.id}/deactivate`);
  expect(await typesAfter(own)).toEqual([
    ...['group.created', 'trail.created', 'group.members_changed', 'group.changed', 'trail.access_changed'],
    ...['trail.access_changed', 'group.deleted', 'member.deactivated'],
  ]);
});

test('announces each trail that made room for another one', async () => {
  const own = await follower();
  const { publisher, asAdmin } = own.team;
  const ids = [await newTrail(own, 'A'), await newTrail(own, 'B'), await newTrail(own, 'C')];
  for (const id of ids) await publisher.speaks.patch(`/v1/trails/${id}`, { sort_order: 5 });
  const { next } = await changesAfter(own.key, own.from);
  const [first, , last] = ids;
  await asAdmin.put('/manage/v1/trails/order', { trail_id: last, after: first });
  const moved = (await changesAfter(own.key, next)).items.map(({ data }) => data.subject.id);
  expect(new Set(moved).size).toBe(moved.length);
  expect(moved.length).toBeGreaterThan(1);
});

test('gives numbers in the order of the commits, even if an earlier transaction commits later', async () => {
  if (process.env.CAIRN_TEST_DATABASE_URL === undefined) return;
  const own = await follower();
  const { team_id } = own.team;
  const [early, late] = [await newTrail(own, 'Early'), await newTrail(own, 'Late')];
  const start = (await changesAfter(own.key, own.from)).next;
  let release = (): void => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  let begun = (): void => undefined;
  const isBegun = new Promise<void>((done) => {
    begun = done;
  });
  const announce = (kind: string, id: string) => sql`
    insert into audit_outbox (team_id, event_id, is_streamed, at, kind, actor, subject, details)
    values (${team_id}, gen_random_uuid(), false, statement_timestamp(), ${kind}, '{"kind":"system","id":null}',
      jsonb_build_object('kind', 'trail', 'id', ${id}::text, 'name', ''), '{}')`;
  const slow = service.app.database.inTransaction(async (tx) => {
    await tx.rows(announce('trail.saved', early));
    begun();
    await held;
  });
  await isBegun;
  await service.app.database.rows(announce('trail.saved', late));
  const first = await changesAfter(own.key, start);
  expect(first.items.map(({ data }) => data.subject.id)).toEqual([late]);
  release();
  await slow;
  const second = await changesAfter(own.key, first.next);
  expect(second.items.map(({ data }) => data.subject.id)).toEqual([early]);
});

test('gives pages that neither overlap nor leave anything out', async () => {
  const own = await follower();
  for (let n = 0; n < 12; n += 1) await newTrail(own, `Trail ${n}`);
  const all = (await changesAfter(own.key, own.from)).items.map(({ id }) => id);
  expect(all).toHaveLength(12);
  const paged: string[] = [];
  let [cursor, hasMore] = [own.from, true];
  while (hasMore) {
    const page = await changesAfter(own.key, cursor, '&limit=5');
    paged.push(...page.items.map(({ id }) => id));
    [cursor, hasMore] = [page.next, page.has_more];
  }
  expect(paged).toEqual(all);
  expect((await changesAfter(own.key, cursor)).items).toEqual([]);
});

test('waits for a change, and answers as soon as there is one', async () => {
  const own = await follower();
  const waiting = changesAfter(own.key, own.from, '&wait=25');
  const id = await newTrail(own, 'Soon');
  expect((await waiting).items.map(({ data }) => data.subject.id)).toEqual([id]);
});

test('ends waiting when service-wide trails change, without naming any', async () => {
  const own = await follower();
  const { speaks } = await service.operator();
  const created = await speaks.post<{ id: string }>('/v1/trails', { document: document('Everywhere') });
  const { service_wide } = await changesAfter(own.key, own.from);
  const waiting = changesAfter(own.key, own.from, `&wait=25&service_wide=${service_wide}`);
  await speaks.post(`/v1/trails/${created.body.id}/publish`);
  const page = await waiting;
  expect(page.items).toEqual([]);
  expect(page.service_wide).not.toBe(service_wide);
  expect(JSON.stringify(page)).not.toContain(created.body.id);
  // Operators read the feed of the service-wide catalog itself.
  const theirs = await changesAfter(speaks, '0', '&limit=500');
  expect(theirs.items.some(({ data }) => data.subject.id === created.body.id)).toBe(true);
  expect(await service.app.database.rows(sql`select from feed_events where team_id = ${SVC_CATALOG_ID}`)).not.toEqual(
    [],
  );
});

test('serves admins and operators only, and nobody next door', async () => {
  const own = await follower();
  const { team } = own;
  const id = await newTrail(own, 'Mine');
  for (const path of ['/manage/v1/changes', '/manage/v1/changes/digest']) {
    for (const { speaks } of [team.author, team.publisher]) {
      const refused = await speaks.get(path);
      expect([refused.status, slugOf(refused)]).toEqual([403, 'forbidden']);
    }
    expect((await team.member.speaks.get(path)).status).toBe(403);
    expect((await service.anyone.get(path)).status).toBe(401);
    expect((await team.asAdmin.get(path)).status).toBe(200);
  }
  const { next, items } = await changesAfter(own.key, own.from);
  expect(items).toHaveLength(1);
  const neighbor = await follower();
  const stolen = await neighbor.key.get<Problem>(`/manage/v1/changes?after=${next}`);
  expect([stolen.status, slugOf(stolen)]).toEqual([410, 'cursor-expired']);
  const theirs = await changesAfter(neighbor.key, '0', '&limit=500');
  expect(JSON.stringify(theirs)).not.toContain(id);
});

test('refuses a person who stops being an admin while they wait', async () => {
  const own = await follower();
  const { asOwner, admin } = own.team;
  const waiting = own.key.get(`/manage/v1/changes?after=${own.from}&wait=25`);
  await asOwner.patch(`/manage/v1/members/${admin.id}/roles`, { remove: ['admin'] });
  const answer = await waiting;
  expect([answer.status, slugOf(answer)]).toEqual([403, 'forbidden']);
});

test.each(['x', '-1', '1', '1-x', '007-019aa1f0-0000-7000-8000-000000000001', '%00'])(
  'refuses the cursor %s',
  async (cursor) => {
    const { key } = await follower();
    const answer = await key.get(`/manage/v1/changes?after=${cursor}`);
    expect([answer.status, slugOf(answer)]).toEqual([400, 'bad-request']);
  },
);

test('answers 410 to a cursor whose changes were deleted, and to one from before a restore', async () => {
  const own = await follower();
  const { team_id } = own.team;
  const start = own.from;
  await newTrail(own, 'Old');
  const { next: middle } = await changesAfter(own.key, start);
  await newTrail(own, 'Last');
  const { next: end } = await changesAfter(own.key, middle);
  while ((await deleteEventsBefore(service.app.database, instant(Date.now() + 3_600_000))) > 0);
  for (const gone of [start, middle, '0']) {
    const expired = await own.key.get<Problem>(`/manage/v1/changes?after=${gone}`);
    expect([expired.status, slugOf(expired)]).toEqual([410, 'cursor-expired']);
    expect(expired.body.detail).toContain('Get a new cursor');
  }
  // The last change is never deleted, so a mirror that is up to date stays so, however long nothing happens.
  expect((await own.key.get(`/manage/v1/changes?after=${end}`)).status).toBe(200);
  await newTrail(own, 'Next');
  const { items, next } = await changesAfter(own.key, end);
  expect(items).toHaveLength(1);
  // A restored database gives the same numbers to other changes.
  await service.app.database.rows(sql`
    update feed_events set event_id = gen_random_uuid() where team_id = ${team_id}`);
  expect((await own.key.get(`/manage/v1/changes?after=${next}`)).status).toBe(410);
});

test('keeps the numbers in order while several processes hand on', async () => {
  const own = await follower();
  for (let n = 0; n < 5; n += 1) {
    await Promise.all([newTrail(own, `A ${n}`), newTrail(own, `B ${n}`)]);
    await Promise.all([handOn(service.app.database, 0), handOn(service.app.database, 0, true), typesAfter(own)]);
  }
  const { items } = await changesAfter(own.key, own.from);
  expect(items).toHaveLength(10);
  expect(items.map(({ sequence }) => sequence)).toEqual(items.map((_, index) => (items[0]?.sequence ?? 0) + index));
});

test('proves that a mirror is complete, and shows that one is not', async () => {
  const own = await follower();
  const { asAdmin, publisher, member } = own.team;
  const ids = [await newTrail(own, 'One'), await newTrail(own, 'Two')];
  const source = { key: own.key, sessions: asAdmin };
  const mirror = await beginMirror(source);
  await publisher.speaks.patch(`/v1/trails/${ids[0]}`, { visibility: 'restricted' });
  await publisher.speaks.post(`/v1/trails/${ids[0]}/grants`, { email: member.email });
  await publisher.speaks.delete(`/v1/trails/${ids[1]}`);
  const digest = async (): Promise<Digests> => (await own.key.get<Digests>('/manage/v1/changes/digest')).body;
  const before = await digest();
  expect(before.trails).not.toEqual(digestsOf(mirror).trails);
  await follow(mirror, source);
  const { next, ...digests } = await digest();
  expect(digests).toEqual(digestsOf(mirror));
  expect(next).toBe(mirror.cursor);
});

test('counts people and groups as the lists show them', async () => {
  const own = await follower();
  const { asAdmin, member, team_id } = own.team;
  const source = { key: own.key, sessions: asAdmin };
  const provider = await connect(service, team_id);
  const leaver = await provider.user('Leaver');
  await provider.group('Engineers', [leaver, await provider.user('Stayer')]);
  await asAdmin.post(`/manage/v1/members/${member.id}/deactivate`);
  await provider.delete(`/Users/${leaver}`);
  const { next: _, ...digests } = (await own.key.get<Digests>('/manage/v1/changes/digest')).body;
  expect(digests).toEqual(digestsOf(await beginMirror(source)));
  expect(digests.group_members.count).toBe(1);
});
