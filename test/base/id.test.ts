import { afterEach, expect, test, vi } from 'vitest';
import { newId } from '../../src/base/id.ts';

afterEach(() => vi.useRealTimers());

const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const many = (): string[] => Array.from({ length: 2_000 }, newId);
const momentOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

test('sorts ids by creation time, also within a millisecond and after the clock was set back', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const now = Date.now() + 60_000;
  const ids = [now, now, now - 10_000, now + 1].flatMap((moment) => {
    vi.setSystemTime(moment);
    return many();
  });
  for (const id of ids) expect(id).toMatch(V7);
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids.map(momentOf))).toEqual(new Set([now, now + 1]));
});

test('generates the end of each id at random', () => {
  expect(new Set(many().map((id) => id.slice(-10))).size).toBe(2_000);
});
