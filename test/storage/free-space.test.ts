// The embedded database refuses changes when its disk is nearly full.
import promises from 'node:fs/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requiringSpace } from '../../src/storage/embedded/free-space.ts';
import { inPlaceOf } from '../support/in-place-of.ts';

const BLOCK = 4_096;
const LEAST_BLOCKS = (48 * 1_024 * 1_024) / BLOCK;
let statfs: () => Promise<unknown>;
let looks = 0;
let putBack = (): void => undefined;
beforeEach(() => {
  looks = 0;
  vi.useFakeTimers({ toFake: ['performance'] });
  putBack = inPlaceOf(promises, 'statfs', (() => {
    looks += 1;
    return statfs();
  }) as typeof promises.statfs);
});
afterEach(() => {
  putBack();
  vi.useRealTimers();
});
const leave = (bavail: number): void => {
  statfs = async () => ({ bavail, bsize: BLOCK });
};

test('refuses changes below 48 MB of free space, and accepts them once there is more', async () => {
  const require = requiringSpace('/data');
  leave(LEAST_BLOCKS - 1);
  await expect(require()).rejects.toMatchObject({
    slug: 'not-ready',
    cause: { message: expect.stringContaining('/data has 47 MB left, and changes require at least 48 MB') },
  });
  leave(LEAST_BLOCKS);
  vi.advanceTimersByTime(201);
  await require();
});

test('checks the disk at most five times a second', async () => {
  const require = requiringSpace('/data');
  leave(LEAST_BLOCKS);
  await Promise.all([require(), require()]);
  leave(0);
  vi.advanceTimersByTime(200);
  await require();
  expect(looks).toBe(1);
  vi.advanceTimersByTime(1);
  await expect(require()).rejects.toMatchObject({ slug: 'not-ready' });
  await expect(require()).rejects.toMatchObject({ slug: 'not-ready' });
  expect(looks).toBe(2);
});

test('assumes that there is space if a file system does not report it', async () => {
  statfs = () => Promise.reject(new Error('ENOSYS'));
  await requiringSpace('/data')();
  expect(looks).toBe(1);
});
