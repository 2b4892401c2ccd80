// Large bodies of one workspace take turns in memory, without delaying another workspace.
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { largeBodies, roomOf } from '../../src/http/bodies/large-bodies.ts';
import { createSession } from '../../src/identity/sessions.ts';
import type { TestTeam } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

const never = new AbortController().signal;
const announced = (bytes: number) => ({ headers: { 'content-length': String(bytes) } });
const LIMIT = 10_000_000;

/** The names that have been admitted so far. */
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

test('admits small bodies without counting them', () => {
  const bodies = largeBodies();
  expect(roomOf(bodies, announced(131_071), LIMIT, () => never)).toBeUndefined();
  expect(roomOf(bodies, { headers: {} }, LIMIT, () => never)).toBeUndefined();
  expect(roomOf(bodies, announced(LIMIT), 131_071, () => never)).toBeUndefined();
  expect(roomOf(bodies, announced(131_072), LIMIT, () => never)).toBeDefined();
  const chunked = { headers: { 'transfer-encoding': 'chunked' } };
  expect(roomOf(bodies, chunked, LIMIT, () => never)).toBeDefined();
});

test("queues a workspace's excess bodies in order of arrival, without delaying others", async () => {
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

test('refuses a body if too many are waiting, and frees the place of a caller who disconnects', async () => {
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

describe('JSON in large bodies', () => {
  const bodies = largeBodies();
  const room = () => roomOf(bodies, announced(LIMIT), LIMIT, () => never) ?? expect.fail('It is large.');
  const text = (value: unknown) => Buffer.from(JSON.stringify(value));
  const numbers = (count: number) => text(Array.from({ length: count }, (_, index) => index));
  /** Needs more memory when it is parsed than is left next to another one. */
  const heavy = text(Array.from({ length: 350_000 }, () => []));
  /** Resolves once everything that can be parsed was parsed. */
  const atRest = async (): Promise<void> => {
    await room().parse('an owner of its own', numbers(300_000));
    await nextTurn();
  };

  test("is parsed one text at a time per workspace, while another workspace's text is parsed too", async () => {
    const ended: string[] = [];
    const parse = (name: string, owner: string, count: number) =>
      room()
        .parse(owner, numbers(count))
        .then((value) => ended.push(`${name} ${Array.isArray(value) && value.length === count}`));
    await Promise.all([
      parse('long', 'one', 400_000),
      parse('short', 'one', 30_000),
      parse('of another', 'two', 30_000),
    ]);
    expect(ended).toEqual(['of another true', 'long true', 'short true']);
  });

  test('counts until the response was sent, and not at all if it cannot be parsed', async () => {
    const ended: string[] = [];
    const [first, second] = [room(), room()];
    await first.parse('one', heavy);
    // Simulates a caller whose request is authorized again, which releases the earlier value.
    await first.parse('one', heavy);
    void second.parse('one', heavy).then(() => ended.push('second'));
    await atRest();
    expect(ended).toEqual([]);
    first.leave();
    await expect.poll(() => ended).toEqual(['second']);
    second.leave();
    await expect(room().parse('one', text('x').subarray(1))).rejects.toThrow('not valid JSON');
    await room().parse('one', heavy);
  });

  test('is not counted for a caller who disconnected before it was parsed', async () => {
    const [left, next] = [room(), room()];
    const parsing = left.parse('one left', heavy);
    left.leave();
    await parsing;
    await next.parse('one left', heavy);
    next.leave();
  });
});

describe('over HTTP', () => {
  let service: World;
  beforeAll(async () => {
    service = await world();
  });
  afterAll(() => service.close());

  const ARCHIVE = 20 * 1_048_576;
  /** More than the operating system's buffers can hold, so once all of it is sent, the service has read it. */
  const MOST_OF_IT = Buffer.alloc(ARCHIVE - 1);

  /** Sends most of an archive, but never its end. */
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

  test('reads three archives of a workspace at a time, and serves its small requests and other workspaces', async () => {
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
