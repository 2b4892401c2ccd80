// A bucket accepts requests and does not respond, or stops in the middle of an object. The caller gets an error instead
// of waiting forever.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, it, vi } from 'vitest';
import { openS3Blobs } from '../../src/assets/s3-blobs.ts';
import { DeadlineExceeded } from '../../src/base/deadline.ts';

const KEY = `${'a'.repeat(64)}.png`;
const SILENCE_MS = 50;
const closing: (() => void)[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0)) close();
});

/** Blobs in a bucket that responds to every request with exactly these bytes. `sockets` are its connections. */
async function bucketThatSays(bytes: string, silenceMs?: number) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.once('data', () => socket.write(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  return { blobs: openS3Blobs('s3://images', { silenceMs }), sockets };
}

it('times out on any request if the bucket is silent', async () => {
  const { blobs, sockets } = await bucketThatSays('', SILENCE_MS);
  const asked = [
    blobs.put(KEY, Buffer.from('image'), 'image/png'),
    blobs.find(KEY),
    blobs.has(KEY),
    blobs.delete(KEY),
    (async () => {
      for await (const _ of blobs.list());
    })(),
  ];
  for (const { status, reason } of (await Promise.allSettled(asked)) as PromiseRejectedResult[])
    expect([status, reason]).toEqual(['rejected', expect.any(DeadlineExceeded)]);
  await expect(blobs.check()).rejects.toThrow(/the bucket images cannot be listed: .*took longer/);
  await expect.poll(() => sockets.size).toBe(0);
});

const HALF = 'HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: 8\r\n\r\nhalf';

it('times out on an object that stops halfway', async () => {
  const { blobs, sockets } = await bucketThatSays(HALF, SILENCE_MS);
  const read = async () => buffer((await blobs.find(KEY))?.stream ?? Readable.from([]));
  await expect(read()).rejects.toThrow(DeadlineExceeded);
  await expect.poll(() => sockets.size).toBe(0);
});

it('closes the connection of an unread object', async () => {
  const { blobs, sockets } = await bucketThatSays(HALF);
  (await blobs.find(KEY))?.stream.destroy();
  await expect.poll(() => sockets.size).toBe(0);
});
