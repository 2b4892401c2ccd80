// Several processes on one machine (CAIRN_WORKERS) serve one port, share rate limits, and are restarted if they die.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../src/start/config.ts';
import type { Database } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { migratedDatabase } from '../support/database.ts';
import { freePort, type ServiceProcess, startProcess } from '../support/service-process.ts';
import { makeTeam } from '../support/test-team.ts';

vi.setConfig({ testTimeout: 240_000 });
const server = process.env.CAIRN_TEST_DATABASE_URL;
const redis = process.env.CAIRN_TEST_REDIS_URL;

test('requires a server and Redis for several processes, and names each', () => {
  const alone = readConfig({ CAIRN_WORKERS: '2' });
  expect('faults' in alone && alone.faults).toEqual([
    expect.stringContaining('PostgreSQL server'),
    expect.stringContaining('CAIRN_REDIS_URL'),
  ]);
});

test('stops all workers on a signal, even while they wait to restart', async () => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../fixtures/dying-workers.mjs', import.meta.url))]);
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

test('completes its shutdown if the signal arrives twice, as with Ctrl-C under npm', async () => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../fixtures/draining-workers.mjs', import.meta.url))]);
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'exit');
  expect([code, output]).toEqual([0, 'drained drained ']);
});

/** A worker's message when its database is missing. By then the process that started it listens for signals. */
const FIRST_OF_A_WORKER = 'not ready to serve';

test('logs that the default metrics port is in use, but refuses to start if the port was configured', async () => {
  const taken = createServer().on('error', () => undefined); // Another process holds the port, which proves the same.
  taken.listen(9_464, '127.0.0.1');
  const away = { CAIRN_DATABASE_URL: 'postgres://127.0.0.1:1/cairn', CAIRN_REDIS_URL: 'redis://127.0.0.1:1' };
  const run = async (set: Record<string, string>): Promise<[unknown, string]> => {
    const env = { PATH: process.env.PATH, PORT: String(await freePort()), CAIRN_WORKERS: '2', ...away, ...set };
    const child = spawn(process.execPath, ['dist/main.js'], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        const isServing = output.includes(FIRST_OF_A_WORKER);
        output += chunk;
        // Sends it once, because a second signal that is not an echo would interrupt the workers.
        if (!isServing && output.includes(FIRST_OF_A_WORKER)) child.kill('SIGTERM');
      });
    const [code] = await once(child, 'exit');
    return [code, output];
  };
  const sentence = expect.stringContaining('The metrics port 9464 cannot be opened');
  expect(await run({})).toEqual([0, sentence]);
  expect(await run({ CAIRN_METRICS_PORT: '9464' })).toEqual([1, sentence]);
  taken.close();
});

describe.skipIf(server === undefined || redis === undefined)('behind two workers', () => {
  let fresh: Awaited<ReturnType<typeof migratedDatabase>>;
  let database: Database;
  let service: ServiceProcess;
  let env: Record<string, string>;
  let metricsPort: number;
  beforeAll(async () => {
    fresh = await migratedDatabase(server ?? '');
    database = openPostgres({ url: fresh.url, poolSize: 2, onIdleFailure: () => undefined });
    metricsPort = await freePort();
    env = {
      CAIRN_WORKERS: '2',
      CAIRN_DATABASE_URL: fresh.url,
      CAIRN_REDIS_URL: redis ?? '',
      CAIRN_RATE_SCALE: '1',
      CAIRN_METRICS_PORT: String(metricsPort),
    };
    service = await startProcess(env);
    await service.until(200);
  }, 240_000);
  afterAll(async () => {
    service.child.kill('SIGKILL');
    await service.ended;
    await database.close();
    await fresh.drop();
  });

  /** The ids of the serving processes. */
  const workers = (): number[] => {
    const { pid } = service.child;
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  };
  const figures = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const keyOf = async (): Promise<string> => {
    const deps = { database, now: Date.now, speakerOf: () => undefined as never };
    return (await makeTeam(deps)).publisher.key;
  };
  /** On a new connection, so that any worker may get it. */
  const askOnce = (key: string): Promise<number> =>
    fetch(`${service.address}/v1/me`, { headers: { Authorization: `Bearer ${key}`, Connection: 'close' } }).then(
      ({ status }) => status,
    );

  test('share rate limits and report their metrics together', async () => {
    const key = await keyOf();
    const begun = Date.now();
    const statuses: number[] = [];
    for (let round = 0; round < 10; round += 1)
      statuses.push(...(await Promise.all(Array.from({ length: 20 }, () => askOnce(key)))));
    const refilled = Math.ceil((Date.now() - begun) / 1_000);
    const served = statuses.filter((status) => status === 200).length;
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(served).toBeGreaterThanOrEqual(120);
    expect(served).toBeLessThanOrEqual(121 + refilled);
    const counted = [...(await figures()).matchAll(/^cairn_http_requests_total\{route="\/v1\/me".*\} (\d+)$/gm)];
    expect(counted.reduce((sum, [, value]) => sum + Number(value), 0)).toBe(200);
    expect(await figures()).toContain('cairn_http_request_seconds_count{route="/v1/me",method="GET"} 200');
    expect(await figures()).toMatch(
      /^cairn_http_request_seconds_bucket\{le="\+Inf",route="\/v1\/me",method="GET"\} 200$/m,
    );
    expect(await figures()).toContain('cairn_database_up 1');
  });

  test('keep serving while a killed one is restarted', async () => {
    const key = await keyOf();
    const before = workers();
    expect(before).toHaveLength(2);
    process.kill(before[0] ?? 0, 'SIGKILL');
    await expect.poll(() => workers()).not.toContain(before[0]);
    expect(await askOnce(key)).toBe(200);
    await expect.poll(() => workers(), { timeout: 60_000 }).toHaveLength(2);
    expect(service.output()).toContain('a worker exited and will be restarted');
    for (let count = 0; count < 6; count += 1) expect(await askOnce(key)).toBe(200);
  });

  test('exit with code 0 on SIGTERM', async () => {
    const other = await startProcess({ ...env, CAIRN_METRICS_PORT: 'off' });
    await other.until(200);
    other.child.kill('SIGTERM');
    expect(await other.ended).toBe(0);
    await expect(fetch(`${other.address}/health`)).rejects.toThrow();
  });

  test('exit with a message if the port is in use', async () => {
    const taken = createServer();
    const port = await new Promise<number>((done) =>
      taken.listen(0, '127.0.0.1', () => {
        const address = taken.address();
        done(typeof address === 'object' && address !== null ? address.port : 0);
      }),
    );
    try {
      const other = await startProcess({ ...env, CAIRN_METRICS_PORT: 'off', PORT: String(port) });
      expect(await other.ended).toBe(1);
      expect(other.output()).toContain(`Port ${port} is in use`);
    } finally {
      taken.close();
    }
  });
});
