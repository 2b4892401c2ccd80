// How long a caller waits for a connection, to the server and of the pool: however busy this process is, what came in
// time counts.
import { expect, test } from 'vitest';
import { WaitExceeded, withinWait } from '../../src/storage/server/pool-wait.ts';
import { ServerClient } from '../../src/storage/server/server-client.ts';
import { answeringThread, busyFor } from '../support/held-loop.ts';

/** A server that lets everybody in (AuthenticationOk, ReadyForQuery). */
const WELCOME = String.raw`() => Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1')`;

test('a greeting that came while this process was busy is one', async () => {
  const server = await answeringThread(WELCOME);
  const client = new ServerClient(`postgres://somebody@127.0.0.1:${server.port}/any`, 1_000);
  await server.busyFor(1_100, () => client.connect());
  expect(client.isGone()).toBe(false);
  client.drop();
  await server.close();
});

test('a server that does not greet is given up', async () => {
  const server = await answeringThread(`() => ''`);
  const client = new ServerClient(`postgres://somebody@127.0.0.1:${server.port}/any`, 50);
  await expect(client.connect()).rejects.toThrow('timeout expired');
  expect(client.isGone()).toBe(true);
  await server.close();
});

/** A connection, and whether it went back. */
function connection() {
  const client = {
    isBack: false,
    release() {
      client.isBack = true;
    },
  };
  return client;
}

test('a connection that was free while this process was busy is had', async () => {
  const client = connection();
  const waiting = withinWait(
    200,
    new Promise<typeof client>((free) => setTimeout(() => setImmediate(free, client), 1)),
  );
  busyFor(300);
  expect(await waiting).toBe(client);
  expect(client.isBack).toBe(false);
});

test('who waited too long is told, and the connection that comes later goes back', async () => {
  const client = connection();
  let free = (_: typeof client): void => {};
  const connected = new Promise<typeof client>((done) => {
    free = done;
  });
  await expect(withinWait(10, connected)).rejects.toThrow(WaitExceeded);
  free(client);
  await expect.poll(() => client.isBack).toBe(true);
});

test('a pool that cannot connect says why', async () => {
  await expect(withinWait(10_000, Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});
