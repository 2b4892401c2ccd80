// Every change of the queues affects the intended rows, and none of another endpoint, stream or workspace. After a
// deliberate change, review the differences and accept them (`npx vitest run test/webhooks/touched-rows.test.ts -u`).
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import * as streams from '../../src/webhooks/audit-stream-store.ts';
import { deleteEventsBefore, markPending } from '../../src/webhooks/delivery-list-store.ts';
import * as deliveries from '../../src/webhooks/delivery-store.ts';
import * as webhooks from '../../src/webhooks/webhook-store.ts';
import { openTestDatabase } from '../support/database.ts';
import { touchedRows } from '../support/touched-rows.ts';
import { type AlikeQueues, alikeQueues, at, eventRow } from './alike-queues.ts';

let database: Database;
let queues: AlikeQueues;
beforeAll(async () => {
  database = await openTestDatabase();
  queues = await alikeQueues(database);
});
afterAll(() => database.close());

const TABLES = ['webhook_endpoints', 'feed_events', 'webhook_deliveries', 'audit_streams', 'audit_stream_entries'];
const OUTCOME = { attempts: 2, next_at: at(90), last_at: at(20), last_status: 500, last_cause: 'status' };
const RESULT = { failing_since: at(20), paused_until: at(25), last_delivered_at: null, has_more: false };
const NOT_TAKEN = { failing_since: at(20), last_cause: 'status', last_status: 500, last_sent_at: null } as const;

/** Serves the endpoints and streams of both workspaces under the same lease. */
async function held(tx: Tx): Promise<void> {
  const lease = { id: queues.id('lease'), until: at(80) };
  await tx.rows(sql`update webhook_endpoints set lease_id = ${lease.id}, lease_until = ${lease.until}`);
  await tx.rows(sql`update audit_streams set lease_id = ${lease.id}, lease_until = ${lease.until}`);
}
const stream = (name = 'stream') => ({
  ...{ team_id: queues.one, stream_id: queues.id(name), url: '', format: 'ndjson' as const },
  ...{ sealed_authorization: null, failing_since: null },
});

type Change = (tx: Tx, one: string, id: (name: string) => string) => Promise<unknown>;
const CHANGES: Readonly<Record<string, Change>> = {
  'keeps an event for who asks for its type': (tx, one, id) =>
    deliveries.insertEvents(tx, [eventRow(one, id('event4'), 4, { type: 'member.created' })], at(30)),
  'keeps an event for the one that it is for': (tx, one, id) =>
    deliveries.insertEvents(tx, [eventRow(one, id('event4'), 4, { endpoint_id: id('second') })], at(30)),
  'keeps an event that no endpoint asks for in the feed alone': (tx, one, id) =>
    deliveries.insertEvents(tx, [eventRow(one, id('event4'), 4, { type: 'trail.deleted' })], at(30)),
  'keeps the event of one workspace next to an alike one that no endpoint asks for': (tx, one, id) =>
    deliveries.insertEvents(
      tx,
      [eventRow(one, id('event4'), 4), eventRow(queues.other, id('event4'), 4, { type: 'trail.deleted' })],
      at(30),
    ),
  'stores what became of two deliveries': (tx, one, id) =>
    deliveries.storeResults(tx, one, id('wanted'), [
      { ...OUTCOME, seq: 1, state: 'pending' },
      { ...OUTCOME, seq: 2, state: 'failed' },
    ]),
  'ends the lease of an endpoint': async (tx, one, id) => {
    await held(tx);
    await deliveries.releaseEndpoint(tx, one, id('wanted'), RESULT, at(40));
  },
  'ends every lease': async (tx) => {
    await held(tx);
    await deliveries.freeEndpointLeases(tx);
    await streams.freeStreamLeases(tx);
  },
  'sends one again': async (tx, one, id) => {
    await tx.rows(sql`update webhook_deliveries set state = 'failed', attempts = 9`);
    await tx.rows(sql`update webhook_endpoints set paused_until = ${at(99)}`);
    await markPending(tx, one, id('wanted'), id('event2'), at(40));
  },
  'sends nothing again that there is not': (tx, one, id) => markPending(tx, one, id('off'), id('event2'), at(40)),
  'forgets events': (tx) => deleteEventsBefore(tx, at(2)),
  'changes an endpoint': (tx, one, id) =>
    webhooks.updateWebhook(tx, one, id('wanted'), { name: 'New', url: 'https://new.test/', events: [] }, at(40)),
  'changes nothing of it but the moment': (tx, one, id) => webhooks.updateWebhook(tx, one, id('wanted'), {}, at(40)),
  'switches on': (tx, one, id) => webhooks.switchOn(tx, one, id('off'), at(40), 7),
  'begins anew, what waits for later with it': (tx, one, id) => webhooks.beginAnew(tx, one, id('wanted'), at(-40)),
  'switches off': (tx, one, id) => webhooks.switchOff(tx, one, id('wanted'), 'gone', at(40)),
  'switches off what is off': (tx, one, id) => webhooks.switchOff(tx, one, id('off'), 'admin', at(40)),
  'rotates a secret': (tx, one, id) => webhooks.replaceSecret(tx, one, id('wanted'), 'next', at(90), at(40)),
  'rotates a secret, the old one ending now': (tx, one, id) =>
    webhooks.replaceSecret(tx, one, id('wanted'), 'next', null, at(40)),
  'deletes an endpoint': (tx, one, id) => webhooks.deleteWebhook(tx, one, id('wanted')),
  'queues an entry for the workspace and the operators': (tx, one, id) =>
    streams.insertStreamEntries(tx, [{ team_id: one, seq: 4, event_id: id('event4') }], at(30)),
  'changes a stream': (tx, one, id) =>
    streams.updateStream(
      ...[tx, one, id('stream')],
      { name: 'New', url: 'https://new.test/', sealedAuthorization: undefined },
      at(40),
    ),
  'takes the authorization of a stream': (tx, one, id) =>
    streams.updateStream(
      ...[tx, one, id('stream')],
      { name: 'Stream', url: 'https://logs.test/in', sealedAuthorization: null },
      at(40),
    ),
  'deletes a stream': (tx, one, id) => streams.deleteStream(tx, one, id('stream')),
  'settles a batch of which one was taken': async (tx, _, id) => {
    await held(tx);
    await streams.settleStream(tx, stream(), id('lease'), { ...NOT_TAKEN, done: [1], next_at: at(60) }, at(40));
  },
  'settles nothing whose lease is another’s': async (tx, _, id) => {
    await held(tx);
    await tx.rows(sql`update audit_streams set lease_id = ${id('later')} where team_id = ${queues.one}`);
    await streams.settleStream(tx, stream(), id('lease'), { ...NOT_TAKEN, done: [1], next_at: at(60) }, at(40));
  },
  'leaves a stream': async (tx, _, id) => {
    await held(tx);
    await streams.leaveStream(tx, stream(), id('lease'));
  },
  'leaves no stream whose lease is another’s': async (tx, _, id) => {
    await held(tx);
    await streams.leaveStream(tx, stream(), id('later'));
  },
};

test('changes these rows with each action, and nothing in another workspace', async () => {
  const parts: string[] = [];
  for (const [what, change] of Object.entries(CHANGES)) {
    const lines = await touchedRows(database, TABLES, queues.names, (tx) => change(tx, queues.one, queues.id));
    parts.push([what, ...lines.map((line) => `  ${line}`)].join('\n'));
  }
  await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot('touched-rows.txt');
});
