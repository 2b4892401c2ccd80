// Traces of reads that share a statement (request coalescing).
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Span } from '../../src/base/tracing.ts';
import { batchedRead } from '../../src/storage/batched-read.ts';
import { coalescedReads } from '../../src/storage/batches/coalesced-reads.ts';
import { openMoves } from '../../src/storage/batches/moves.ts';
import type { Database, ReadsChecked } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';
import { type Traced, traces } from './traced-world.ts';

let traced: Traced;
let database: Database;
let asks: ReadsChecked;
beforeAll(async () => {
  traced = await traces();
  database = await openTestDatabase();
  asks = coalescedReads(database.rows, { batchesAtOnce: 1, tracing: traced.tracing });
});
afterAll(async () => {
  await traced.tracing.close();
  await Promise.all([traced.collector.close(), database.close()]);
});

const echo = batchedRead<{ readonly value: number }>()({
  name: 'echo',
  key: { id: 'integer' },
  select: (columns) => sql`select ${columns}`,
  columns: sql`asked.id as value`,
  version: sql`0::bigint`,
  answer: ([row]) => row?.value,
  sources: () => [],
  bytes: () => 8,
});
const OTHERS = { span_id: 'b7ad6b7169203331', trace_id: '4bf92f3577b34da6a3ce929d0e0e4736' };
const request = (isSampled = true): Span =>
  traced.tracing.begin({ name: 'GET', kind: 'server' }, isSampled ? undefined : { ...OTHERS, isSampled });
const askedBy = (span: Span, id: number) => span.run(() => asks.read(echo, { id }));

test('makes the statement a child of the first request that is recorded, with links to and from the others', async () => {
  const silent = request(false);
  const [first, second, third] = [request(), request(), request()];
  const answers = [askedBy(silent, 1), askedBy(first, 1), askedBy(second, 1), askedBy(third, 2), askedBy(third, 1)];
  expect(await Promise.all([...answers, asks.read(echo, { id: 3 })])).toEqual([1, 1, 1, 2, 1, 3]);
  for (const span of [silent, first, second, third]) span.end();
  const arrived = (id: string) => traced.collector.until((spans) => spans.find(({ span_id }) => span_id === id));
  const links = [second.span_id, third.span_id].sort();
  const servers = await Promise.all([first, second, third].map(({ span_id }) => arrived(span_id)));
  const [statement, ...others] = traced.collector.spans.filter(({ name }) => name === 'read echo');
  expect(others).toEqual([]);
  expect(statement).toMatchObject({ parent: first.span_id, trace_id: first.trace_id, kind: 'client' });
  expect([...(statement?.links ?? [])].sort()).toEqual(links);
  expect(servers.map((server) => server.links)).toEqual([[], [statement?.span_id], [statement?.span_id]]);
});

test('runs statements without a span if no request is recorded', async () => {
  expect(await askedBy(request(false), 11)).toBe(11);
  expect(await asks.read(echo, { id: 12 })).toBe(12);
  const last = request();
  last.end();
  // After a request has finished, its remaining work records no spans.
  expect(await askedBy(last, 13)).toBe(13);
  await traced.collector.until((spans) => spans.find(({ span_id }) => span_id === last.span_id));
  expect(traced.collector.spans.filter(({ name }) => name === 'read echo')).toHaveLength(1);
});

test('records the statement that confirms cached data as a span of the waiting requests', async () => {
  const moves = openMoves({ hasDeadline: true });
  moves.forget(true);
  const confirmed = coalescedReads(database.rows, { batchesAtOnce: 1, moves, tracing: traced.tracing });
  const [first, second] = [request(), request()];
  for (let time = 0; time < 20; time += 1) await confirmed.read(echo, { id: 21 });
  const answers = [first, second].map((span) => span.run(() => confirmed.read(echo, { id: 21 })));
  expect(await Promise.all(answers)).toEqual([21, 21]);
  for (const span of [first, second]) span.end();
  await traced.collector.until((spans) => spans.find(({ span_id }) => span_id === second.span_id));
  const [statement, ...others] = traced.collector.spans.filter(({ name }) => name === 'read authorization');
  expect([statement?.parent, statement?.links, others]).toEqual([first.span_id, [second.span_id], []]);
});
