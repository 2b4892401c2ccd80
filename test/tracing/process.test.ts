import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { type ServiceProcess, startProcess } from '../support/service-process.ts';
import { memoryFolder } from '../support/temporary-folder.ts';
import { type Collector, collector } from './collector.ts';

// Starts separate processes, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const folder = memoryFolder('traces');
const started: ServiceProcess[] = [];
const collectors: Collector[] = [];
afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  for (const stub of collectors.splice(0)) await stub.close();
});

/** For tests that do not need a database, because the embedded one takes a second to open. */
const NO_DATABASE = { CAIRN_DATABASE_URL: 'postgres://cairn@127.0.0.1:9/cairn' };
const script = (source: string): string => `--import data:text/javascript,${encodeURIComponent(source)}`;
/**
 * When the process exits, it reports the number of loaded OpenTelemetry modules, except for the API, which prom-client
 * always loads. Its threads, which load very little, report nothing.
 */
const TELLING = script(`
  import { createRequire } from 'node:module';
  import { isMainThread } from 'node:worker_threads';
  const { cache } = createRequire(process.cwd() + '/package.json');
  const isTold = (name) => name.includes('@opentelemetry/') && !name.includes('@opentelemetry/api/');
  if (isMainThread) process.on('exit', () => console.error('LOADED', Object.keys(cache).filter(isTold).length));
`);
/** Simulates missing optional packages. */
const WITHOUT = script(`
  import { register } from 'node:module';
  register('data:text/javascript,' + encodeURIComponent(\`export const resolve = (name, context, next) => {
    if (name.startsWith('@opentelemetry/')) throw new Error('there is no ' + name);
    return next(name, context);
  }\`));
`);

async function start(env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const storage = { CAIRN_DATABASE_URL: `embedded:${join(folder, 'data')}`, CAIRN_ASSETS: join(folder, 'assets') };
  const service = await startProcess({ ...storage, ...env });
  started.push(service);
  return service;
}
async function listening(): Promise<Collector> {
  const stub = await collector();
  collectors.push(stub);
  return stub;
}
const end = async ({ child, ended }: ServiceProcess): Promise<void> => {
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
};

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;
const lineOf = (service: ServiceProcess, member: string, value: string): Record<string, unknown> =>
  service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .find((line) => line[member] === value) ?? {};

test("loads nothing from OpenTelemetry without the variable, and still logs the caller's trace", async () => {
  const stub = await listening();
  const service = await start({
    ...NO_DATABASE,
    CAIRN_LOG_LEVEL: 'debug',
    NODE_OPTIONS: TELLING,
    OTEL_EXPORTER_OTLP_ENDPOINT: stub.url,
    OTEL_SDK_DISABLED: 'true',
  });
  await service.until(503);
  await fetch(`${service.address}/health`, { headers: { traceparent } });
  await end(service);
  expect(service.output()).toContain('LOADED 0');
  expect(stub.payloads).toEqual([]);
  expect(lineOf(service, 'route', '/health')).toMatchObject({ trace_id: TRACE });
  expect(lineOf(service, 'route', '/health')).not.toHaveProperty('span_id');
  expect(lineOf(service, 'route', '/health/ready')).not.toHaveProperty('trace_id');
});

test('sends spans as the standard variables say, with the last ones at shutdown', async () => {
  const stub = await listening();
  const service = await start({
    CAIRN_LOG_LEVEL: 'debug',
    NODE_OPTIONS: TELLING,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${stub.url}/v1/traces`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=blue',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
  });
  await service.until(200);
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'nothing' });
  await fetch(`${service.address}/oauth/token`, { method: 'POST', body, headers: { traceparent } });
  await fetch(`${service.address}/health`, { headers: { traceparent } });
  await end(service);
  const [refused, ...others] = stub.spans.filter(({ kind }) => kind === 'server');
  const [span] = others;
  expect(others).toHaveLength(1);
  expect(refused?.name).toBe('POST /oauth/token');
  // This is not the log line of the request itself, but one that was logged during the request.
  expect(lineOf(service, 'msg', 'an OAuth request was refused')).toMatchObject({
    trace_id: TRACE,
    span_id: refused?.span_id,
  });
  expect(span).toMatchObject({ trace_id: TRACE, parent: '00f067aa0ba902b7', name: 'GET /health' });
  expect(span?.resource).toMatchObject({ 'service.name': 'cairn', 'deployment.environment.name': 'test' });
  expect(span?.resource['service.instance.id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(stub.headers[0]).toMatchObject({ 'x-tenant': 'blue' });
  expect(lineOf(service, 'route', '/health')).toMatchObject({ trace_id: TRACE, span_id: span?.span_id });
  expect(service.output()).toMatch(/LOADED [1-9]/);
});

test('uses protobuf by default, and the operator’s service name', async () => {
  const stub = await listening();
  const service = await start({ ...NO_DATABASE, OTEL_EXPORTER_OTLP_ENDPOINT: stub.url, OTEL_SERVICE_NAME: 'guides' });
  await service.until(503);
  await end(service);
  expect(stub.headers[0]?.['content-type']).toBe('application/x-protobuf');
  expect(stub.payloads.join()).toContain('guides');
});

test('refuses to start if a package is missing, and names it', async () => {
  const service = await start({ NODE_OPTIONS: WITHOUT, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  expect(await service.ended).toBe(1);
  expect(service.output()).toContain('Traces need the optional package @opentelemetry/');
});
