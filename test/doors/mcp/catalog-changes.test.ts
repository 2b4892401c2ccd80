// The check of catalogs while clients listen. No check starts after a stop. If the caller of one stream cannot be
// checked, others are still notified.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ChangeReads, catalogChanges } from '../../../src/doors/mcp/catalog-changes.ts';
import { visits } from '../../../src/doors/mcp/skill-source.ts';
import type { Visit } from '../../../src/doors/mcp/visit.ts';

const EVERY_MS = 1_000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Catalogs with the number `numbers.now`, and one listener for each result of `isAdmitted`. */
function listened(isAdmitted: readonly (() => Promise<boolean>)[]) {
  const numbers = { now: 1, mark: 'a', groups: '' };
  let held: Promise<void> | undefined;
  let looks = 0;
  const reads: ChangeReads = {
    async positions(ids) {
      looks += 1;
      await held;
      return new Map(ids.map((id) => [id, { seq: numbers.now, mark: numbers.mark }]));
    },
    groupMarks: async (teamId, ids) => new Map(ids.map((id) => [id, teamId === 'c0' ? numbers.groups : ''])),
    isEditor: async () => numbers.groups === 'editors',
  };
  const changes = catalogChanges(reads, EVERY_MS);
  const told = isAdmitted.map(() => 0);
  const ended = isAdmitted.map(() => false);
  isAdmitted.forEach((judge, at) => {
    const caller = {
      catalog: { catalog_id: `c${at}`, team_id: `c${at}` },
      person: { account_id: `p${at}` },
      allowed: new Set(),
      counted_as: `k${at}`,
    };
    const end = (): void => {
      ended[at] = true;
    };
    const listening = { isAdmitted: judge, end };
    visits.run({ call: { caller }, failure: undefined, listening } as unknown as Visit, () =>
      changes.bus.subscribe(() => {
        told[at] = (told[at] ?? 0) + 1;
      }),
    );
  });
  const hold = (): (() => void) => {
    let release = (): void => {};
    held = new Promise((done) => {
      release = done;
    });
    return release;
  };
  return { changes, numbers, told, ended, hold, looks: () => looks };
}

const YES = () => Promise.resolve(true);

test('reports a change at the next check, and stops checking on stop, including a pending check', async () => {
  const { changes, numbers, told, hold, looks } = listened([YES]);
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  numbers.now = 2;
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect([looks(), told]).toEqual([3, [2]]);
  const release = hold();
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect(looks()).toBe(4);
  changes.stop();
  release();
  await vi.advanceTimersByTimeAsync(5 * EVERY_MS);
  expect([looks(), vi.getTimerCount()]).toEqual([4, 0]);
});

test('reports a catalog that returns to the same number by another step', async () => {
  const { numbers, told } = listened([YES]);
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  numbers.mark = 'b';
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect(told).toEqual([2]);
});

test('starts no checks for a listener after a stop', async () => {
  const { changes } = listened([]);
  changes.stop();
  const caller = { catalog: { catalog_id: 'c' }, counted_as: 'k' };
  const listening = { isAdmitted: YES, end: () => undefined };
  visits.run({ call: { caller }, failure: undefined, listening } as unknown as Visit, () =>
    changes.bus.subscribe(() => undefined),
  );
  expect(vi.getTimerCount()).toBe(0);
});

test('disconnects a listener who lost access, and notifies the others even if one cannot be checked', async () => {
  const { numbers, told, ended } = listened([
    YES,
    () => Promise.reject(new Error('a fault of ours')),
    () => Promise.resolve(false),
  ]);
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  numbers.now = 2;
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect([told, ended]).toEqual([
    [2, 2, 0],
    [false, false, true],
  ]);
});

test('gives a workspace half of the streams while no other one listens, and leaves space for others', () => {
  const { changes } = listened([]);
  const callerOf = (catalog_id: string, id: string) => ({ catalog: { catalog_id }, counted_as: id }) as never;
  const open = (catalog: string, credential: string): void => {
    const call = { caller: callerOf(catalog, credential) };
    const listening = { isAdmitted: YES, end: () => undefined };
    visits.run({ call, failure: undefined, listening } as unknown as Visit, () =>
      changes.bus.subscribe(() => undefined),
    );
  };
  const room = () => ['ours', 'next door'].map((catalog) => changes.hasRoom(callerOf(catalog, 'one more')));
  for (let n = 0; n < 999; n++) open('ours', `k${n % 100}`);
  expect(room()).toEqual([true, true]);
  open('ours', 'k99');
  expect(room()).toEqual([false, true]);
  changes.stop();
});

test('reports a change of groups only to its person, and other tools only if the person edits trails since then', async () => {
  const { changes, numbers, told } = listened([YES, YES]);
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  numbers.groups = 'sales';
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect(told).toEqual([2, 0]);
  numbers.groups = 'editors';
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect(told).toEqual([5, 0]);
  changes.stop();
});
