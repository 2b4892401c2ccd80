// Reads from a standby: which data may be slightly stale and which may not, and every way it can fail.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { managedTeam } from '../doors/manage/support.ts';
import { runHere } from '../support/command.ts';
import { freePort } from '../support/service-process.ts';
import { slugOf } from '../support/speaker.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type World, world } from '../support/world.ts';
import { type Cluster, type Clusters, canMakeClusters, clusters } from './own-cluster.ts';
import { type TcpProxy, tcpProxy } from './tcp-proxy.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

interface Readiness {
  readonly status: string;
  readonly read_replica?: { readonly status: string; readonly lag_seconds: number | null };
}
interface Members {
  readonly items: readonly { readonly user_id: string; readonly name: string }[];
}

describe.skipIf(!canMakeClusters)('a read replica', () => {
  let made: Clusters;
  let primary: Cluster;
  let standby: Cluster;
  let network: TcpProxy;
  let service: World | undefined;
  const urlOf = (port: number): string => `postgres://postgres@127.0.0.1:${port}/postgres`;

  beforeAll(async () => {
    made = clusters();
    primary = made.primary(await freePort());
    standby = made.standby(await freePort(), primary.port);
    network = await tcpProxy('127.0.0.1', standby.port);
  });
  afterEach(async () => {
    network.heal();
    await onStandby('select pg_wal_replay_resume()').catch(() => undefined);
    await service?.close();
  });
  afterAll(async () => {
    await network.close();
    made.remove();
  });

  const ask = async (port: number, statement: string): Promise<unknown> => {
    const client = new pg.Client({ connectionString: urlOf(port) });
    await client.connect();
    const { rows } = await client.query<{ answer: unknown }>(statement).finally(() => client.end());
    return rows[0]?.answer;
  };
  const onStandby = (statement: string): Promise<unknown> => ask(standby.port, statement);
  const started = async (env: Readonly<Record<string, string>> = {}): Promise<World> => {
    service = await world({
      CAIRN_DATABASE_URL: urlOf(primary.port),
      CAIRN_DATABASE_READ_URL: urlOf(network.port),
      ...env,
    });
    return service;
  };
  /** Waits until readiness reports this status of the standby. The service itself always stays ready. */
  const until = async ({ anyone }: World, status: string): Promise<NonNullable<Readiness['read_replica']>> => {
    for (;;) {
      const { status: code, body } = await anyone.get<Readiness>('/health/ready');
      expect([code, body.status]).toEqual([200, 'ready']);
      if (body.read_replica?.status === status) return body.read_replica;
      await wait(50);
    }
  };
  /** Waits until the standby has all writes and the service knows it, because its report may be slightly stale. */
  const caughtUp = async (running: World): Promise<void> => {
    const written = await ask(primary.port, 'select pg_current_wal_lsn()::text as answer');
    const isThere = `select pg_last_wal_replay_lsn() >= '${written}'::pg_lsn as answer`;
    while ((await onStandby(isThere)) !== true) await wait(20);
    while ((await until(running, 'used')).lag_seconds !== 0) await wait(50);
  };
  const members = async (speaker: { get: World['anyone']['get'] }): Promise<readonly string[]> => {
    const { status, body } = await speaker.get<Members>('/manage/v1/members?limit=100');
    expect(status).toBe(200);
    return body.items.map(({ name }) => name);
  };
  const add = async (speaker: { post: World['anyone']['post'] }, name: string): Promise<string> => {
    const email = `new.${newId()}@acme.test`;
    const { status, body } = await speaker.post<{ user_id: string }>('/manage/v1/members', { email, name });
    expect(status).toBe(201);
    return body.user_id;
  };

  test('is checked by doctor', async () => {
    await caughtUp(await started());
    const env = {
      CAIRN_DATABASE_URL: urlOf(primary.port),
      CAIRN_DATABASE_READ_URL: urlOf(network.port),
      CAIRN_ASSETS: temporaryFolder('images'),
    };
    const examined = async () => {
      const { stdout } = await runHere(['doctor', '--json'], env);
      return (JSON.parse(stdout) as { check: string; state: string; detail: string }[]).find(isOfStandby);
    };
    const isOfStandby = ({ check }: { check: string }): boolean => check === 'standby';
    expect(await examined()).toMatchObject({ state: 'ok' });
    network.refuse();
    expect(await examined()).toMatchObject({ state: 'failed', detail: expect.stringMatching(/^away/) });
  });

  test('may show other people a slightly stale list, but shows the author the change', async () => {
    const running = await started({ CAIRN_DATABASE_READ_LAG_SECONDS: '3600' });
    const { asAdmin, asOwner } = await managedTeam(running);
    await caughtUp(running);
    await onStandby('select pg_wal_replay_pause()');
    await add(asAdmin, 'Nora New');
    expect(await members(asAdmin)).toContain('Nora New');
    expect(await members(asOwner)).not.toContain('Nora New');
    // Only lists may be stale.
    const id = await add(asAdmin, 'Nils New');
    expect((await asOwner.get(`/manage/v1/members/${id}`)).status).toBe(200);
    await onStandby('select pg_wal_replay_resume()');
    await caughtUp(running);
    expect(await members(asOwner)).toEqual(expect.arrayContaining(['Nora New', 'Nils New']));
    expect(await members(asAdmin)).toEqual(expect.arrayContaining(['Nora New', 'Nils New']));
  });

  test('shows a trail saved in the console immediately in its list', async () => {
    const running = await started({ CAIRN_DATABASE_READ_LAG_SECONDS: '3600' });
    const { asOwner } = await managedTeam(running);
    await caughtUp(running);
    await onStandby('select pg_wal_replay_pause()');
    const { status } = await asOwner.post('/console/v1/trails', { title: 'Answer a complaint' });
    expect(status).toBe(201);
    const { body } = await asOwner.get<object>('/manage/v1/trails');
    expect(JSON.stringify(body)).toContain('Answer a complaint');
  });

  test('locks out a deactivated person immediately, even if the standby lags far behind', async () => {
    const running = await started({ CAIRN_DATABASE_READ_LAG_SECONDS: '3600' });
    const { asAdmin, asOwner, admin } = await managedTeam(running);
    await caughtUp(running);
    await onStandby('select pg_wal_replay_pause()');
    expect(await members(asAdmin)).toContain('Ada Admin');
    expect((await asOwner.post(`/manage/v1/members/${admin.id}/deactivate`)).status).toBe(200);
    const refused = await asAdmin.get('/manage/v1/members');
    expect([refused.status, slugOf(refused)]).toEqual([401, 'unauthorized']);
  });

  test('is not used while it lags more than allowed', async () => {
    const running = await started({ CAIRN_DATABASE_READ_LAG_SECONDS: '0.5' });
    const { asAdmin, asOwner } = await managedTeam(running);
    await caughtUp(running);
    await onStandby('select pg_wal_replay_pause()');
    await add(asAdmin, 'Lena Late');
    expect((await until(running, 'behind')).lag_seconds).toBeGreaterThan(0.5);
    expect(await members(asOwner)).toContain('Lena Late');
    await onStandby('select pg_wal_replay_resume()');
    await caughtUp(running);
  });

  test.each(['refuses', 'falls silent'] as const)('never costs a caller a response if it %s', async (fault) => {
    // No statement timeout ends the wait for a silent standby.
    const running = await started({ CAIRN_DATABASE_QUERY_SECONDS: '600' });
    const { asOwner } = await managedTeam(running);
    await caughtUp(running);
    expect(await members(asOwner)).toContain('Olive Owner');
    if (fault === 'refuses') network.refuse();
    else network.silence('everything');
    expect(await members(asOwner)).toContain('Olive Owner');
    await until(running, 'away');
    expect(await members(asOwner)).toContain('Olive Owner');
    network.heal();
    await until(running, 'used');
    expect(await members(asOwner)).toContain('Olive Owner');
  });

  test('is never read if it belongs to another database', async () => {
    const client = new pg.Client({ connectionString: urlOf(primary.port) });
    await client.connect();
    await client.query('create database elsewhere');
    await client.end();
    const running = await started({
      CAIRN_DATABASE_READ_URL: `postgres://postgres@127.0.0.1:${primary.port}/elsewhere`,
    });
    const { asOwner } = await managedTeam(running);
    await until(running, 'of another database');
    expect(await members(asOwner)).toContain('Olive Owner');
  });

  test('may be the primary itself, for hosting providers without a standby', async () => {
    const running = await started({ CAIRN_DATABASE_READ_URL: urlOf(primary.port) });
    const { asAdmin, asOwner } = await managedTeam(running);
    await until(running, 'used');
    await add(asAdmin, 'Paul Primary');
    expect(await members(asOwner)).toContain('Paul Primary');
  });
});

test('is not mentioned in readiness if none is configured', async () => {
  const running = await world();
  expect((await running.anyone.get<Readiness>('/health/ready')).body).not.toHaveProperty('read_replica');
  await running.close();
});
