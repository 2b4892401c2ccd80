// How the dispatcher assigns its sixteen slots, and when it checks for work. The receivers respond on demand.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import type { Egress } from '../../src/egress/egress-request.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { insertEvents } from '../../src/webhooks/delivery-store.ts';
import { type Dispatcher, startDispatcher } from '../../src/webhooks/dispatch.ts';
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

/** Pending requests by host. Each waits until the test responds for its host. */
let waiting: { readonly host: string; readonly answer: () => void }[];
let dispatcher: Dispatcher;
let failures: unknown[];
beforeEach(async () => {
  await database.rows(sql`delete from webhook_endpoints`);
  [waiting, failures] = [[], []];
  const egress: Egress = {
    fetch: (url) =>
      new Promise((done) => {
        waiting.push({ host: new URL(url).hostname, answer: () => done(new Response(null)) });
      }),
    cut: () => answerAll(),
    close: async () => undefined,
  };
  const deps = { database, egress, sealer, clock: () => NOW, onAttempt: () => undefined };
  dispatcher = startDispatcher({ ...deps, onFailure: (thrown) => failures.push(thrown) }, () => false);
});
afterEach(async () => {
  await dispatcher.stop(0);
  expect(failures).toEqual([]);
});

function answerAll(host?: string): void {
  const answered = waiting.filter((one) => host === undefined || one.host === host);
  waiting = waiting.filter((one) => !answered.includes(one));
  for (const { answer } of answered) answer();
}
const taken = (): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { host } of waiting) counts[host] = (counts[host] ?? 0) + 1;
  return counts;
};

/** Creates a workspace with twenty endpoints with one event each, which are due before those of later workspaces. */
let made = 0;
async function workspace(name: string, isFailing = false, endpoints = 20): Promise<void> {
  const { team_id } = await freshTeam(database);
  made += 1;
  await database.inTransaction(async (tx) => {
    for (let count = 0; count < endpoints; count += 1) {
      const row = { endpoint_id: newId(), name, url: `https://${name}/`, events: ['trail.saved'] };
      await insertWebhook(tx, team_id, { ...row, signing: 'hmac-sha256', sealed_secret: 'sealed', created_at: at(0) });
    }
    await insertEvents(tx, [eventRow(team_id, newId(), 1)], at(made));
    const since = isFailing ? at(900) : null;
    await tx.rows(sql`update webhook_endpoints set failing_since = ${since} where team_id = ${team_id}`);
  });
}

test('gives a workspace half of the free slots, and the next one half of the rest', async () => {
  for (const name of ['one.test', 'two.test', 'three.test', 'four.test', 'five.test', 'six.test'])
    await workspace(name);
  const round = dispatcher.round();
  const shares = { 'one.test': 8, 'two.test': 4, 'three.test': 2, 'four.test': 1, 'five.test': 1 };
  await expect.poll(() => taken()).toEqual(shares);
  // A workspace whose events arrive now gets no slot until others are free again.
  const second = dispatcher.round();
  answerAll('one.test');
  answerAll('two.test');
  await expect.poll(() => waiting.length).toBe(4);
  const draining = setInterval(answerAll, 1);
  await Promise.all([round, second]);
  clearInterval(draining);
  const left = await database.row<{ left: number }>(sql`
    select count(*) as left from webhook_deliveries where state = 'pending'`);
  expect(left).toEqual({ left: 0 });
});

test('limits workspaces that failed last time to eight slots, after all others', async () => {
  for (const name of ['one.test', 'two.test', 'three.test']) await workspace(name, true);
  await workspace('well.test', false, 2);
  const round = dispatcher.round();
  // Two of the sixteen slots are taken, so the workspace gets seven of fourteen.
  await expect.poll(() => taken()).toEqual({ 'well.test': 2, 'one.test': 7, 'two.test': 1 });
  const draining = setInterval(answerAll, 1);
  await round;
  clearInterval(draining);
});

test('assigns no more slots in concurrent rounds than in one', async () => {
  for (const name of ['one.test', 'two.test', 'three.test']) await workspace(name, true);
  await workspace('well.test', false, 2);
  const rounds = [dispatcher.round(), dispatcher.round()];
  await expect.poll(() => waiting.length).toBeGreaterThanOrEqual(10);
  expect(taken()).toEqual({ 'well.test': 2, 'one.test': 7, 'two.test': 1 });
  const draining = setInterval(answerAll, 1);
  await Promise.all(rounds);
  clearInterval(draining);
});
