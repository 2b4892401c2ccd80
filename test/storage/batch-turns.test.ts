// Tracks running batches. A batch whose response arrived while this process was busy has ended and is not overdue.
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { batchTurns } from '../../src/storage/batches/batch-turns.ts';
import { answeringThread } from '../support/held-loop.ts';

test('frees a slot when a batch with a response ends, and not before, even if the process was busy', async () => {
  const database = await answeringThread('() => "answer"');
  const socket = connect(database.port, '127.0.0.1');
  await once(socket, 'connect');
  const turns = batchTurns(1, 1);
  const order: string[] = [];
  await database.busyFor(
    300,
    () =>
      new Promise<void>((next) => {
        const batch = once(socket, 'data').then(() => void order.push('ended'));
        socket.write('question');
        turns.take('team', 1, batch, () => {
          order.push('next');
          next();
        });
      }),
  );
  expect([order, turns.mayBegin('team', 1)]).toEqual([['ended', 'next'], true]);
  socket.destroy();
  await database.close();
});
