// A mirror under random changes: it is killed between any two steps, some of its events are repeated, and it catches up
// at random times. In the end its trails, grants and groups are the workspace's, byte for byte.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Managed, managedTeam } from '../doors/manage/support.ts';
import { runs } from '../support/runs.ts';
import type { Speaker } from '../support/speaker.ts';
import { type World, world } from '../support/world.ts';
import { applied, beginMirror, type ChangePage, type Digests, digestsOf, follow, type Mirror } from './mirror.ts';

let service: World;
beforeAll(async () => {
  service = await world({ CAIRN_PUBLIC_URL: 'http://localhost:8080' });
});
afterAll(() => service.close());

const CHANGES = runs(300);
const TRAILS = 8;

/** Numbers from 0 to below 1 that depend on the seed alone. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const document = (title: string) => ({
  title,
  description: `You get ${title}.`,
  trigger: { when: 'A customer asks.', keywords: ['offer'] },
  prompts: [{ label: 'Do', body: 'Do it.' }],
});

/** One person joins a group, and another leaves it. */
function membersBody({ member, author }: Managed, random: () => number): object {
  const [joins, leaves] = random() < 0.5 ? [member, author] : [author, member];
  return { add: [joins.id], remove: [leaves.id] };
}

/** Makes one random change. A refused one (an archived trail, a missing grant) changes nothing. */
async function change(team: Managed, groups: readonly string[], random: () => number, n: number): Promise<void> {
  const { speaks } = team.publisher;
  const listed = await speaks.get<{ items: { id: string }[] }>('/v1/trails?limit=100');
  const ids = listed.body.items.map(({ id }) => id);
  const pick = <One>(from: readonly One[]): One => from[Math.floor(random() * from.length)] as One;
  if (ids.length < 2 || (ids.length < TRAILS && random() < 0.2)) {
    await speaks.post('/v1/trails', { document: document(`Trail ${n}`) });
    return;
  }
  const path = `/v1/trails/${pick(ids)}`;
  const group = pick(groups);
  const steps: readonly (() => Promise<unknown>)[] = [
    () => speaks.put(`${path}/document`, document(`Title ${n}`), { 'If-Match': '*' }),
    () => speaks.post(`${path}/publish`),
    () => speaks.post(`${path}/unpublish`),
    () => speaks.post(`${path}/archive`),
    () => speaks.post(`${path}/unarchive`),
    () => speaks.patch(path, { visibility: pick(['restricted', 'all_teams']) }),
    () => speaks.patch(path, { sort_order: Math.floor(random() * 5) }),
    () => team.asAdmin.put('/manage/v1/trails/order', { trail_id: pick(ids), after: pick([null, ...ids]) }),
    () => speaks.post(`${path}/grants`, { email: pick([team.member, team.author]).email }),
    () => speaks.delete(`${path}/grants/${team.member.id}`),
    () => team.asAdmin.post(path.replace('/v1/', '/manage/v1/').concat('/groups'), { group_id: group }),
    () => team.asAdmin.delete(`/manage${path}/groups/${group}`),
    () => team.asAdmin.post(`/manage/v1/groups/${group}/members`, membersBody(team, random)),
    () => team.asAdmin.patch(`/manage/v1/groups/${group}`, { display_name: `Group ${group} ${n}` }),
    () => speaks.post(`${path}/versions/1/restore`),
    () => speaks.delete(path),
  ];
  await pick(steps)();
}

/** Applies some of the kept events again, in any order, as a webhook that is delivered twice or late would. */
async function repeated(mirror: Mirror, speaks: Speaker, sessions: Speaker, random: () => number): Promise<void> {
  const { body } = await speaks.get<ChangePage>('/manage/v1/changes?after=0&limit=500');
  for (const { data } of body.items.filter(() => random() < 0.02))
    await applied(mirror, speaks, sessions, data.subject);
}

test(`mirrors ${CHANGES} random changes through kills and repeated events`, { timeout: 1_800_000 }, async () => {
  const seed = Math.floor(Math.random() * 1_000_000);
  const random = randomFrom(seed);
  const team = await managedTeam(service);
  const [key, sessions] = [team.admin.speaks, team.asAdmin];
  const groups: string[] = [];
  for (const display_name of ['Sales', 'Support'])
    groups.push((await sessions.post<{ id: string }>('/manage/v1/groups', { display_name })).body.id);
  const mirror = await beginMirror(key, sessions);
  for (let n = 0; n < CHANGES; n += 1) {
    await change(team, groups, random, n);
    if (random() < 0.1) await follow(mirror, key, sessions, () => random() < 0.2);
    if (random() < 0.02) await repeated(mirror, key, sessions, random);
  }
  await follow(mirror, key, sessions);
  const { next, trails, grants, group_members } = (await key.get<Digests>('/manage/v1/changes/digest')).body;
  expect({ seed, trails, grants, group_members }).toEqual({ seed, ...digestsOf(mirror) });
  expect(next).toBe(mirror.cursor);
  for (const [id, kept] of mirror.trails) {
    const { body } = await key.get(`/v1/trails/${id}`);
    expect([seed, JSON.stringify(kept)]).toEqual([seed, JSON.stringify(body)]);
  }
});
