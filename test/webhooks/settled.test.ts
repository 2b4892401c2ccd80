// What happens to an endpoint or stream after a batch: batch size, retries, and giving up.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAuditEvents } from '../../src/audit/audit-log.ts';
import { readEntries } from '../../src/audit/read-audit.ts';
import { newId } from '../../src/base/id.ts';
import { EgressFailure } from '../../src/egress/egress-failure.ts';
import type { Egress } from '../../src/egress/egress-request.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { claimStreams, insertStream, insertStreamEntries } from '../../src/webhooks/audit-stream-store.ts';
import { claimEndpoints, insertEvents } from '../../src/webhooks/delivery-store.ts';
import { type ServeDeps, serveEndpoint } from '../../src/webhooks/serve-endpoint.ts';
import { serveStream } from '../../src/webhooks/serve-stream.ts';
import { insertWebhook } from '../../src/webhooks/webhook-store.ts';
import { byAdmin, freshTeam } from '../directory/support.ts';
import { openTestDatabase } from '../support/database.ts';
import { at, eventRow } from './alike-queues.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const NOW = Date.parse(at(1_000));
const DAY_S = 86_400;
const sealer = { seal: (text: string) => text, open: () => 'whsec_AAAA' };

interface Answered {
  readonly deps: ServeDeps;
  readonly bodies: string[];
  /** The outcome of each attempt. */
  readonly attempts: string[];
  /** The maximum number of concurrent requests. */
  readonly most: () => number;
}

function answering(response: () => Response): Answered {
  const [bodies, attempts]: [string[], string[]] = [[], []];
  let [underWay, most] = [0, 0];
  const egress: Egress = {
    fetch: async (_, request) => {
      bodies.push(Buffer.from(request?.body as Uint8Array).toString());
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise(setImmediate);
      underWay -= 1;
      return response();
    },
    cut: () => undefined,
    close: async () => undefined,
  };
  const never = () => false;
  const onAttempt = (outcome: string): unknown => attempts.push(outcome);
  const rest = { clock: () => NOW, onAttempt, isStopping: never, isCut: never };
  return { deps: { database, egress, sealer, ...rest }, bodies, attempts, most: () => most };
}
const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new Response(null, { status: code, headers });

interface Endpoint {
  readonly is_on: boolean;
  readonly failing_since: string | null;
  readonly paused_until: string | null;
  readonly next_at: string | null;
  readonly deliveries: readonly { readonly state: string; readonly attempts: number; readonly wait: number }[];
}

/** An endpoint with this many events, each with a different subject, served once. */
async function served(
  { deps }: Answered,
  { events = 1, attempts = 0, failing_since = null as string | null } = {},
): Promise<Endpoint> {
  const { team_id } = await freshTeam(database);
  const endpoint_id = newId();
  await database.inTransaction(async (tx) => {
    const row = { endpoint_id, name: 'Hook', url: 'https://hooks.test/', events: ['trail.saved'] };
    await insertWebhook(tx, team_id, { ...row, signing: 'hmac-sha256', sealed_secret: 'sealed', created_at: at(0) });
    const rows = Array.from({ length: events }, (_, seq) => eventRow(team_id, newId(), seq, { subject_id: `s${seq}` }));
    await insertEvents(tx, rows, at(10));
    await tx.rows(sql`update webhook_deliveries set attempts = ${attempts} where team_id = ${team_id}`);
    await tx.rows(sql`update webhook_endpoints set failing_since = ${failing_since} where team_id = ${team_id}`);
  });
  const lease = { id: newId(), until: at(2_000) };
  const isFailing = failing_since !== null;
  const claimed = await claimEndpoints(database, lease, at(1_000), { isFailing, most: 9, except: [] });
  for (const one of claimed) if (one.team_id === team_id) await serveEndpoint(deps, one, lease.id);
  const endpoint = await database.row<Omit<Endpoint, 'deliveries'>>(sql`
    select is_on, failing_since, paused_until, next_at from webhook_endpoints where team_id = ${team_id}`);
  const deliveries = await database.rows<{ state: string; attempts: number; wait: number }>(sql`
    select state, attempts, extract(epoch from next_at - ${at(1_000)}::timestamptz)::float8 as wait
    from webhook_deliveries where team_id = ${team_id} order by seq`);
  if (endpoint === undefined) throw new Error('The endpoint is gone.');
  return { ...endpoint, deliveries };
}
const seconds = (moment: string | null): number | null => (moment === null ? null : (Date.parse(moment) - NOW) / 1_000);

