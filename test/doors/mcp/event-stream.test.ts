// An event stream whose client stops reading: how much is buffered, and when the source is released.
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { eventStream } from '../../../src/doors/mcp/event-stream.ts';

// A stream that does not end times out.
vi.setConfig({ testTimeout: 10_000 });

/** A source that continues forever or fails after these chunks, and records whether it was released. */
function sourceOf(parts: readonly number[], then: 'waits' | 'ends' | 'fails' = 'waits') {
  let isLetGo = false;
  const source = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const bytes of parts) controller.enqueue(new Uint8Array(bytes).fill(0x61));
      if (then === 'ends') controller.close();
      if (then === 'fails') controller.error(new Error('cut'));
    },
    cancel: () => {
      isLetGo = true;
    },
  });
  return { source, isLetGo: () => isLetGo };
}

/** Long enough for all available chunks to be sent. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await turn();
}

test('ends with its source, and contains all of it', async () => {
  expect(await text(eventStream(sourceOf([3, 2], 'ends').source, []))).toBe('aaaaa');
});

test.each([
  [[65_536], false],
  [[65_537], true],
  [[65_535, 1], false],
  [[65_535, 1, 1], true],
])('buffers unread bytes (%j), and treats them as too many: %s', async (parts, isTooMuch) => {
  const { source, isLetGo } = sourceOf(parts);
  const stream = eventStream(source, []);
  await settled();
  expect([stream.destroyed, isLetGo()]).toEqual([isTooMuch, isTooMuch]);
  stream.destroy();
});

test.each(['before', 'while'])('ends if its signal aborts %s it runs', async (when) => {
  const { source, isLetGo } = sourceOf([]);
  const [other, ends] = [new AbortController(), new AbortController()];
  if (when === 'before') ends.abort();
  const stream = eventStream(source, [other.signal, ends.signal]);
  await settled();
  expect(isLetGo()).toBe(when === 'before');
  ends.abort();
  expect(await text(stream)).toBe('');
  expect(isLetGo()).toBe(true);
});

test('releases its source when the caller disconnects', async () => {
  const { source, isLetGo } = sourceOf([1]);
  const stream = eventStream(source, []);
  stream.destroy();
  await settled();
  expect(isLetGo()).toBe(true);
});

test('breaks off when its source fails', async () => {
  await expect(text(eventStream(sourceOf([], 'fails').source, []))).rejects.toThrow('cut');
});
