// Keeps this process busy while a response arrives. Another thread responds immediately, and this one reads nothing
// until a deadline has passed.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Shared between both threads: whether responses are held back, and how many chunks arrived and got a response. */
const [HELD, ASKED, ANSWERED] = [0, 1, 2];

/** Responds to each chunk with the function's result for its text. */
const ANSWERING = `
  const { createServer } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const state = new Int32Array(workerData.shared);
  const answer = eval(workerData.answer);
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      Atomics.add(state, ${ASKED}, 1);
      Atomics.wait(state, ${HELD}, 1);
      socket.write(answer(String(chunk)), () => {
        Atomics.add(state, ${ANSWERED}, 1);
        Atomics.notify(state, ${ANSWERED});
      });
    });
  });
  parentPort.once('message', () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;

export interface AnsweringThread {
  readonly port: number;
  /**
   * Runs `ask`. Once the request has arrived, blocks until the response is there, and then for another `ms`
   * milliseconds.
   */
  busyFor<Result>(ms: number, ask: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Starts a server in its own thread. `answer` is the source code of a function from received to sent bytes. */
export async function answeringThread(answer: string): Promise<AnsweringThread> {
  const shared = new SharedArrayBuffer(12);
  const state = new Int32Array(shared);
  const thread = new Worker(ANSWERING, { eval: true, workerData: { shared, answer } });
  const [port] = (await once(thread, 'message')) as [number];
  return {
    port,
    async busyFor(ms, ask) {
      const [asked, answered] = [Atomics.load(state, ASKED), Atomics.load(state, ANSWERED)];
      Atomics.store(state, HELD, 1);
      const result = ask();
      result.catch(() => undefined); // The result is awaited below.
      while (Atomics.load(state, ASKED) === asked) await new Promise(setImmediate);
      Atomics.store(state, HELD, 0);
      Atomics.notify(state, HELD);
      Atomics.wait(state, ANSWERED, answered, 10_000);
      busyFor(ms);
      return result;
    },
    async close() {
      thread.postMessage('close');
      await once(thread, 'exit');
    },
  };
}

/** Blocks the process, so that it reads nothing and no timer fires. */
export function busyFor(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}
