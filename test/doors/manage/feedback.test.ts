// Feedback on whether a trail helped: one vote per person and version, shown to authors as counts.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tx } from '../../../src/storage/database.ts';
import { deleteTrail } from '../../../src/trails/editing/delete-trail.ts';
import { meanwhile } from '../../support/meanwhile.ts';
import { publishedTrail } from '../../support/published-trail.ts';
import { type Speaker, slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { byOf, readyDocument } from '../../trails/catalog.ts';
import { atCommandLine, type Managed, managedTeam } from './support.ts';

interface Counts {
  readonly items: readonly {
    readonly version: number;
    readonly helpful: number | null;
    readonly not_helpful: number | null;
  }[];
}

let service: World;
let team: Managed;
let asAuthor: Speaker;
let id: string;

beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await managedTeam(service);
  asAuthor = await atCommandLine(service, team.team_id, team.author.id);
  id = await published(true);
});

const published = (feedback_enabled: boolean): Promise<string> =>
  publishedTrail(team.publisher.speaks, { ...readyDocument(), feedback_enabled });

const vote = async (who: Speaker, helpful: boolean, trail = id) =>
  (await who.put(`/manage/v1/reader/trails/${trail}/feedback`, { helpful })).status;
const counts = async (trail = id) => (await asAuthor.get<Counts>(`/manage/v1/trails/${trail}/feedback`)).body.items;
/** Adds four positive votes, because counts are shown from five votes on. */
async function fourMore(): Promise<void> {
  for (const name of ['Ann', 'Ben', 'Cem', 'Dee']) {
    const { id: person } = await team.person(name);
    expect(await vote(await atCommandLine(service, team.team_id, person), true)).toBe(204);
  }
}
const own = async (who: Speaker) =>
  (await who.get<{ my_feedback: string | null }>(`/manage/v1/reader/trails/${id}`)).body.my_feedback;

test("replaces a person's vote with a second one, keeps other people's votes, and removes a withdrawn one", async () => {
  expect([await counts(), await own(team.asMember)]).toEqual([[], null]);
  for (const helpful of [true, false, true]) expect(await vote(team.asMember, helpful)).toBe(204);
  expect(await vote(team.asAdmin, false)).toBe(204);
  await fourMore();
  expect(await counts()).toEqual([{ version: 1, helpful: 5, not_helpful: 1 }]);
  expect([await own(team.asMember), await own(team.asAdmin)]).toEqual(['helpful', 'not_helpful']);
  for (const _ of [1, 2])
    expect((await team.asAdmin.delete(`/manage/v1/reader/trails/${id}/feedback`)).status).toBe(204);
  expect(await counts()).toEqual([{ version: 1, helpful: 5, not_helpful: 0 }]);
  expect([await own(team.asMember), await own(team.asAdmin)]).toEqual(['helpful', null]);
});

test('shows authors no counts below five people, even after a withdrawn vote', async () => {
  const hidden = [{ version: 1, helpful: null, not_helpful: null }];
  await vote(team.asMember, false);
  expect(await counts()).toEqual(hidden);
  await fourMore();
  expect(await counts()).toEqual([{ version: 1, helpful: 4, not_helpful: 1 }]);
  await team.asMember.delete(`/manage/v1/reader/trails/${id}/feedback`);
  expect(await counts()).toEqual(hidden);
});

test('asks for feedback again after a new version, and shows authors the counts per version, latest first', async () => {
  const { speaks } = team.publisher;
  await vote(team.asMember, true);
  const next = { ...readyDocument('Another title'), feedback_enabled: true };
  await speaks.put(`/v1/trails/${id}/document`, next, { 'If-Match': '*' });
  expect((await speaks.post(`/v1/trails/${id}/publish`, {})).status).toBe(200);
  expect(await own(team.asMember)).toBeNull();
  await vote(team.asMember, false);
  await fourMore();
  expect(await counts()).toEqual([
    { version: 2, helpful: 4, not_helpful: 1 },
    { version: 1, helpful: null, not_helpful: null },
  ]);
});

test('gives authors the comments without names, newest first, and drops a comment with its vote', async () => {
  const comments = async () =>
    (await asAuthor.get<{ comments: { comment: string }[] }>(`/manage/v1/trails/${id}/feedback`)).body.comments;
  const say = async (who: Speaker, helpful: boolean, comment: string) =>
    (await who.put(`/manage/v1/reader/trails/${id}/feedback`, { helpful, comment })).status;
  expect(await say(team.asMember, false, '  Step 2 needs the price list.\n')).toBe(204);
  expect(await say(team.asAdmin, true, 'Short and clear.')).toBe(204);
  const [first, second] = await comments();
  expect([first, second]).toEqual([
    { version: 1, helpful: true, comment: 'Short and clear.', given_at: expect.any(String) },
    { version: 1, helpful: false, comment: 'Step 2 needs the price list.', given_at: expect.any(String) },
  ]);
  const { body } = await team.asMember.get<{ my_comment: string }>(`/manage/v1/reader/trails/${id}`);
  expect(body.my_comment).toBe('Step 2 needs the price list.');
  expect(await say(team.asMember, false, 'x'.repeat(501))).toBe(422);
  expect((await comments()).length).toBe(2);
  await vote(team.asMember, true);
  await team.asAdmin.delete(`/manage/v1/reader/trails/${id}/feedback`);
  expect(await comments()).toEqual([]);
  const nextDoor = await managedTeam(service);
  expect(await say(nextDoor.asMember, true, 'From next door')).toBe(404);
});

test('does not count votes on another trail', async () => {
  const other = await published(true);
  await vote(team.asMember, true, other);
  expect([await counts(), (await counts(other)).length]).toEqual([[], 1]);
  expect(slugOf(await team.asMember.get(`/manage/v1/trails/${other}/feedback`))).toBe('forbidden');
});

test("refuses votes on a trail that does not ask for them, and returns 404 for another workspace's trail", async () => {
  const silent = await published(false);
  const asked = await team.asMember.put(`/manage/v1/reader/trails/${silent}/feedback`, { helpful: true });
  expect(slugOf(asked)).toBe('conflict');
  const nextDoor = await managedTeam(service);
  expect(await vote(nextDoor.asMember, true)).toBe(404);
  expect((await nextDoor.asOwner.get(`/manage/v1/trails/${id}/feedback`)).status).toBe(404);
  expect(await counts()).toEqual([]);
});

test('returns 404 for a vote if the trail is deleted at that moment', async () => {
  const remove = (tx: Tx) => deleteTrail(tx, team.team_id, id, byOf(team.author.id), true);
  const answer = await meanwhile(service.app.database, remove, () => vote(team.asMember, true));
  expect(answer).toBe(404);
});
