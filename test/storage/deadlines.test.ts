// A deadline is about the database, and not about how busy this process is.
import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import { within } from '../../src/storage/deadlines.ts';
import { DeadlineExceeded } from '../../src/storage/failures.ts';

/** Answers whatever it is asked at once, and says in `answered` that it has. */
const ANSWERING = `
  const { createServer } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const answered = new Int32Array(workerData);
  const server = createServer((socket) => {
    socket.on('data', () => socket.write('answer', () => {
      Atomics.store(answered, 0, 1);
      Atomics.notify(answered, 0);
    }));
    socket.on('close', () => server.close());
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;

test('an answer that came in time is one, however long this process was busy with something else', async () => {
  const shared = new SharedArrayBuffer(4);
  const server = new Worker(ANSWERING, { eval: true, workerData: shared });
  const [port] = (await once(server, 'message')) as [number];
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const giveUp = vi.fn();
  const answer = within(1, 'a statement', giveUp, async () => {
    socket.write('question');
    return String((await once(socket, 'data'))[0]);
  });
  Atomics.wait(new Int32Array(shared), 0, 0);
  for (const end = performance.now() + 20; performance.now() < end; );
  expect(await answer).toBe('answer');
  expect(giveUp).not.toHaveBeenCalled();
  socket.destroy();
  await once(server, 'exit');
});

test('work that takes longer is given up, and told as such', async () => {
  const giveUp = vi.fn();
  const late = within(1, 'a statement', giveUp, () => new Promise(() => {}));
  await expect(late).rejects.toThrow(DeadlineExceeded);
  await expect(late).rejects.toThrow('a statement took longer than 0.001 s');
  expect(giveUp).toHaveBeenCalledOnce();
});
