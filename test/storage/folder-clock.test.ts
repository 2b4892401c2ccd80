import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderClock, latestWrite } from '../../src/storage/embedded/folder-clock.ts';
import { forwardClock } from '../../src/storage/embedded/forward-clock.mjs';
import { memoryFolder } from '../support/temporary-folder.ts';

/** Replaces the generator of ids, which other test files in this process also use. */
let floor = 0;
const noteFloor = (moment: number): void => {
  floor = moment;
};

test('never runs backwards, and waits for a clock that was set back while it runs', () => {
  let [machine, steady] = [1_000_000, 0];
  const pass = (ms: number): void => {
    machine += ms;
    steady += ms;
  };
  const now = forwardClock(
    0,
    () => machine,
    () => steady,
  );
  expect(now()).toBe(1_000_000);
  pass(10);
  expect(now()).toBe(1_000_010);
  machine -= 1_000;
  expect(now()).toBe(1_000_010);
  pass(100);
  expect(now()).toBe(1_000_100);
  // After ten times the difference, both clocks agree again.
  pass(10_000);
  expect(now()).toBe(machine);
});

test('counts fractions of a millisecond between frequent calls', () => {
  let steady = 0;
  const now = forwardClock(
    5_000,
    () => 0,
    () => steady,
  );
  for (let call = 0; call < 1_000; call += 1) {
    steady += 0.1;
    now();
  }
  expect(now()).toBeGreaterThan(5_085);
});

test('records a write once a second, and continues from there', async () => {
  const folder = memoryFolder('clock');
  const file = join(folder, 'latest-write');
  const clock = folderClock(folder, noteFloor);
  const before = Date.now();
  clock.noteWrite();
  clock.noteWrite();
  await expect.poll(() => latestWrite(folder)).toBeGreaterThan(before);
  expect(clock.aheadMs()).toBe(0);
  const later = Date.now() + 3_600_000;
  writeFileSync(file, String(later));
  expect(folderClock(folder, noteFloor).aheadMs()).toBeGreaterThan(3_500_000);
  expect(floor).toBe(later);
});

test.each(['', 'x', '-1', '1e99', '9'.repeat(40)])('ignores the damaged record %j', (text) => {
  const folder = memoryFolder('clock');
  writeFileSync(join(folder, 'latest-write'), text);
  expect(latestWrite(folder)).toBe(0);
  expect(folderClock(folder, noteFloor).aheadMs()).toBe(0);
  expect(readFileSync(join(folder, 'latest-write'), 'utf8')).toBe(text);
});