test('sends batches of a hundred, eight at a time, and continues immediately after a full one', async () => {
  const [full, short] = [answering(status(204)), answering(status(204))];
  const more = await served(full, { events: 101 });
  expect([full.bodies.length, full.most(), seconds(more.next_at)]).toEqual([100, 8, 0]);
  const done = await served(short, { events: 99 });
  expect([short.bodies.length, done.next_at, done.paused_until]).toEqual([99, null, null]);
});

test('stops only the events of a failed subject, and the whole batch after a timeout', async () => {
  const failed = answering(status(500));
  const late = answering(() => {
    throw new EgressFailure('time');
  });
  expect((await served(failed, { events: 20 })).deliveries.map(({ attempts }) => attempts)).toEqual(Array(20).fill(1));
  await served(late, { events: 20 });
  expect([failed.bodies.length, late.bodies.length]).toEqual([20, 8]);
});

test('gives up a delivery after the tenth failed attempt', async () => {
  const failed = answering(status(500));
  const [ninth] = (await served(failed, { attempts: 8 })).deliveries;
  const [tenth] = (await served(failed, { attempts: 9 })).deliveries;
  expect([ninth, tenth]).toMatchObject([
    { state: 'pending', attempts: 9 },
    { state: 'failed', attempts: 10 },
  ]);
});

test('gives up an endpoint after more than five days without a success', async () => {
  const failed = answering(status(500));
  const five = await served(failed, { failing_since: at(1_000 - 5 * DAY_S) });
  const more = await served(failed, { failing_since: at(1_000 - 5 * DAY_S - 0.001) });
  expect([five.is_on, more.is_on]).toEqual([true, false]);
  const taken = await served(answering(status(204)), { failing_since: at(1_000 - 9 * DAY_S) });
  expect([taken.is_on, taken.failing_since]).toEqual([true, null]);
});

test('retries on schedule, or later if the receiver asks for it', async () => {
  const own = await served(answering(status(500)));
  expect([seconds(own.failing_since), seconds(own.paused_until)]).toEqual([0, 5]);
  const [wait = 0] = own.deliveries.map((delivery) => delivery.wait);
  expect(wait).toBeGreaterThanOrEqual(5);
  expect(wait).toBeLessThanOrEqual(6);
  const long = await served(answering(status(503, { 'retry-after': '300' })));
  expect([seconds(long.paused_until), long.deliveries[0]?.wait]).toEqual([300, 300]);
  const brief = await served(answering(status(503, { 'retry-after': '1' })));
  expect(seconds(brief.paused_until)).toBe(5);
  expect(brief.deliveries[0]?.wait).toBeGreaterThanOrEqual(5);
});

test("resets an endpoint's failures after one success, unless a pause was requested, whatever else fails", async () => {
  let count = 0;
  const mixed = await served(
    answering(() => status(count++ === 0 ? 204 : 500)()),
    { events: 2, failing_since: at(900) },
  );
  expect(mixed.failing_since).toBeNull();
  expect(mixed.paused_until).toBeNull();
  expect(mixed.deliveries.map(({ state }) => state).sort()).toEqual(['delivered', 'pending']);
});

test.each([
  ['stops', { isStopping: () => true }],
  ['cancels its deliveries', { isCut: () => true }],
])('if the process %s, does not delay an endpoint that failed before', async (_, ending) => {
  const failed = answering(status(500));
  const untried = await served({ ...failed, deps: { ...failed.deps, ...ending } }, { failing_since: at(900) });
  expect([seconds(untried.failing_since), untried.paused_until, seconds(untried.next_at)]).toEqual([-100, null, -990]);
  expect(untried.deliveries).toMatchObject([{ state: 'pending', attempts: 0 }]);
  expect(failed.attempts).toEqual([]);
});

