// When the dispatcher checks for work, and how it stops. Only the test advances its clock.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../src/base/id.ts';
import type { Egress } from '../../src/egress/egress-request.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { insertEvents } from '../../src/webhooks/delivery-store.ts';
import { type Dispatcher, startDispatcher } from '../../src/webhooks/dispatch.ts';
import { startPolling } from '../../src/webhooks/polling.ts';
import { insertWebhook } from '../../src/webhooks/webhook-store.ts';
import { freshTeam } from '../directory/support.ts';
import { openTestDatabase } from '../support/database.ts';
import { at, eventRow } from './alike-queues.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const NOW = Date.parse(at(1_000));
const sealer = { seal: (text: string) => text, open: () => 'whsec_AAAA' };

let looks: number;
/** The dispatcher's pending statements and transactions. */
let asked: number;
let isReady: boolean;
let isLost: boolean;
let failures: unknown[];
let cuts: number;
let answer: (() => void) | undefined;
let dispatcher: Dispatcher;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [looks, asked, isReady, isLost, failures, cuts, answer] = [0, 0, true, false, [], 0, undefined];
  const watched: Database = {
    ...database,
    row: (statement) => {
      looks += 1;
      return counted(isLost ? Promise.reject(new Error('lost')) : database.row(statement));
    },
    rows: (statement) => counted(database.rows(statement)),
    inTransaction: (work, options) => counted(database.inTransaction(work, options)),
  };
  const egress: Egress = {
    fetch: () =>
      new Promise((done) => {
        answer = () => done(new Response(null));
      }),
    cut: () => {
      cuts += 1;
      answer?.();
    },
    close: async () => undefined,
  };
  const deps = { database: watched, egress, sealer, clock: () => NOW, onAttempt: () => undefined };
  dispatcher = startDispatcher({ ...deps, onFailure: (thrown) => failures.push(thrown) }, () => isReady);
});
afterEach(async () => {
  const stopped = dispatcher.stop(0);
  vi.advanceTimersByTime(1);
  await stopped;
  vi.useRealTimers();
});

/** Lets pending work continue until the condition is true. */
async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + 20_000;
  while (!isSo() && performance.now() < end) await new Promise(setImmediate);
  expect(isSo()).toBe(true);
}
function counted<Result>(asking: Promise<Result>): Promise<Result> {
  asked += 1;
  return asking.finally(() => {
    asked -= 1;
  });
}
/** Advances the time, and completes any check that starts. Database drivers have separate timers. */
async function pass(milliseconds: number): Promise<number> {
  vi.advanceTimersByTime(milliseconds);
  await new Promise(setImmediate);
  await until(() => asked === 0);
  await new Promise(setImmediate);
  return looks;
}

async function endpoint(): Promise<void> {
  const { team_id } = await freshTeam(database);
  await database.inTransaction(async (tx) => {
    const row = { endpoint_id: newId(), name: 'Hook', url: 'https://hooks.test/', events: ['trail.saved'] };
    await insertWebhook(tx, team_id, { ...row, signing: 'hmac-sha256', sealed_secret: 'sealed', created_at: at(0) });
    await insertEvents(tx, [eventRow(team_id, newId(), 1)], at(10));
  });
}

test('checks twice a second while the database is available', async () => {
  expect([await pass(499), await pass(1), await pass(499), await pass(1)]).toEqual([0, 1, 1, 2]);
  isReady = false;
  expect([await pass(500), await pass(500)]).toEqual([2, 2]);
  isReady = true;
  expect(await pass(500)).toBe(3);
});

test('checks again ten seconds after a failed check, and reports the failure', async () => {
  isLost = true;
  expect([await pass(500), failures.length]).toEqual([1, 1]);
  expect([await pass(9_999), await pass(1), failures.length]).toEqual([1, 2, 2]);
});

test('checks again immediately if more events are waiting or something was sent', async () => {
  const { team_id } = await freshTeam(database);
  const announce = (count: number) =>
    database.rows(sql`
      insert into audit_outbox (team_id, event_id, is_streamed, at, kind, actor, subject, details)
      select ${team_id}::uuid, gen_random_uuid(), false, ${at(1)}::timestamptz, 'trail.saved', '{"kind": "system"}',
        '{"kind": "trail", "id": "trail"}', '{}' from generate_series(1, ${count}::integer)`);
  await announce(500);
  expect([await pass(500), await pass(19), await pass(1), await pass(499), await pass(1)]).toEqual([1, 1, 2, 2, 3]);
  await announce(499);
  expect([await pass(500), await pass(499), await pass(1)]).toEqual([4, 4, 5]);
  await endpoint();
  vi.advanceTimersByTime(500);
  await until(() => answer !== undefined);
  const before = looks;
  answer?.();
  // Recording the result takes several statements. Time passes between them, but less than half a second until the next
  // check.
  for (let passed = 0; passed < 400 && looks === before; passed += 20) {
    await database.row(sql`select 1 as one`);
    await pass(20);
  }
  expect(looks).toBe(before + 1);
});

test('checks once, soon after something was sent during or between checks, and not again', async () => {
  let began = 0;
  let end: (() => void) | undefined;
  const look = () =>
    new Promise<boolean>((done) => {
      began += 1;
      end = () => done(false);
    });
  const after = async (milliseconds: number): Promise<number> => {
    await new Promise(setImmediate);
    vi.advanceTimersByTime(milliseconds);
    return began;
  };
  // A separate dispatcher, because the shared one would notice the same sixty seconds in the middle of a statement.
  const failed: unknown[] = [];
  const polling = startPolling(look, (thrown) => failed.push(thrown));
  expect([await after(499), await after(1)]).toEqual([0, 1]);
  polling.soon();
  expect(await after(60_000)).toBe(1);
  end?.();
  expect([await after(19), await after(1)]).toEqual([1, 2]);
  end?.();
  expect([await after(499), await after(1)]).toEqual([2, 3]);
  end?.();
  await after(250);
  polling.soon();
  expect([await after(19), await after(1)]).toEqual([3, 4]);
  polling.stop();
  end?.();
  await after(0);
  polling.soon();
  expect([await after(60_000), failed]).toEqual([4, []]);
});

test('stops checking once it was stopped, and cancels nothing that has ended', async () => {
  await pass(500);
  await dispatcher.stop(5_000);
  vi.advanceTimersByTime(60_000);
  await new Promise(setImmediate);
  expect([looks, cuts]).toEqual([1, 0]);
});

test('waits for pending work on stop, and cancels it after a timeout', async () => {
  await endpoint();
  vi.advanceTimersByTime(500);
  await until(() => answer !== undefined);
  let isStopped = false;
  const stopped = dispatcher.stop(5_000).then(() => {
    isStopped = true;
  });
  await new Promise(setImmediate);
  vi.advanceTimersByTime(4_999);
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  expect([isStopped, cuts]).toEqual([false, 0]);
  vi.advanceTimersByTime(1);
  await stopped;
  expect(cuts).toBe(1);
});
