// Metrics of webhooks and audit streams: the queue of all workspaces, as last counted.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDispatch } from '../../src/background/webhook-dispatch.ts';
import { openMetrics } from '../../src/http/metrics/metrics.ts';
import { openLogger } from '../../src/start/log.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';
import { alikeQueues, at } from '../webhooks/alike-queues.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('reports the last counted length of the queue and the current age of its oldest item', async () => {
  const metrics = openMetrics();
  let now = Date.parse(at(100));
  const { close, readBacklog } = openDispatch({
    config: { publicUrl: 'https://cairn.test', egressAllow: [], outbound: {} },
    clock: () => now,
    logger: openLogger('silent'),
    metrics,
    database,
    sealer: { seal: (text) => text, open: (text) => text },
    isReady: () => false,
    tracing: undefined,
  });
  const figures = async (): Promise<Record<string, number>> => {
    const lines = (await metrics.text()).split('\n').filter((line) => /^cairn_(outbox|webhook|audit)/.test(line));
    return Object.fromEntries(lines.map((line) => line.split(' ')).map(([name, value]) => [name, Number(value)]));
  };
  const nothing = {
    cairn_outbox_waiting: 0,
    cairn_webhook_deliveries_waiting: 0,
    cairn_webhook_oldest_seconds: 0,
    cairn_webhook_endpoints_failing: 0,
    cairn_webhook_endpoints_given_up: 0,
    cairn_audit_stream_entries_waiting: 0,
    cairn_audit_streams_failing: 0,
  };
  await readBacklog();
  expect(await figures()).toEqual(nothing);

  const { one } = await alikeQueues(database);
  await database.rows(sql`update webhook_endpoints set failing_since = ${at(5)} where name = 'wanted'`);
  await database.rows(sql`update webhook_endpoints set off_reason = 'gone' where name = 'off' and team_id = ${one}`);
  await database.rows(sql`update audit_streams set failing_since = ${at(5)} where team_id = ${one}`);
  expect(await figures()).toEqual(nothing);
  await readBacklog();
  now += 10_000;
  const counted = {
    ...nothing,
    cairn_webhook_deliveries_waiting: 12,
    cairn_webhook_oldest_seconds: 109,
    cairn_webhook_endpoints_failing: 2,
    cairn_webhook_endpoints_given_up: 1,
    cairn_audit_stream_entries_waiting: 8,
    cairn_audit_streams_failing: 2,
  };
  expect(await figures()).toEqual(counted);
  // The clock was set back.
  now = Date.parse(at(0));
  expect(await figures()).toEqual({ ...counted, cairn_webhook_oldest_seconds: 0 });
  await close(0);
});
