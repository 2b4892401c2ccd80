// What a refused upload still sends is read for a while, so that its refusal arrives, and not for ever.
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

test('16 MiB are read; a byte more ends the connection', () => {
  const { send, isCut } = upload();
  for (let sent = 0; sent < 16; sent += 1) send(MEBIBYTE);
  expect(isCut()).toBe(false);
  send(1);
  expect(isCut()).toBe(true);
});

test('a rest that takes five seconds ends it too, one that has ended does not', () => {
  const [slow, quick] = [upload(), upload()];
  quick.end();
  vi.advanceTimersByTime(4_999);
  expect(slow.isCut()).toBe(false);
  vi.advanceTimersByTime(1);
  expect([slow.isCut(), quick.isCut()]).toEqual([true, false]);
});
