// Works that arrive together share a statement; a statement that breaks is nobody's fault but of the work that breaks
// alone.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { refuse } from '../../src/base/refusal.ts';
import { coalescedWrites } from '../../src/storage/batches/coalesced-writes.ts';
import { answeringThread } from '../support/held-loop.ts';

/** Doubles numbers; the negative ones break a statement. `asked` has each statement's works. */
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

test('works of one moment share statements of a bounded size, each with its own outcome, and two run side by side', async () => {
  const { asked, writes } = doubling();
  const numbers = Array.from({ length: 40 }, (_, n) => n);
  expect(await Promise.all(numbers.map((n) => writes.run('a', n)))).toEqual(numbers.map((n) => n * 2));
  expect(asked.flat()).toEqual(numbers);
  expect(asked.map(({ length }) => length)).toEqual([12, 12, 12, 4]);
});

test('works of two keys share nothing', async () => {
  const { asked, writes } = doubling();
  await Promise.all([writes.run('a', 1), writes.run('b', 2), writes.run('a', 3)]);
  expect(asked).toEqual([[1, 3], [2]]);
});

test('one that breaks the statement breaks alone', async () => {
  const { asked, writes } = doubling();
  const ended = await Promise.allSettled([1, -2, 3].map((n) => writes.run('a', n)));
  expect(ended.map((end) => (end.status === 'fulfilled' ? end.value : (end.reason as Error).message))).toEqual([
    2,
    '-2 breaks it',
    6,
  ]);
  expect(asked).toEqual([[1, -2, 3], [1], [-2], [3]]);
});

test('a database that does not answer is not asked again by each', async () => {
  let statements = 0;
  const writes = coalescedWrites<number, number>(async () => {
    statements += 1;
    throw refuse('not-ready', 'Later.');
  });
  const ended = await Promise.allSettled([1, 2, 3].map((n) => writes.run('a', n)));
  expect([ended.map(({ status }) => status), statements]).toEqual([['rejected', 'rejected', 'rejected'], 1]);
});

test('statements on connections that fell silent keep their own callers waiting and nobody else', async () => {
  const writes = coalescedWrites<string, string>((works) =>
    works.includes('silent') ? new Promise(() => undefined) : Promise.resolve(works),
  );
  void writes.run('a', 'silent');
  await turn();
  void writes.run('a', 'silent');
  await turn();
  expect(await writes.run('a', 'served')).toBe('served');
});

test('a statement that was answered while this process was busy is not taken for silent', async () => {
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
