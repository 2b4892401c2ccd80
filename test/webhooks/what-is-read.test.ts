// Reads and claims queues that are similar in two workspaces, before and after every moment. After a deliberate change,
// review the differences and accept them (`npx vitest run test/webhooks/what-is-read.test.ts -u`).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SVC_CATALOG_ID } from '../../src/directory/catalog.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql, trusted } from '../../src/storage/sql.ts';
import * as streams from '../../src/webhooks/audit-stream-store.ts';
import { selectDeliveries } from '../../src/webhooks/delivery-list-store.ts';
import * as deliveries from '../../src/webhooks/delivery-store.ts';
import { readBacklog, whatIsDue } from '../../src/webhooks/due-store.ts';
import * as webhooks from '../../src/webhooks/webhook-store.ts';
import { openTestDatabase } from '../support/database.ts';
import { type AlikeQueues, alikeQueues, at } from './alike-queues.ts';

let database: Database;
let queues: AlikeQueues;
beforeAll(async () => {
  database = await openTestDatabase();
  queues = await alikeQueues(database);
});
afterAll(() => database.close());

type Id = (name: string) => string;
type Reading = (tx: Tx, one: string, id: Id) => Promise<unknown>;

const set = (tx: Tx, table: string, what: string, where = 'true') =>
  tx.rows(sql`update ${trusted(table)} set ${trusted(what)} where ${trusted(where)}`);
const endpoints = (tx: Tx, what: string, where?: string) => set(tx, 'webhook_endpoints', what, where);
const streamsSet = (tx: Tx, what: string, where?: string) => set(tx, 'audit_streams', what, where);
const due = (tx: Tx, one: string, id: Id, now: number, most = 9) =>
  deliveries.dueDeliveries(tx, one, id('wanted'), at(now), most).then((rows) => rows.map(({ payload }) => payload));
const PAGE = { after: null, limit: 9 } as const;
const seqs = (rows: Promise<readonly { readonly seq: number }[]>) => rows.then((all) => all.map(({ seq }) => seq));

const claimed = async (tx: Tx, id: Id, now: number, more: Partial<deliveries.Claim> = {}) => {
  const lease = { id: id('lease'), until: at(now + 60) };
  const claim = { isFailing: false, most: 9, except: [], ...more };
  const [rows, flows] = [
    await deliveries.claimEndpoints(tx, lease, at(now), claim),
    await streams.claimStreams(tx, lease, at(now), claim),
  ];
  const lines = [
    ...rows.map(({ team_id, endpoint_id }) => `${team_id} ${endpoint_id}`),
    ...flows.map(({ team_id, stream_id }) => `${team_id} ${stream_id}`),
  ];
  return lines.map(named).sort();
};
const named = (line: string): string => {
  let text = line;
  for (const [id, name] of queues.names) text = text.replaceAll(id, name);
  return text;
};

