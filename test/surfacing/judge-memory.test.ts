// The default memory limit of the embedded judge.
import { expect, test } from 'vitest';
import { memoryShares, usualJudgeMb } from '../../src/surfacing/judge-memory.ts';

const GB = 1_073_741_824;

test.each([
  ['a small container', 1, GB / 2, 128],
  ['a machine', 1, 8 * GB, 2_048],
  ['a large machine', 1, 256 * GB, 4_096],
  ['workers that share it', 4, 8 * GB, 512],
  ['many workers with little memory', 16, 2 * GB, 64],
])('uses a quarter of the memory, 64 to 4,096 MB per process: %s', (_, workers, memory, megabytes) => {
  expect(usualJudgeMb(workers, memory)).toBe(megabytes);
});

test('uses at least some memory on this machine', () => {
  expect(usualJudgeMb(1)).toBeGreaterThanOrEqual(64);
  expect(usualJudgeMb(1)).toBeLessThanOrEqual(4_096);
});

test('divides all of it between catalogs and their cached comparisons', () => {
  expect(memoryShares(101)).toEqual({ catalogBytes: 76, readingBytes: 25 });
});
