// A server becomes read-only during writes because its settings are reloaded, and writable again later. Writers get 503
// with a message, no acknowledged write is lost, no key takes effect twice, and no restart is needed. Runs only if
// PostgreSQL's programs are installed.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { runs } from '../support/runs.ts';
import { freePort, type ServiceProcess, startProcess } from '../support/service-process.ts';
import { speaker } from '../support/speaker.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { makeTeam } from '../support/test-team.ts';
import { everyTrail, send, startWriters } from './keyed-writers.ts';
import { type Clusters, canMakeClusters, clusters } from './own-cluster.ts';

const TURNS = runs(1);
vi.setConfig({ testTimeout: 240_000 + TURNS * 30_000, hookTimeout: 240_000 });

describe.skipIf(!canMakeClusters)('a server that becomes read-only and writable again', () => {
  let own: Clusters;
  let operator: pg.Client;
  let service: ServiceProcess;
  let key: string;
  beforeAll(async () => {
    own = clusters();
    const { port } = own.primary(await freePort());
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const database = openPostgres({ url, poolSize: 2, onIdleFailure: () => undefined });
    await migrate(database);
    const nobody = speaker('', { check: () => {} });
    key = (await makeTeam({ database, now: Date.now, speakerOf: () => nobody })).author.key;
    await database.close();
    operator = new pg.Client({ connectionString: url });
    await operator.connect();
    service = await startProcess({ CAIRN_DATABASE_URL: url, CAIRN_ASSETS: temporaryFolder('read-only') });
    await service.until(200);
  });
  afterAll(async () => {
    service?.child.kill('SIGKILL');
    await service?.ended;
    await operator?.end();
    own?.remove();
  });

  async function turn(value: 'on' | 'off'): Promise<void> {
    await operator.query(`alter system set default_transaction_read_only = ${value}`);
    await operator.query('select pg_reload_conf()');
  }

  test(`causes 503 responses and recovers without help, ${TURNS} times`, async ({ annotate }) => {
    const writers = startWriters(service.address, key, 8);
    await writers.underWay();
    for (let count = 0; count < TURNS; count += 1) {
      await turn('on');
      await service.until(503);
      const before = writers.refusals.length;
      await vi.waitUntil(() => writers.refusals.length > before + 20, { timeout: 60_000 });
      expect(
        (await fetch(`${service.address}/v1/trails`, { headers: { Authorization: `Bearer ${key}` } })).status,
      ).toBe(200);
      await turn('off');
      await service.until(200);
      const acknowledged = writers.writes.filter((write) => write.acknowledged !== undefined).length;
      await vi.waitUntil(
        () => writers.writes.filter((write) => write.acknowledged !== undefined).length > acknowledged + 20,
        { timeout: 60_000 },
      );
    }
    await writers.stop();
    const kinds = new Set(writers.refusals.map(({ status, type }) => `${status} ${type.split('/').at(-1)}`));
    await annotate(`${writers.writes.length} writes, ${writers.refusals.length} refused: ${[...kinds].join(', ')}`);
    expect([...kinds]).toEqual(['503 not-ready']);
    // A write that claimed its key just before the server became read-only keeps the key until its lease ends (Decision
    // 78).
    for (const write of writers.writes)
      await expect.poll(() => send(service.address, key, write)).toMatchObject({ status: 201 });
    const trails = await everyTrail(service.address, key);
    expect(trails.size).toBe(writers.writes.length);
    for (const { title, acknowledged } of writers.writes) expect(trails.get(title)).toBe(acknowledged);
  });
});
