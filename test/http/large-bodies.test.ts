// Large bodies of one workspace take turns in memory, and those of another do not wait for them.
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { largeBodies, roomOf } from '../../src/http/large-bodies.ts';
import { createSession } from '../../src/identity/sessions.ts';
import type { TestTeam } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

const never = new AbortController().signal;
const announced = (bytes: number) => ({ headers: { 'content-length': String(bytes) } });
const LIMIT = 10_000_000;

/** What has found room so far, by name. */
function rooms(mostBytes: number, mostWaiting?: number) {
  const bodies = largeBodies(mostBytes, mostWaiting);
  const inside: string[] = [];
  const refused: string[] = [];
  const come = (name: string, owner: string, request: Parameters<typeof roomOf>[1], signal = never) => {
    const room = roomOf(bodies, request, LIMIT, () => signal);
    void room?.enter(owner).then(
      () => inside.push(name),
      (thrown: unknown) => refused.push(isRefusal(thrown, 'not-ready') ? name : String(thrown)),
    );
    return room;
  };
  return { inside, refused, come };
}

test('what is not large takes no room', () => {
  const bodies = largeBodies();
  expect(roomOf(bodies, announced(400_000), LIMIT, () => never)).toBeUndefined();
  expect(roomOf(bodies, { headers: {} }, LIMIT, () => never)).toBeUndefined();
  expect(roomOf(bodies, announced(LIMIT), 400_000, () => never)).toBeUndefined();
  expect(roomOf(bodies, announced(400_001), LIMIT, () => never)).toBeDefined();
  const chunked = { headers: { 'transfer-encoding': 'chunked' } };
  expect(roomOf(bodies, chunked, LIMIT, () => never)).toBeDefined();
});

test('beyond its room a workspace waits, in the order of arrival, and no other one with it', async () => {
  const { inside, come } = rooms(20_000_000);
  const first = come('first', 'one', announced(LIMIT));
  const second = come('second', 'one', { headers: { 'transfer-encoding': 'chunked' } });
  const third = come('third', 'one', announced(500_000));
  come('fourth', 'one', announced(LIMIT));
  come('of another', 'two', announced(LIMIT));
  await nextTurn();
  expect(inside).toEqual(['first', 'second', 'of another']);
  second?.leave();
  await nextTurn();
  expect(inside.slice(3)).toEqual(['third']);
  first?.leave();
  third?.leave();
  await nextTurn();
  expect(inside.slice(4)).toEqual(['fourth']);
});

test('too many that wait are refused, and who goes away while waiting makes room', async () => {
  const { inside, refused, come } = rooms(LIMIT, 1);
  const leaving = new AbortController();
  const first = come('first', 'one', announced(LIMIT));
  come('second', 'one', announced(LIMIT), leaving.signal);
  come('third', 'one', announced(LIMIT));
  await nextTurn();
  expect([inside, refused]).toEqual([['first'], ['third']]);
  leaving.abort(new Error('gone'));
  come('fourth', 'one', announced(LIMIT));
  await nextTurn();
  first?.leave();
  await nextTurn();
  expect([inside, refused]).toEqual([
    ['first', 'fourth'],
    ['third', 'Error: gone'],
  ]);
});

describe('over HTTP', () => {
  let service: World;
  beforeAll(async () => {
    service = await world();
  });
  afterAll(() => service.close());

  const ARCHIVE = 20 * 1_048_576;
  /** More than the systems on both ends keep of it: it is gone once it is read. */
  const MOST_OF_IT = Buffer.alloc(ARCHIVE - 1);

  /** Sends most of an archive, and never the end. */
  async function unfinished({ team_id, admin }: TestTeam): Promise<{ readonly socket: Socket; isRead: boolean }> {
    const { token } = await service.app.database.inTransaction((tx) =>
      createSession(tx, { team_id, account_id: admin.id, kind: 'cli' }, service.clock()),
    );
    const socket = connect(Number(new URL(service.address).port), '127.0.0.1').on('error', () => undefined);
    const sending = { socket, isRead: false };
    const head = `POST /manage/v1/trails/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
    socket.write(`${head}Content-Type: application/zip\r\nContent-Length: ${ARCHIVE}\r\n\r\n`);
    socket.write(MOST_OF_IT, () => {
      sending.isRead = true;
    });
    return sending;
  }

  test('three archives of a workspace are read at a time; its small requests and another workspace go on', async () => {
    const [team, another] = [await service.team(), await service.team()];
    const sent = await Promise.all(Array.from({ length: 5 }, () => unfinished(team)));
    const read = () => sent.filter(({ isRead }) => isRead);
    await expect.poll(() => read().length, { timeout: 30_000 }).toBe(3);
    const other = await unfinished(another);
    await expect.poll(() => other.isRead, { timeout: 30_000 }).toBe(true);
    expect((await team.author.speaks.post('/v1/trails', { title: 'Small' })).status).toBe(201);
    const [first, ...others] = read();
    expect(others).toHaveLength(2);
    first?.socket.destroy();
    await expect.poll(() => read().length, { timeout: 30_000 }).toBe(4);
    for (const { socket } of [...sent, other]) socket.destroy();
  }, 120_000);
});
