// A collector hangs, refuses or dies. Requests are unaffected, the log says so once, and the service shuts down.
import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import type { Collector } from './collector.ts';
import { type TracedWorld, tracedWorld } from './traced-world.ts';

const opened: TracedWorld[] = [];
const open = async (otel: Readonly<Record<string, string>> = {}): Promise<TracedWorld> => {
  const service = await tracedWorld(otel);
  opened.push(service);
  // Spans are sent in order, so no span of the world's startup is pending after this one.
  expect(await ask(service)).toBe(200);
  await service.collector.until((spans) => spans.find(({ name }) => name === 'GET /health'));
  return service;
};
afterEach(() => Promise.all(opened.splice(0).map(({ collector }) => collector.close().catch(() => undefined))));

const AWAY = 'the collector does not accept traces; they are dropped';
const linesOf = ({ lines }: TracedWorld, sentence: string): number =>
  lines.filter(({ msg }) => msg === sentence).length;
const ask = async ({ anyone }: TracedWorld): Promise<number> => (await anyone.get('/health')).status;
/** Sends a request and waits until the collector has received the batch. */
async function askAndExport(service: TracedWorld): Promise<void> {
  const batches = service.collector.payloads.length;
  expect(await ask(service)).toBe(200);
  await service.collector.asked(batches + 1);
}
/** Stops responding. Returns the responses that are still open. */
function hang(collector: Collector): ServerResponse[] {
  const held: ServerResponse[] = [];
  collector.answers((response) => void held.push(response));
  return held;
}

test('delays neither requests nor shutdown if the collector hangs on the first batch', async () => {
  const service = await open();
  const held = hang(service.collector);
  await askAndExport(service);
  expect(await Promise.all(Array.from({ length: 50 }, () => ask(service)))).toEqual(Array(50).fill(200));
  await service.app.close();
  expect(held.length).toBeGreaterThan(0);
  expect(held.every((response) => !response.writableEnded && !response.destroyed)).toBe(true);
});

test('limits its queue, and drops the excess', async () => {
  const service = await open({ OTEL_BSP_MAX_QUEUE_SIZE: '10', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '5' });
  const held = hang(service.collector);
  await askAndExport(service);
  const before = service.collector.spans.length;
  for (let round = 0; round < 30; round += 1) await ask(service);
  service.collector.answers((response) => void response.writeHead(200).end('{}'));
  for (const response of held) response.writeHead(200).end('{}');
  await service.app.close();
  expect(service.collector.spans.length - before).toBeLessThanOrEqual(10);
  expect(service.collector.spans.length - before).toBeGreaterThan(0);
});

test('reports once that a collector refuses batches, and once that it has recovered', async () => {
  const service = await open();
  service.collector.answers((response) => void response.writeHead(400).end());
  for (let batches = 0; batches < 3; batches += 1) await askAndExport(service);
  service.collector.answers((response) => void response.writeHead(200).end('{}'));
  expect(await ask(service)).toBe(200);
  await service.app.close();
  expect(linesOf(service, AWAY)).toBe(1);
  expect(linesOf(service, 'the collector accepts traces again')).toBe(1);
  expect(service.lines.find(({ msg }) => msg === AWAY)).toMatchObject({ level: 40, failure: 'Bad Request' });
});

test('affects neither requests nor shutdown if the collector dies', async () => {
  // Shorter than the delay before a retry, so that the failure is known before the service ends.
  const service = await open({ OTEL_EXPORTER_OTLP_TIMEOUT: '700' });
  await askAndExport(service);
  await service.collector.close();
  expect(await ask(service)).toBe(200);
  await service.app.close();
  expect(linesOf(service, AWAY)).toBeGreaterThan(0);
});
