import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tx } from '../../../src/storage/database.ts';
import { noteRun, RUNS_KEPT } from '../../../src/surfacing/example-history.ts';
import { deleteTrail } from '../../../src/trails/editing/delete-trail.ts';
import { meanwhile } from '../../support/meanwhile.ts';
import { type Speaker, slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { byOf, readyDocument } from '../../trails/catalog.ts';
import { atCommandLine, type Managed, managedTeam } from './support.ts';

interface History {
  readonly items: readonly {
    readonly revision: number;
    readonly version: number | null;
    readonly examples: number;
    readonly passed: number;
    readonly passed_left_out: number | null;
  }[];
}

let service: World;
let team: Managed;
let author: Speaker;
let id: string;

beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());
beforeEach(async () => {
  team = await managedTeam(service);
  author = await atCommandLine(service, team.team_id, team.author.id);
  id = (await team.author.speaks.post<{ id: string }>('/v1/trails', { document: DOCUMENT })).body.id;
});

const DOCUMENT = {
  ...readyDocument('Adverts'),
  trigger: {
    when: 'A position has to be advertised.',
    keywords: ['job advert', 'vacancy'],
    examples: [
      { text: 'write an advert for our open position', expect: 'match' },
      { text: 'how many days of leave do I have left', expect: 'no_match' },
    ],
  },
};
const history = async (who = author) => (await who.get<History>(`/manage/v1/trails/${id}/evaluations`)).body.items;
const evaluate = (body: object = {}) => author.post(`/manage/v1/trails/${id}/evaluation`, body);
const save = (document: object) => team.author.speaks.put(`/v1/trails/${id}/document`, document, { 'If-Match': '*' });

test('records a run of the stored draft once per revision, with the version that it became', async () => {
  expect(await history()).toEqual([]);
  await team.author.speaks.post(`/v1/trails/${id}/run-examples`);
  expect(await history()).toMatchObject([
    { revision: 1, version: null, examples: 2, passed: 2, passed_left_out: null },
  ]);
  await evaluate();
  const [first] = await history();
  expect(first?.passed_left_out).not.toBeNull();
  await team.author.speaks.post(`/v1/trails/${id}/run-examples`);
  expect((await history())[0]?.passed_left_out).toBe(first?.passed_left_out);
  await team.publisher.speaks.post(`/v1/trails/${id}/publish`, {});
  await save({ ...DOCUMENT, description: 'Another one.' });
  await evaluate();
  expect((await history()).map(({ revision, version }) => [revision, version])).toEqual([
    [1, 1],
    [2, null],
  ]);
  // Other trails in the catalog have separate histories.
  id = (await team.author.speaks.post<{ id: string }>('/v1/trails', { document: DOCUMENT })).body.id;
  expect(await history()).toEqual([]);
});

test('counts failed examples as run but not passed, for every kind of run', async () => {
  // A live trail takes prompts from a copy, except for words that only the copy has.
  await team.publisher.speaks.post(`/v1/trails/${id}/publish`, {});
  const { examples } = DOCUMENT.trigger;
  const copy = { ...DOCUMENT, title: 'Water the plants', description: '', trigger: { examples } };
  id = (await team.author.speaks.post<{ id: string }>('/v1/trails', { document: copy })).body.id;
  await team.author.speaks.post(`/v1/trails/${id}/run-examples`);
  expect(await history()).toMatchObject([{ examples: 2, passed: 1, passed_left_out: null }]);
  interface Waiting {
    readonly items: readonly { readonly id: string }[];
  }
  const { body } = await author.get<Record<string, Waiting>>('/manage/v1/trails/waiting');
  const waits = Object.entries(body).map(([kind, { items }]) => [kind, items.some((one) => one.id === id)]);
  expect(waits.filter(([, isOne]) => isOne)).toEqual([['failing_examples', true]]);
  await evaluate({ document: null });
  expect(await history()).toMatchObject([{ examples: 2, passed: 1, passed_left_out: expect.any(Number) }]);
});

test('records nothing for a document that was only tried, or that has no examples', async () => {
  await evaluate({ document: { ...DOCUMENT, title: 'Only tried' } });
  await save({ ...DOCUMENT, trigger: { ...DOCUMENT.trigger, examples: [] } });
  await evaluate();
  expect(await history()).toEqual([]);
});

test('keeps the last fifty revisions', async () => {
  const run_at = new Date(service.clock()).toISOString();
  for (let revision = 1; revision <= RUNS_KEPT + 3; revision += 1)
    await service.app.database.inTransaction((tx) =>
      noteRun(tx, team.team_id, id, { revision, run_at, examples: 2, passed: 1, passed_left_out: 1 }),
    );
  const items = await history();
  expect([items.length, items[0]?.revision, items.at(-1)?.revision]).toEqual([RUNS_KEPT, 4, RUNS_KEPT + 3]);
});

test('records one run for two concurrent ones, and deletes the history with the trail', async () => {
  const answers = await Promise.all([evaluate(), evaluate(), evaluate()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await history()).toHaveLength(1);
  await team.publisher.speaks.send('DELETE', `/v1/trails/${id}`);
  expect(slugOf(await author.get(`/manage/v1/trails/${id}/evaluations`))).toBe('not-found');
});

test('responds to a run even if its trail is deleted before it ends, and records nothing', async () => {
  const remove = (tx: Tx) => deleteTrail(tx, team.team_id, id, byOf(team.author.id), true);
  const answer = await meanwhile(service.app.database, remove, async () => {
    const { database } = service.app;
    const run = { revision: 1, run_at: new Date(service.clock()).toISOString(), examples: 2, passed: 1 };
    return database.inTransaction((tx) => noteRun(tx, team.team_id, id, { ...run, passed_left_out: null }));
  });
  expect(answer).toBeUndefined();
});

test('hides the history from another workspace and from readers', async () => {
  await evaluate();
  const nextDoor = await managedTeam(service);
  const theirs = await atCommandLine(service, nextDoor.team_id, nextDoor.author.id);
  expect(slugOf(await theirs.get(`/manage/v1/trails/${id}/evaluations`))).toBe('not-found');
  expect(slugOf(await team.asMember.get(`/manage/v1/trails/${id}/evaluations`))).toBe('forbidden');
});
