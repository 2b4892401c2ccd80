import { expect, test } from 'vitest';
import { requestIds } from '../../src/http/server/request-id.ts';

const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test.each(['a', 'A.b_c-9', 'x'.repeat(128)])('keeps the well-formed id %j', (id) => {
  expect(requestIds()(id)).toBe(id);
});

test.each([undefined, '', 'x'.repeat(129), 'two words', 'a\nb', 'ä', ['a'], ['a', 'b']])('replaces %j', (id) => {
  expect(requestIds()(id)).toMatch(V7);
});

test('generates distinct ids, even across batches of random bytes', () => {
  const next = requestIds();
  const ids = Array.from({ length: 1_000 }, () => next(undefined));
  for (const id of ids) expect(id).toMatch(V7);
  expect(new Set(ids).size).toBe(1_000);
  // Compares only the random parts, because a counter already separates ids of the same millisecond.
  expect(new Set(ids.map((id) => id.slice(-8))).size).toBe(1_000);
});
