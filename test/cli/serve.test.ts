import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { mintToken } from '../../src/credentials/tokens.ts';
import { buildApp } from '../../src/start/app.ts';
import { readConfig } from '../../src/start/config.ts';
import { freePort, type ServiceProcess, startProcess } from '../support/service-process.ts';
import type { Problem } from '../support/speaker.ts';
import { memoryFolder } from '../support/temporary-folder.ts';

// Starts separate processes, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const folder = memoryFolder('serve');
const env = { CAIRN_DATABASE_URL: `embedded:${join(folder, 'data')}`, CAIRN_ASSETS: join(folder, 'assets') };
/** For tests that do not need a database, because the embedded one takes a second to open. */
const NO_DATABASE = { CAIRN_DATABASE_URL: 'postgres://cairn@127.0.0.1:9/cairn' };
const started: ServiceProcess[] = [];
const start = async (more: Record<string, string> = {}): Promise<ServiceProcess> => {
  const service = await startProcess({ ...env, ...more });
  started.push(service);
  return service;
};
afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});

test('refuses to start with a faulty configuration, lists every error, and exits with 2', async () => {
  const service = await start({ CAIRN_RATE_SCALE: 'wide', CAIRN_PUBLIC_URL: 'here' });
  expect(await service.ended).toBe(2);
  expect(service.output()).toContain('CAIRN_RATE_SCALE must be a number');
  expect(service.output()).toContain('CAIRN_PUBLIC_URL must be a URL');
});

/** Expects that the pending request gets a response, new connections are refused, and the exit code is 0. */
async function drainsOn(service: ServiceProcess, signals: readonly NodeJS.Signals[]): Promise<void> {
  const slow = connect(service.port, '127.0.0.1');
  slow.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(slow, 'data');
  // By now, the connection has been accepted, and its pending data are read before the signal is handled.
  await new Promise((sent) => slow.write('POST /v1/me HTTP/1.1\r\nHost: x\r\nContent-', sent));
  for (const signal of signals) {
    service.child.kill(signal);
    await refusedAt(service.port);
  }
  let heard = '';
  slow.on('data', (chunk) => (heard += chunk));
  slow.write('Length: 0\r\n\r\n');
  expect(await service.ended).toBe(0);
  expect(heard).toMatch(/^HTTP\/1\.1 405 /);
  slow.destroy();
}

test('keeps serving for CAIRN_DRAIN_DELAY_SECONDS after a signal while readiness fails, unless a second one arrives', async () => {
  const service = await start({ CAIRN_DRAIN_DELAY_SECONDS: '3600' });
  await service.until(200);
  service.child.kill('SIGTERM');
  await service.until(503);
  expect(await (await fetch(`${service.address}/health/ready`)).json()).toMatchObject({ status: 'stopping' });
  // Clients of a load balancer that has not yet noticed the shutdown.
  const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${service.address}/v1/me`)));
  expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get('connection')}`))).toEqual(
    new Set(['401 close']),
  );
  const again = setInterval(() => service.child.kill('SIGTERM'), 50);
  expect(await service.ended).toBe(1);
  clearInterval(again);
});

test('drains once CAIRN_DRAIN_DELAY_SECONDS have passed', async () => {
  const service = await start({ CAIRN_DRAIN_DELAY_SECONDS: '1' });
  await service.until(200);
  service.child.kill('SIGTERM');
  await service.until(503);
  expect(await service.ended).toBe(0);
});

test('names an unknown host in one line, and exits with 1', async () => {
  const service = await start({ ...NO_DATABASE, CAIRN_HOST: 'no-such-host.invalid' });
  expect(await service.ended).toBe(1);
  expect(service.output()).toContain('Cannot listen on CAIRN_HOST=no-such-host.invalid');
  expect(service.output()).not.toContain('    at ');
});

/** The error that keeps a service from starting. It is thrown here; a separate process prints it, as above. */
async function faultOf(wrong: Record<string, string>): Promise<string> {
  const read = readConfig({ ...env, CAIRN_METRICS_PORT: 'off', CAIRN_LOG_LEVEL: 'silent', ...wrong });
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  const thrown: unknown = await buildApp(read.config).then(
    async (app) => app.close(),
    (failure: unknown) => failure,
  );
  return String(thrown);
}

test.each([
  [{ CAIRN_DATABASE_URL: 'embedded:package.json' }, 'package.json cannot be used'],
  [{ ...NO_DATABASE, CAIRN_ASSETS: 'package.json' }, 'CAIRN_ASSETS=package.json is not a usable folder'],
])('refuses to start with %j, and names the problem', async (wrong, sentence) => {
  expect(await faultOf(wrong)).toContain(sentence);
});

