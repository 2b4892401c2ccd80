// What a request costs: how many statements the database is asked, of a caller who is remembered.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Speaker } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';

let service: World;
let author: Speaker;
let path: string;
beforeAll(async () => {
  service = await world();
  author = (await service.team()).publisher.speaks;
  const made = await author.post<{ id: string }>('/v1/trails', { document: readyDocument() });
  path = `/v1/trails/${made.body.id}`;
});
afterAll(() => service.close());
afterEach(() => vi.restoreAllMocks());

/** The number of statements that the work led to. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  await work(); // The caller is remembered now, and the use of the key is noted.
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  return asked.mock.calls.length;
}

test.each([
  ['a trail', () => author.get(path)],
  ['a trail that the caller holds', () => author.get(path, { 'If-None-Match': '*' })],
  ['its document', () => author.get(`${path}/document`)],
  ['a page of the list', () => author.get('/v1/trails')],
  ['a page of one status', () => author.get('/v1/trails?status=draft&limit=5')],
  ['who the caller is', () => author.get('/v1/me')],
])('%s is one statement, the look at the caller included', async (_what, work) => {
  expect(await statementsOf(work)).toBe(1);
});

test('a search is one statement, and one beside it for the look at the caller', async () => {
  expect(await statementsOf(() => author.get('/v1/trails?q=refund'))).toBe(2);
});

test('a save is two statements', async () => {
  const save = () => author.put(`${path}/document`, readyDocument(), { 'If-Match': '*' });
  expect(await statementsOf(save)).toBe(2);
});
