// Background work runs without overlap, repeats after each run, and stops once pending work is done, unless that hangs.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeatWork, stopAll } from '../../src/background/repeated-work.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('starts the next run one interval after the end of the last, and stops after a pending run', async () => {
  let begun = 0;
  let end = (): void => {};
  const repeated = repeatWork(
    () => 1_000,
    () => {
      begun += 1;
      return new Promise<void>((done) => {
        end = done;
      });
    },
  );
  await vi.advanceTimersByTimeAsync(999);
  expect(begun).toBe(0);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(begun).toBe(1);
  end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toBe(2);
  let isStopped = false;
  const stopped = repeated.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isStopped).toBe(false);
  end();
  await stopped;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(begun).toBe(2);
});

test('stops all jobs together, and abandons a hung one after a timeout', async () => {
  let end = (): void => {};
  const slow = { stop: () => new Promise<void>((done) => (end = done)) };
  const quick = { stop: async () => undefined };
  const hangs = { stop: () => new Promise<void>(() => undefined) };
  const stopped = stopAll([slow, quick], 1_000);
  end();
  expect(await stopped).toBe(true);
  let answer: boolean | undefined;
  void stopAll([quick, hangs], 1_000).then((isOver) => (answer = isOver));
  await vi.advanceTimersByTimeAsync(999);
  expect(answer).toBe(undefined);
  await vi.advanceTimersByTimeAsync(10);
  expect(answer).toBe(false);
  await expect(stopAll([{ stop: () => Promise.reject(new Error('broken')) }], 1_000)).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
});
