import { expect, test } from 'vitest';
import { boundedCache } from '../../src/base/bounded-cache.ts';

test('keeps the most recently used values, up to its limit', () => {
  const cache = boundedCache<string>(3);
  for (const key of ['a', 'b', 'c']) cache.set(key, key.toUpperCase());
  expect([...cache.keys()].sort()).toEqual(['a', 'b', 'c']);
  expect(cache.get('a')).toBe('A');
  cache.set('d', 'D');
  cache.set('d', 'again');
  expect([...cache.keys()].sort()).toEqual(['a', 'c', 'd']);
  expect(cache.get('d')).toBe('again');
});
