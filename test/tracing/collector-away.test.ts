// A collector that hangs, refuses or dies: requests are answered as ever, the log says it once, and the service ends.
import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import type { Collector } from './collector.ts';
import { type TracedWorld, tracedWorld } from './traced-world.ts';

const opened: TracedWorld[] = [];
const open = async (otel: Readonly<Record<string, string>> = {}): Promise<TracedWorld> => {
  const service = await tracedWorld(otel);
  opened.push(service);
  // Spans leave in their order: behind this one nothing is under way of what the world may have asked at its start.
  expect(await ask(service)).toBe(200);
  await service.collector.until((spans) => spans.find(({ name }) => name === 'GET /health'));
  return service;
};
afterEach(() => Promise.all(opened.splice(0).map(({ collector }) => collector.close().catch(() => undefined))));

const AWAY = 'traces are not taken by the collector and dropped until it does';
const linesOf = ({ lines }: TracedWorld, sentence: string): number =>
  lines.filter(({ msg }) => msg === sentence).length;
const ask = async ({ anyone }: TracedWorld): Promise<number> => (await anyone.get('/health')).status;
/** Asks, and waits until the collector got the batch. */
async function askAndExport(service: TracedWorld): Promise<void> {
  const batches = service.collector.payloads.length;
  expect(await ask(service)).toBe(200);
  await service.collector.asked(batches + 1);
}
/** Answers no request from now on, and tells how many it leaves waiting. */
function hang(collector: Collector): ServerResponse[] {
  const held: ServerResponse[] = [];
  collector.answers((response) => void held.push(response));
  return held;
}

test('one that hangs holds nothing up: requests are answered and the service ends while it still has the first batch', async () => {
  const service = await open();
  const held = hang(service.collector);
  await askAndExport(service);
  expect(await Promise.all(Array.from({ length: 50 }, () => ask(service)))).toEqual(Array(50).fill(200));
  await service.app.close();
  expect(held.length).toBeGreaterThan(0);
  expect(held.every((response) => !response.writableEnded && !response.destroyed)).toBe(true);
});

test('the queue is bounded: what is beyond it is dropped', async () => {
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

test('one that refuses is told once however many batches it refuses, and once when it takes them again', async () => {
  const service = await open();
  service.collector.answers((response) => void response.writeHead(400).end());
  for (let batches = 0; batches < 3; batches += 1) await askAndExport(service);
  service.collector.answers((response) => void response.writeHead(200).end('{}'));
  expect(await ask(service)).toBe(200);
  await service.app.close();
  expect(linesOf(service, AWAY)).toBe(1);
  expect(linesOf(service, 'the collector takes traces again')).toBe(1);
  expect(service.lines.find(({ msg }) => msg === AWAY)).toMatchObject({ level: 40, failure: 'Bad Request' });
});

test('one that dies changes nothing for requests, nor for the end of the service', async () => {
  // Shorter than the wait before a second try, so that the failure is there before the service ends.
  const service = await open({ OTEL_EXPORTER_OTLP_TIMEOUT: '700' });
  await askAndExport(service);
  await service.collector.close();
  expect(await ask(service)).toBe(200);
  await service.app.close();
  expect(linesOf(service, AWAY)).toBeGreaterThan(0);
});
