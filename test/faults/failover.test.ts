// A primary dies and a standby is promoted, with both in one URL. Runs only if PostgreSQL's programs are installed.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '../support/service-process.ts';
import { slugOf } from '../support/speaker.ts';
import { world } from '../support/world.ts';
import { type Cluster, type Clusters, canMakeClusters, clusters } from './own-cluster.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe.skipIf(!canMakeClusters)('a failover', () => {
  let made: Clusters;
  let primary: Cluster;
  let standby: Cluster;
  beforeAll(async () => {
    made = clusters();
    primary = made.primary(await freePort());
    standby = made.standby(await freePort(), primary.port);
  });
  afterAll(() => made.remove());

  test('ends with the service on the promoted server in its URL, with 503 in between', async () => {
    const hosts = `127.0.0.1:${standby.port},127.0.0.1:${primary.port}`;
    // The standby comes first and is skipped because it is read-only.
    const service = await world({
      CAIRN_DATABASE_URL: `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`,
    });
    const { author } = await service.team();
    const create = (title: string) => author.speaks.post<{ id: string }>('/v1/trails', { title });
    const first = await create('Before');
    expect(first.status).toBe(201);
    primary.crash();
    const between = await create('Between');
    expect([between.status, slugOf(between), between.headers.get('retry-after')]).toEqual([503, 'not-ready', '2']);
    expect((await service.anyone.get('/health/ready')).status).toBe(503);
    standby.promote();
    while ((await service.anyone.get('/health/ready')).status !== 200) await wait(100);
    const after = await create('After');
    expect(after.status).toBe(201);
    expect((await author.speaks.get(`/v1/trails/${first.body.id}`)).status).toBe(200);
    await service.close();
  });
});
