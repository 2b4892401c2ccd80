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

/**
 * Holds that the work leads to so many statements, once the embedded database is at rest: after each five hundred or so
 * its statistics are renewed, a table beside each of the next requests.
 */
async function expectStatements(work: () => Promise<unknown>, count: number): Promise<void> {
  await work(); // The caller is cached now, and the use of the key is noted.
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const statements = async (): Promise<number> => {
    asked.mockClear();
    await work();
    return asked.mock.calls.length;
  };
  await expect.poll(statements).toBe(count);
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
    await expectStatements(work, AGAIN);
  },
);

test('a search is one statement, and one beside it for the check of the caller', async () => {
  await expectStatements(() => author.get('/v1/trails?q=refund'), 1 + AGAIN);
});

test('a save is two statements', async () => {
  const save = () => author.put(`${path}/document`, readyDocument(), { 'If-Match': '*' });
  await expectStatements(save, 2);
});