test('counts accepted deliveries even if others are canceled, so that nothing is sent twice', async () => {
  const taken = answering(status(204));
  const cut = { ...taken, deps: { ...taken.deps, isCut: () => true } };
  expect((await served(cut, { events: 2 })).deliveries).toMatchObject(
    Array(2).fill({ state: 'delivered', attempts: 1 }),
  );
  expect(await streamed(() => [1], cut)).toEqual([0, null, null]);
  expect(taken.attempts).toEqual(['delivered', 'delivered', 'delivered']);
});

/** A stream with entries of these text lengths, served once. Returns the batch size. */
async function streamed(lengths: (overhead: number) => readonly number[], answer: Answered): Promise<object> {
  const { team_id } = await freshTeam(database);
  const stream_id = newId();
  const record = (text: string) =>
    database.inTransaction((tx) =>
      recordAuditEvents(tx, [
        {
          ...{ team_id, kind: 'team.updated', actor: byAdmin.actor, request_id: byAdmin.request_id },
          ...{ subject: { kind: 'team', id: team_id, name: 'Acme' }, after: { text } },
        },
      ]),
    );
  const ids = async () =>
    (
      await database.rows<{ id: string }>(sql`
        select entry_id as id from audit_entries where team_id = ${team_id} and after ? 'text' order by entry_id`)
    ).map(({ id }) => id);
  await record('');
  const [empty = ''] = await ids();
  const [first] = await readEntries(database, [{ team_id, id: empty }]);
  for (const length of lengths(Buffer.byteLength(JSON.stringify(first)))) await record('x'.repeat(length));
  const entries = (await ids()).slice(1);
  await database.inTransaction(async (tx) => {
    const row = { stream_id, name: 'Stream', url: 'https://logs.test/', format: 'ndjson' as const };
    await insertStream(tx, team_id, { ...row, sealed_authorization: null, created_at: at(0) });
    const queue = entries.map((event_id, seq) => ({ team_id, seq, event_id }));
    await insertStreamEntries(tx, queue, at(10));
  });
  const lease = { id: newId(), until: at(2_000) };
  const claimed = await claimStreams(database, lease, at(1_000), { isFailing: false, most: 9, except: [] });
  for (const one of claimed) if (one.team_id === team_id) await serveStream(answer.deps, one, lease.id);
  const row = await database.row<{ next_at: string | null; left: number; failing_since: string | null }>(sql`
    select next_at, failing_since, (select count(*) from audit_stream_entries where stream_id = ${stream_id}) as left
    from audit_streams where stream_id = ${stream_id}`);
  return [row?.left, seconds(row?.next_at ?? null), seconds(row?.failing_since ?? null)];
}

test("limits a stream's batch to half a million bytes, but sends at least one entry", async () => {
  const taken = answering(status(204));
  expect(await streamed((overhead) => [1_000, 500_000 - 1_000 - 2 * overhead, 1], taken)).toEqual([1, 0, null]);
  expect(await streamed((overhead) => [1_000, 500_001 - 1_000 - 2 * overhead, 1], taken)).toEqual([2, 0, null]);
  expect(await streamed(() => [600_000], taken)).toEqual([0, null, null]);
});

test('retries a refusing stream after 5 seconds, or later if it asks for that', async () => {
  expect(await streamed(() => [1], answering(status(500)))).toEqual([1, 5, 0]);
  expect(await streamed(() => [1], answering(status(503, { 'retry-after': '70' })))).toEqual([1, 70, 0]);
  expect(await streamed(() => [1], answering(status(503, { 'retry-after': '1' })))).toEqual([1, 5, 0]);
});

test('reports the outcome of each attempt', async () => {
  const [taken, failed] = [answering(status(204)), answering(status(500))];
  await streamed(() => [1], taken);
  await streamed(() => [1], failed);
  expect([taken.attempts, failed.attempts]).toEqual([['delivered'], ['failed']]);
  await served(taken);
  await served(failed);
  expect([taken.attempts, failed.attempts]).toEqual([
    ['delivered', 'delivered'],
    ['failed', 'failed'],
  ]);
});
