// A stream of events whose client no longer reads it: how much waits at most, and when the source is let go.
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { eventStream } from '../../../src/doors/mcp/event-stream.ts';

// One that does not end is waited for no longer.
vi.setConfig({ testTimeout: 10_000 });

/** A source that goes on for ever, or fails, after these parts; and whether it was let go. */
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

/** Long enough for every part that is there to have passed. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await turn();
}

test('it ends with its source, and has all of it', async () => {
  expect(await text(eventStream(sourceOf([3, 2], 'ends').source, []))).toBe('aaaaa');
});

test.each([
  [[65_536], false],
  [[65_537], true],
  [[65_535, 1], false],
  [[65_535, 1, 1], true],
])('of bytes that nobody reads %j wait; too many: %s', async (parts, isTooMuch) => {
  const { source, isLetGo } = sourceOf(parts);
  const stream = eventStream(source, []);
  await settled();
  expect([stream.destroyed, isLetGo()]).toEqual([isTooMuch, isTooMuch]);
  stream.destroy();
});

test.each(['before', 'while'])('a signal that says so %s it runs ends it', async (when) => {
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

test('a caller who is gone lets the source go', async () => {
  const { source, isLetGo } = sourceOf([1]);
  const stream = eventStream(source, []);
  stream.destroy();
  await settled();
  expect(isLetGo()).toBe(true);
});

test('a source that fails breaks it off', async () => {
  await expect(text(eventStream(sourceOf([], 'fails').source, []))).rejects.toThrow('cut');
});
