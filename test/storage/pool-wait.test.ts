// How long a caller waits for a connection, from the server and from the pool. A response that arrived in time counts,
// however busy this process is.
import { expect, test } from 'vitest';
import { WaitExceeded, withinWait } from '../../src/storage/server/pool-wait.ts';
import { ServerClient } from '../../src/storage/server/server-client.ts';
import { answeringThread, busyFor } from '../support/held-loop.ts';

/** A server that accepts every client (AuthenticationOk, ReadyForQuery). */
const WELCOME = String.raw`() => Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1')`;

test('accepts a greeting that arrived while this process was busy', async () => {
  const server = await answeringThread(WELCOME);
  const client = new ServerClient(`postgres://somebody@127.0.0.1:${server.port}/any`, 1_000);
  await server.busyFor(1_100, () => client.connect());
  expect(client.isGone()).toBe(false);
  client.drop();
  await server.close();
});

test('gives up on a server that sends no greeting', async () => {
  const server = await answeringThread(`() => ''`);
  const client = new ServerClient(`postgres://somebody@127.0.0.1:${server.port}/any`, 50);
  await expect(client.connect()).rejects.toThrow('timeout expired');
  expect(client.isGone()).toBe(true);
  await server.close();
});

/** A connection that records whether it was returned. */
function connection() {
  const client = {
    isBack: false,
    release() {
      client.isBack = true;
    },
  };
  return client;
}

test('uses a connection that became free while this process was busy', async () => {
  const client = connection();
  const waiting = withinWait(
    200,
    new Promise<typeof client>((free) => setTimeout(() => setImmediate(free, client), 1)),
  );
  busyFor(300);
  expect(await waiting).toBe(client);
  expect(client.isBack).toBe(false);
});

test('reports a timeout, and returns the late connection to the pool', async () => {
  const client = connection();
  let free = (_: typeof client): void => {};
  const connected = new Promise<typeof client>((done) => {
    free = done;
  });
  await expect(withinWait(10, connected)).rejects.toThrow(WaitExceeded);
  free(client);
  await expect.poll(() => client.isBack).toBe(true);
});

test('says why the pool cannot connect', async () => {
  await expect(withinWait(10_000, Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});