const READINGS: Readonly<Record<string, Reading>> = {
  endpoints: async (tx, one) =>
    (await webhooks.listWebhooks(tx, one)).map(({ id, is_on, waiting }) => `${id} ${is_on} ${waiting}`),
  'each endpoint by its id': async (tx, one, id) => {
    const names: (string | undefined)[] = [];
    // In sequence, because a connection runs one statement at a time.
    for (const name of ['wanted', 'second', 'off', 'stream'])
      names.push((await webhooks.findWebhook(tx, one, id(name)))?.name);
    return names;
  },
  'whether an endpoint was switched off, the first time and again': async (tx, one, id) => {
    const switchOff = () => webhooks.switchOff(tx, one, id('wanted'), 'failing', at(20));
    return [await switchOff(), await switchOff()];
  },
  'what waits, where some was delivered': async (tx, one, id) => {
    await set(tx, 'webhook_deliveries', `state = 'delivered'`, 'seq < 3');
    return [
      (await webhooks.findWebhook(tx, one, id('wanted')))?.waiting,
      await webhooks.findWebhook(tx, SVC_CATALOG_ID, id('wanted')),
    ];
  },
  'whether there is a stream': async (tx, one) => {
    await tx.rows(sql`delete from audit_streams where team_id = ${one}`);
    return [await streams.hasStream(tx, one), await streams.hasStream(tx, queues.other)];
  },
  streams: async (tx, one) => (await streams.selectStreams(tx, one)).map(({ id, waiting }) => `${id} ${waiting}`),
  'a stream': async (tx, one, id) => {
    await streamsSet(tx, `failing_since = '${at(1)}'`, `team_id = '${one}' and stream_id = '${id('spare')}'`);
    const found = await streams.findStream(tx, one, id('spare'));
    return [found?.failing_since, (await streams.findStream(tx, queues.other, id('spare')))?.failing_since];
  },
  'entries of a stream': (tx, one, id) => seqs(streams.queuedEntries(tx, one, id('stream'), 9)),
  'the first entry of a stream': (tx, one, id) => seqs(streams.queuedEntries(tx, one, id('stream'), 1)),
  'entries of the operators’ stream': (tx, _, id) => seqs(streams.queuedEntries(tx, SVC_CATALOG_ID, id('stream'), 9)),
  deliveries: (tx, one, id) => seqs(selectDeliveries(tx, one, id('wanted'), PAGE)),
  'deliveries behind the second': (tx, one, id) =>
    seqs(selectDeliveries(tx, one, id('wanted'), { after: 2, limit: 9 })),
  'two deliveries': (tx, one, id) => seqs(selectDeliveries(tx, one, id('wanted'), { after: null, limit: 2 })),
  'deliveries that failed': async (tx, one, id) => {
    await set(tx, 'webhook_deliveries', `state = 'failed'`, `seq = 2 and endpoint_id = '${id('wanted')}'`);
    return [
      await seqs(selectDeliveries(tx, one, id('wanted'), { ...PAGE, state: 'failed' })),
      await seqs(selectDeliveries(tx, one, id('second'), { ...PAGE, state: 'failed' })),
    ];
  },
  'deliveries of an endpoint that is off': (tx, one, id) => selectDeliveries(tx, one, id('off'), PAGE),
  'due when it is': (tx, one, id) => due(tx, one, id, 10),
  'due a second before': (tx, one, id) => due(tx, one, id, 9),
  'the first two that are due': (tx, one, id) => due(tx, one, id, 10, 2),
  'due behind an earlier one of the subject that waits': async (tx, one, id) => {
    await set(tx, 'webhook_deliveries', `next_at = '${at(11)}'`, 'seq = 1');
    return [...(await due(tx, one, id, 10)), '|', ...(await due(tx, one, id, 11))];
  },
  'due before a later one of the subject that waits': async (tx, one, id) => {
    await set(tx, 'webhook_deliveries', `next_at = '${at(99)}'`, 'seq = 3');
    return due(tx, one, id, 10);
  },
  'due behind one that waits in another workspace or for another endpoint': async (tx, one, id) => {
    const elsewhere = `team_id <> '${one}' or endpoint_id <> '${id('wanted')}'`;
    await set(tx, 'webhook_deliveries', `next_at = '${at(99)}'`, elsewhere);
    return due(tx, one, id, 10);
  },
  'due behind one that has failed': async (tx, one, id) => {
    await set(tx, 'webhook_deliveries', `state = 'failed', next_at = '${at(99)}'`, 'seq = 1');
    return due(tx, one, id, 10);
  },
  'an endpoint that is served': async (tx, one, id) => {
    await endpoints(tx, `lease_id = '${id('lease')}'`);
    await endpoints(tx, `url = 'https://next-door.test/'`, `team_id <> '${one}'`);
    const held = async (name: string, lease: string) => {
      const read = await deliveries.heldEndpoint(tx, one, id(name), id(lease));
      const locked = await deliveries.holdLease(tx, one, id(name), id(lease));
      return `${read?.url} ${locked !== undefined}`;
    };
    return [
      await held('wanted', 'lease'),
      await held('second', 'lease'),
      await held('off', 'lease'),
      await held('wanted', 'later'),
    ];
  },
  'when an endpoint is due again': async (tx, one, id) => {
    const own = `team_id = '${one}' and endpoint_id = '${id('wanted')}'`;
    const next = async (has_more: boolean) => {
      const result = { failing_since: null, paused_until: null, last_delivered_at: null, has_more };
      await deliveries.releaseEndpoint(tx, one, id('wanted'), result, at(40));
      const rows = await tx.rows<{ next_at: string }>(sql`select next_at from webhook_endpoints where ${trusted(own)}`);
      return rows[0]?.next_at;
    };
    await set(tx, 'webhook_deliveries', `next_at = '${at(5)}'`, `not (${own})`);
    await set(tx, 'webhook_deliveries', `next_at = '${at(60)}'`, `${own} and seq = 1`);
    await set(tx, 'webhook_deliveries', `next_at = '${at(50)}'`, `${own} and seq = 2`);
    const [more, first] = [await next(true), await next(false)];
    await set(tx, 'webhook_deliveries', `state = 'failed'`, `${own} and seq = 2`);
    return [more, first, await next(false)];
  },
  'claimed when due': (tx, _, id) => claimed(tx, id, 10),
  'claimed a second before': (tx, _, id) => claimed(tx, id, 9),
  'claimed but for a workspace': (tx, one, id) => claimed(tx, id, 10, { except: [one] }),
  'claimed, the longest due first': async (tx, one, id) => {
    await endpoints(tx, `next_at = '${at(8)}'`, `team_id = '${one}' and name = 'second'`);
    await streamsSet(tx, `next_at = '${at(8)}'`, `team_id = '${one}' and stream_id = '${id('spare')}'`);
    return claimed(tx, id, 10, { most: 1 });
  },
  'claimed of those that fail': async (tx, one, id) => {
    await endpoints(tx, `failing_since = '${at(1)}'`, `team_id = '${one}' and name = 'second'`);
    await streamsSet(tx, `failing_since = '${at(1)}'`, `team_id = '${one}' and stream_id = '${id('spare')}'`);
    return [...(await claimed(tx, id, 10, { isFailing: true })), '|', ...(await claimed(tx, id, 10))];
  },
  'claimed when a pause ends': async (tx, _, id) => {
    await endpoints(tx, `paused_until = '${at(20)}'`);
    return [...(await claimed(tx, id, 19)), '|', ...(await claimed(tx, id, 20))];
  },
  'claimed when a lease ends': async (tx, _, id) => {
    await endpoints(tx, `lease_until = '${at(20)}'`);
    await streamsSet(tx, `lease_until = '${at(20)}'`);
    return [...(await claimed(tx, id, 19)), '|', ...(await claimed(tx, id, 20))];
  },
  'due anywhere': async (tx) => [await whatIsDue(tx, at(9)), await whatIsDue(tx, at(10))],
  'due anywhere, where a pause ends': async (tx) => {
    await endpoints(tx, `paused_until = '${at(20)}'`);
    return [(await whatIsDue(tx, at(19))).webhooks, (await whatIsDue(tx, at(20))).webhooks];
  },
  'due anywhere, where a lease ends': async (tx) => {
    await endpoints(tx, `lease_until = '${at(20)}'`);
    await streamsSet(tx, `lease_until = '${at(20)}'`);
    return [await whatIsDue(tx, at(19)), await whatIsDue(tx, at(20))];
  },
  'due anywhere, where all is off': async (tx) => {
    await endpoints(tx, 'is_on = false');
    return (await whatIsDue(tx, at(10))).webhooks;
  },
  'what waits in all': (tx) => readBacklog(tx),
  'what waits in all of who is on, fails or was given up': async (tx, one) => {
    await set(tx, 'webhook_deliveries', `state = 'delivered'`, `seq = 1`);
    await endpoints(tx, `failing_since = '${at(1)}'`, `name <> 'second'`);
    await endpoints(tx, `is_on = false, off_reason = 'gone'`, `team_id = '${one}' and name = 'wanted'`);
    await endpoints(tx, `is_on = false, off_reason = 'failing'`, `team_id <> '${one}' and name = 'second'`);
    await endpoints(tx, `off_reason = 'admin'`, `name = 'off'`);
    await streamsSet(tx, `failing_since = '${at(1)}'`, `team_id = '${one}' and name = 'Stream'`);
    return readBacklog(tx);
  },
};

/** The result, in a transaction that is rolled back. */
async function answered(reading: Reading): Promise<string> {
  const undo = new Error('undo');
  let lines: readonly string[] = [];
  await database
    .inTransaction(async (tx) => {
      const answer = await reading(tx, queues.one, queues.id);
      lines = (Array.isArray(answer) ? answer : [answer]).map((row) =>
        typeof row === 'string' ? row : (JSON.stringify(row) ?? 'none'),
      );
      throw undo;
    })
    .catch((thrown: unknown) => {
      if (thrown !== undo) throw thrown;
    });
  return named(lines.join('\n  ') || 'nothing');
}

test('reads and claims only its own queues', async () => {
  const parts: string[] = [];
  for (const [name, reading] of Object.entries(READINGS)) parts.push(`${name}\n  ${await answered(reading)}`);
  await expect(`${parts.join('\n')}\n`).toMatchFileSnapshot('what-is-read.txt');
});
