// The rest of a refused upload is read for a while, so that the response arrives, but not forever.
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drain } from '../../src/http/bodies/drain.ts';

const MEBIBYTE = 1_048_576;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function upload() {
  const request = Object.assign(new EventEmitter(), { resume: vi.fn(), socket: { destroy: vi.fn() } });
  drain(request as unknown as IncomingMessage);
  expect(request.resume).toHaveBeenCalledOnce();
  return {
    send: (bytes: number) => request.emit('data', Buffer.alloc(bytes)),
    end: () => request.emit('end'),
    isCut: () => request.socket.destroy.mock.calls.length > 0,
  };
}

test('reads 16 MiB, and closes the connection at one byte more', () => {
  const { send, isCut } = upload();
  for (let sent = 0; sent < 16; sent += 1) send(MEBIBYTE);
  expect(isCut()).toBe(false);
  send(1);
  expect(isCut()).toBe(true);
});

test('closes the connection after five seconds, unless the upload has ended', () => {
  const [slow, quick] = [upload(), upload()];
  quick.end();
  vi.advanceTimersByTime(4_999);
  expect(slow.isCut()).toBe(false);
  vi.advanceTimersByTime(1);
  expect([slow.isCut(), quick.isCut()]).toEqual([true, false]);
});