test('reports a damaged database in the folder, and says what to do', async () => {
  const broken = join(folder, 'broken');
  mkdirSync(join(broken, 'postgres'), { recursive: true });
  writeFileSync(join(broken, 'postgres', 'PG_VERSION'), '9.6\n');
  const fault = await faultOf({ CAIRN_DATABASE_URL: `embedded:${broken}` });
  expect(fault).toMatch(/The database in .*broken cannot be opened .* restore a backup/);
});

describe('a running service', () => {
  let service: ServiceProcess;
  let metricsPort: number;
  beforeAll(async () => {
    metricsPort = await freePort();
    service = await startProcess({ ...env, CAIRN_METRICS_PORT: String(metricsPort) });
    await service.until(200);
  });
  afterAll(async () => {
    service.child.kill('SIGKILL');
    await service.ended;
  });

  test('serves metrics by route, status and slug on a separate port', async () => {
    await fetch(`${service.address}/v1/me`);
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(text).toContain('cairn_http_requests_total{route="/v1/me",method="GET",status="401",slug="unauthorized"} 1');
    expect((await fetch(`${service.address}/metrics`)).status).toBe(404);
  });

  test('logs one line per request with its id, and without credential, query and body', async () => {
    const key = `svc_api_${'x'.repeat(38)}`;
    await fetch(`${service.address}/v1/me?secret=swordfish`, {
      headers: { Authorization: `Bearer ${key}`, 'Request-Id': 'find-me' },
    });
    const lines = () => service.output().split('\n');
    await expect.poll(() => lines().filter((text) => text.includes('find-me'))).toHaveLength(1);
    expect(JSON.parse(lines().find((text) => text.includes('find-me')) ?? '{}')).toMatchObject({
      request_id: 'find-me',
      route: '/v1/me',
      status: 401,
      slug: 'unauthorized',
    });
    expect(service.output()).not.toContain(key);
    expect(service.output()).not.toContain('swordfish');
  });

  test('locks its folder, and tells a second process what to do', async () => {
    const second = await start();
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/data folder .* is in use by another Cairn process/);
    expect(second.output()).not.toContain('    at ');
  });

  test('keeps its folder intact through kill -9, and the next process drains on SIGTERM', async () => {
    service.child.kill('SIGKILL');
    await service.ended;
    const again = await start();
    await again.until(200);
    expect(again.output()).not.toContain('migrated');
    await drainsOn(again, ['SIGTERM']);
  });
});

test('reports a port in use in one line, without a stack trace', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const service = await start({ ...NO_DATABASE, PORT: String(port) });
  expect(await service.ended).toBe(1);
  expect(service.output()).toContain(`Port ${port} is in use. Stop the program that uses it, or set PORT to another.`);
  expect(service.output()).not.toContain('    at ');
  taken.close();
});

test('refuses to start if the configured metrics port is in use', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const service = await start({ ...NO_DATABASE, CAIRN_METRICS_PORT: String(port) });
  expect(await service.ended).toBe(1);
  expect(service.output()).toContain('CAIRN_METRICS_PORT');
  taken.close();
});

describe('a process without its PostgreSQL', () => {
  let service: ServiceProcess;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    service = await startProcess({ ...env, CAIRN_DATABASE_URL: `postgres://cairn:hunter2@127.0.0.1:${port}/cairn` });
    await service.until(503);
  });
  afterAll(async () => {
    service.child.kill('SIGKILL');
    await service.ended;
  });

  test('is alive, and says why it is not ready', async () => {
    const ready = await fetch(`${service.address}/health/ready`);
    expect([ready.status, ((await ready.json()) as { status: string }).status]).toEqual([503, 'database unreachable']);
    expect((await fetch(`${service.address}/health`)).status).toBe(200);
    const refused = await fetch(`${service.address}/v1/me`, {
      headers: { Authorization: `Bearer ${mintToken('svc_api_').token}` },
    });
    expect([refused.status, ((await refused.json()) as Problem).type.split('/').at(-1)]).toEqual([503, 'not-ready']);
    expect(refused.headers.get('retry-after')).toBe('2');
    await expect.poll(() => service.output()).toContain('not ready to serve');
    const reason = new RegExp(`The database does not answer .* \\(connect ECONNREFUSED 127\\.0\\.0\\.1:${port}\\)`);
    expect(service.output()).toMatch(reason);
    expect(service.output()).not.toContain('hunter2');
  });

  test('drains on Ctrl-C under npm, and ignores the signal that npm repeats', () =>
    drainsOn(service, ['SIGINT', 'SIGINT']));
});

async function refusedAt(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const outcome = await Promise.race([
      once(socket, 'connect').then(() => 'accepted'),
      once(socket, 'error').then(
        () => 'refused',
        () => 'refused',
      ),
    ]).catch(() => 'refused');
    socket.destroy();
    if (outcome === 'refused') return;
    await new Promise((go) => setTimeout(go, 20));
  }
}
