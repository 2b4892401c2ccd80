// Two people of one workspace: one has a grant for a restricted trail, and the other does not. Tests every way to read
// the trail, and again after each change of visibility and grants.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { atCommandLine } from '../doors/manage/support.ts';
import { publishedTrail } from '../support/published-trail.ts';
import type { Speaker } from '../support/speaker.ts';
import type { TestPerson, TestTeam } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

const PROMPT = 'Write a farewell letter for a colleague who retires';
const DOCUMENT = {
  title: 'Write a farewell letter',
  target_role: 'Manager',
  description: 'You write a letter that says goodbye to a colleague.',
  trigger: {
    when: 'A colleague retires.',
    keywords: ['farewell letter', 'retires', 'goodbye'],
    examples: [{ text: PROMPT, expect: 'match' }],
  },
  prompts: [{ label: 'Draft', body: 'Write a farewell letter to {{name}}.' }],
};

let service: World;
let team: TestTeam;
let granted: Speaker;
let grantee: TestPerson;
let other: Speaker;
let trail: string;

beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

beforeEach(async () => {
  team = await service.team();
  grantee = await team.person('Greta Granted');
  granted = await atCommandLine(service, team.team_id, grantee.id);
  other = await atCommandLine(service, team.team_id, (await team.person('Otto Other')).id);
  trail = await publishedTrail(team.publisher.speaks, DOCUMENT);
});

interface Seen {
  readonly listed: boolean;
  readonly read: boolean;
  readonly found: boolean;
  readonly voted: boolean;
}

/** Lists how much of the trail a person can read in each way. */
async function seenBy(speaks: Speaker): Promise<Seen> {
  const list = await speaks.get<{ items: { id: string }[] }>('/manage/v1/reader/trails');
  const found = await speaks.post<{ items: { trail: { id: string } }[] }>('/manage/v1/find', { text: PROMPT });
  const vote = await speaks.put(`/manage/v1/reader/trails/${trail}/feedback`, { helpful: true });
  return {
    listed: list.body.items.some(({ id }) => id === trail),
    read: (await speaks.get(`/manage/v1/reader/trails/${trail}`)).status === 200,
    found: found.body.items.some((item) => item.trail.id === trail),
    voted: vote.status === 204,
  };
}

const ALL: Seen = { listed: true, read: true, found: true, voted: true };
const NONE: Seen = { listed: false, read: false, found: false, voted: false };
const visibility = (to: string) => team.publisher.speaks.patch(`/v1/trails/${trail}`, { visibility: to });
const grant = () => team.publisher.speaks.post(`/v1/trails/${trail}/grants`, { email: grantee.email });

test('shows an open trail to both, and to neither once it is restricted without a grant', async () => {
  expect(await seenBy(granted)).toEqual(ALL);
  expect(await seenBy(other)).toEqual(ALL);
  await visibility('restricted');
  expect(await seenBy(granted)).toEqual(NONE);
  expect(await seenBy(other)).toEqual(NONE);
});

test('shows a restricted trail only to the person with a grant', async () => {
  await visibility('restricted');
  await grant();
  expect(await seenBy(granted)).toEqual(ALL);
  expect(await seenBy(other)).toEqual(NONE);
});

test('ends every way to see the trail, including the judge, as soon as a grant is removed', async () => {
  await visibility('restricted');
  await grant();
  expect(await seenBy(granted)).toEqual(ALL);
  await team.publisher.speaks.delete(`/v1/trails/${trail}/grants/${grantee.id}`);
  expect(await seenBy(granted)).toEqual(NONE);
});

test('shows a trail to everyone as soon as it is opened again', async () => {
  await visibility('restricted');
  expect(await seenBy(other)).toEqual(NONE);
  await visibility('all_teams');
  expect(await seenBy(other)).toEqual(ALL);
});

test("never names another workspace's restricted trail in a surfacing test", async () => {
  await visibility('restricted');
  const stranger = await service.team();
  const created = await stranger.author.speaks.post<{ id: string }>('/v1/trails', {
    document: { ...DOCUMENT, title: 'Plan a lunch', trigger: { when: '', keywords: ['lunch'], examples: [] } },
  });
  const verdict = await stranger.author.speaks.post<{ candidates: { id: string }[]; winner?: unknown }>(
    `/v1/trails/${created.body.id}/surfacing-test`,
    { draft_text: PROMPT },
  );
  expect(verdict.body.candidates.map(({ id }) => id)).toEqual([created.body.id]);
  expect(verdict.body.winner ?? null).toBeNull();
});

test('takes no prompt from a workspace for a restricted service-wide trail that is hidden there', async () => {
  const operator = (await service.operator()).speaks;
  const id = await publishedTrail(operator, DOCUMENT);
  const stranger = await service.team();
  const own = await stranger.author.speaks.post<{ id: string }>('/v1/trails', {
    document: { ...DOCUMENT, title: 'Plan a lunch', trigger: { when: '', keywords: ['lunch'], examples: [] } },
  });
  const winner = async (): Promise<string | undefined> => {
    const path = `/v1/trails/${own.body.id}/surfacing-test`;
    const body = { draft_text: PROMPT };
    return (await stranger.author.speaks.post<{ winner: { id: string } | null }>(path, body)).body.winner?.id;
  };
  expect(await winner()).toBe(id);
  expect((await operator.patch(`/v1/trails/${id}`, { visibility: 'restricted' })).status).toBe(200);
  expect(await winner()).toBeUndefined();
});
