// What a request costs: how many statements the database is asked, of a cached caller. On embedded storage, where this
// process is the only writer, what was read since the last write is answered from memory.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Speaker } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';

/** Statements of a read that is asked for again. */
const AGAIN = process.env.CAIRN_TEST_DATABASE_URL === undefined ? 0 : 1;

let service: World;
let author: Speaker;
let path: string;
beforeAll(async () => {
  // What looks at the database every second has no time to: its statements would be counted among those of a request.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  service = await world();
  author = (await service.team()).publisher.speaks;
  const made = await author.post<{ id: string }>('/v1/trails', { document: readyDocument() });
  path = `/v1/trails/${made.body.id}`;
});
afterAll(async () => {
  await service.close();
  vi.useRealTimers();
});
afterEach(() => vi.restoreAllMocks());

/** The number of statements that the work leads to: the fewest of three, since the embedded database is kept up beside it. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  await work(); // The caller is cached now, and the use of the key is noted.
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const counts: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    asked.mockClear();
    await work();
    counts.push(asked.mock.calls.length);
  }
  return Math.min(...counts);
}

test.each([
  ['a trail', () => author.get(path)],
  ['a trail that the caller holds', () => author.get(path, { 'If-None-Match': '*' })],
  ['its document', () => author.get(`${path}/document`)],
  ['a page of the list', () => author.get('/v1/trails')],
  ['a page of one status', () => author.get('/v1/trails?status=draft&limit=5')],
  ['who the caller is', () => author.get('/v1/me')],
])(
  '%s is one statement, the check of the caller included, and none where only this process writes',
  async (_what, work) => {
    expect(await statementsOf(work)).toBe(AGAIN);
  },
);

test('a search is one statement, and one beside it for the check of the caller', async () => {
  expect(await statementsOf(() => author.get('/v1/trails?q=refund'))).toBe(1 + AGAIN);
});

test('a save is two statements', async () => {
  const save = () => author.put(`${path}/document`, readyDocument(), { 'If-Match': '*' });
  expect(await statementsOf(save)).toBe(2);
});
