import { expect, test } from 'vitest';
import { openedOnce } from '../../src/base/once.ts';

test('opens a resource on first use, only once even for concurrent callers', async () => {
  let count = 0;
  const late = openedOnce(async () => (count += 1));
  expect(await late.opened()).toBeUndefined();
  expect(await Promise.all([late.open(), late.open()])).toEqual([1, 1]);
  expect(await late.open()).toBe(1);
  expect(await late.opened()).toBe(1);
});

test('retries on the next use after opening failed, and then has nothing to close', async () => {
  let isAway = true;
  const late = openedOnce(async () => {
    if (isAway) throw new Error('away');
    return 'open';
  });
  const asked = [late.open(), late.open()];
  const closed = late.opened();
  for (const one of asked) await expect(one).rejects.toThrow('away');
  expect(await closed).toBeUndefined();
  expect(await late.opened()).toBeUndefined();
  isAway = false;
  expect(await late.open()).toBe('open');
});
