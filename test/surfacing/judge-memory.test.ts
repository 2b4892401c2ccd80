// How much memory the embedded judge may take where nobody says.
import { expect, test } from 'vitest';
import { memoryShares, usualJudgeMb } from '../../src/surfacing/judge-memory.ts';

const GB = 1_073_741_824;

test.each([
  ['a small container', 1, GB / 2, 128],
  ['a machine', 1, 8 * GB, 2_048],
  ['a large one', 1, 256 * GB, 4_096],
  ['workers, which share it', 4, 8 * GB, 512],
  ['many workers in little', 16, 2 * GB, 64],
])('%s: a quarter of what there is, 64 to 4,096 MB a process', (_, workers, memory, megabytes) => {
  expect(usualJudgeMb(workers, memory)).toBe(megabytes);
});

test('of this machine, too, it is some', () => {
  expect(usualJudgeMb(1)).toBeGreaterThanOrEqual(64);
  expect(usualJudgeMb(1)).toBeLessThanOrEqual(4_096);
});

test('catalogs and what was compared of them share all of it', () => {
  expect(memoryShares(101)).toEqual({ catalogBytes: 76, readingBytes: 25 });
});
