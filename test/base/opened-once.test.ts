import { expect, test } from 'vitest';
import { openedOnce } from '../../src/base/once.ts';

test('keeps a resource that was opened on first use, for concurrent callers too', async () => {
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
