// The cost of a request: the number of database statements for a cached caller. On embedded storage, where this process
// is the only writer, data that were read since the last write come from memory.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Speaker } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';

/** The statements of a repeated read. */
const AGAIN = process.env.CAIRN_TEST_DATABASE_URL === undefined ? 0 : 1;

let service: World;
let author: Speaker;
let path: string;
beforeAll(async () => {
  // The check of the database runs every second, and its statements would be counted. Fake timers prevent it.
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
 * Expects this many statements from the work once the embedded database is idle. After about every five hundred
 * statements it refreshes its statistics, one table during each of the next requests.
 */
async function expectStatements(work: () => Promise<unknown>, count: number): Promise<void> {
  await work(); // The caller is cached now, and the key's use is recorded.
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
  ["a trail with the caller's current tag", () => author.get(path, { 'If-None-Match': '*' })],
  ['its document', () => author.get(`${path}/document`)],
  ['a page of the list', () => author.get('/v1/trails')],
  ['a page of one status', () => author.get('/v1/trails?status=draft&limit=5')],
  ["the caller's identity", () => author.get('/v1/me')],
])(
  'reads %s in one statement that includes the check of the caller, and in none if only this process writes',
  async (_what, work) => {
    await expectStatements(work, AGAIN);
  },
);

test('searches in one statement, and checks the caller in another', async () => {
  await expectStatements(() => author.get('/v1/trails?q=refund'), 1 + AGAIN);
});

test('saves in two statements', async () => {
  const save = () => author.put(`${path}/document`, readyDocument(), { 'If-Match': '*' });
  await expectStatements(save, 2);
});
