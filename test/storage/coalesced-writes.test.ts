// Concurrent writes share a statement. If one of them breaks it, only that one fails.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { refuse } from '../../src/base/refusal.ts';
import { coalescedWrites } from '../../src/storage/batches/coalesced-writes.ts';
import { answeringThread } from '../support/held-loop.ts';

/** Writes double numbers, and a negative number breaks its statement. `asked` records the writes per statement. */
function doubling() {
  const asked: number[][] = [];
  const writes = coalescedWrites<number, number>(async (works) => {
    asked.push([...works]);
    await turn();
    const bad = works.find((work) => work < 0);
    if (bad !== undefined) throw new Error(`${bad} breaks it`);
    return works.map((work) => work * 2);
  });
  return { asked, writes };
}

test('combines concurrent writes into statements of a limited size, two at a time, each write with its own result', async () => {
  const { asked, writes } = doubling();
  const numbers = Array.from({ length: 40 }, (_, n) => n);
  expect(await Promise.all(numbers.map((n) => writes.run('a', n)))).toEqual(numbers.map((n) => n * 2));
  expect(asked.flat()).toEqual(numbers);
  expect(asked.map(({ length }) => length)).toEqual([12, 12, 12, 4]);
});

test('starts a second statement only for as many writes as the running one has', async () => {
  const asked: string[][] = [];
  const ends: (() => void)[] = [];
  const writes = coalescedWrites<string, string>(async (works) => {
    asked.push([...works]);
    await new Promise<void>((end) => ends.push(end));
    return works;
  });
  const run = async (...works: readonly string[]): Promise<void> => {
    for (const work of works) void writes.run('a', work);
    await turn();
  };
  await run('1', '2');
  await run('3');
  expect(asked).toEqual([['1', '2']]);
  await run('4');
  expect(asked).toEqual([
    ['1', '2'],
    ['3', '4'],
  ]);
  await run('5', '6', '7', '8', '9');
  expect(asked).toHaveLength(2);
  ends[0]?.();
  await expect.poll(() => asked[2]).toEqual(['5', '6', '7', '8', '9']);
});

test('combines nothing between two keys', async () => {
  const { asked, writes } = doubling();
  await Promise.all([writes.run('a', 1), writes.run('b', 2), writes.run('a', 3)]);
  expect(asked).toEqual([[1, 3], [2]]);
});

test('fails only the write that breaks the statement', async () => {
  const { asked, writes } = doubling();
  const ended = await Promise.allSettled([1, -2, 3].map((n) => writes.run('a', n)));
  expect(ended.map((end) => (end.status === 'fulfilled' ? end.value : (end.reason as Error).message))).toEqual([
    2,
    '-2 breaks it',
    6,
  ]);
  expect(asked).toEqual([[1, -2, 3], [1], [-2], [3]]);
});

test('does not retry each write alone if the database is unreachable', async () => {
  let statements = 0;
  const writes = coalescedWrites<number, number>(async () => {
    statements += 1;
    throw refuse('not-ready', 'Later.');
  });
  const ended = await Promise.allSettled([1, 2, 3].map((n) => writes.run('a', n)));
  expect([ended.map(({ status }) => status), statements]).toEqual([['rejected', 'rejected', 'rejected'], 1]);
});

test('delays only the callers of statements on silent connections', async () => {
  const writes = coalescedWrites<string, string>((works) =>
    works.includes('silent') ? new Promise(() => undefined) : Promise.resolve(works),
  );
  void writes.run('a', 'silent');
  await turn();
  void writes.run('a', 'silent');
  await turn();
  expect(await writes.run('a', 'served')).toBe('served');
});

test('does not treat a statement as silent if the response arrived while this process was busy', async () => {
  const database = await answeringThread('() => "answer"');
  const socket = connect(database.port, '127.0.0.1');
  await once(socket, 'connect');
  const order: string[] = [];
  const writes = coalescedWrites<string, string>(async (works) => {
    order.push(`${works} begins`);
    if (!works.includes('third')) await once(socket, 'data');
    order.push(`${works} ends`);
    return works;
  });
  const all = database.busyFor(300, async () => {
    const asked: Promise<string>[] = [];
    for (const work of ['first', 'second', 'third']) {
      asked.push(writes.run('a', work));
      await turn();
    }
    socket.write('question');
    return Promise.all(asked);
  });
  expect(await all).toEqual(['first', 'second', 'third']);
  expect(order).toEqual(['first begins', 'second begins', 'first ends', 'second ends', 'third begins', 'third ends']);
  socket.destroy();
  await database.close();
});
