// The service's metrics in /metrics apart from requests: every state on which alerts depend.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchModel } from '../../src/background/model-watch.ts';
import type { Backup } from '../../src/backup/backups.ts';
import type { Verification } from '../../src/backup/verification.ts';
import { openMetrics } from '../../src/http/metrics/metrics.ts';
import { openLogger } from '../../src/start/log.ts';
import {
  backupFigures,
  countBackup,
  countSweep,
  type ServiceFigures,
  watchService,
} from '../../src/start/service-metrics.ts';
import type { Database, StorageHealth } from '../../src/storage/database.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const NO_BACKUPS = { madeAt: undefined, verifiedAt: undefined, broken: 0 };
const NOW = Date.parse('2026-03-31T12:00:00Z');

/** The lines of Cairn's metrics with this name prefix. */
const linesOf = (text: string, name: string): string[] => text.split('\n').filter((line) => line.startsWith(name));

async function figured(changed: Partial<ServiceFigures>): Promise<(name: string) => string[]> {
  const metrics = openMetrics();
  watchService(metrics, {
    database,
    health: () => undefined,
    replica: undefined,
    redis: undefined,
    judgeIndex: () => ({ catalogs: 3, trails: 70, bytes: 900 }),
    leasesHeld: () => 5,
    isDraining: () => false,
    backups: () => NO_BACKUPS,
    now: () => NOW,
    ...changed,
  });
  const text = await metrics.text();
  return (name) => linesOf(text, name);
}

test.each<[StorageHealth | undefined, number]>([
  [undefined, 1],
  [{ reached: true, writable: true, applied: [] }, 1],
  [{ reached: true, writable: false, applied: [] }, 0],
  [{ reached: false, writable: true, applied: [] }, 0],
])('reports whether a database that is %j is up: %i', async (health, up) => {
  const lines = await figured({ health: () => health });
  expect(lines('cairn_database_up')).toEqual([`cairn_database_up ${up}`]);
});

test('counts busy connections without idle ones, and measures background work in seconds', async () => {
  const stats = {
    connections: { total: 5, idle: 2, waiting: 4 },
    works: 9,
    failures: 1,
    diskFull: 1,
    seconds: 2.5,
    within: [
      { seconds: 0.01, works: 7 },
      { seconds: Number.POSITIVE_INFINITY, works: 9 },
    ],
  };
  const lines = await figured({ database: { ...database, stats: () => stats } });
  expect(lines('cairn_database_')).toEqual([
    'cairn_database_up 1',
    'cairn_database_connections{state="at_work"} 3',
    'cairn_database_connections{state="idle"} 2',
    'cairn_database_waiting 4',
    'cairn_database_failures_total 1',
    'cairn_database_disk_full_total 1',
    'cairn_database_seconds_bucket{le="0.01"} 7',
    'cairn_database_seconds_bucket{le="+Inf"} 9',
    'cairn_database_seconds_sum 2.5',
    'cairn_database_seconds_count 9',
  ]);
});

test.each([
  [undefined, -1],
  [NOW - 90_000, 90],
  // A time from a clock that was ahead.
  [NOW + 90_000, 0],
])('reports for a last backup at %j its age in seconds: %i', async (at, seconds) => {
  const lines = await figured({ backups: () => ({ madeAt: at, verifiedAt: at, broken: 2 }) });
  expect(
    ['cairn_backup_age_seconds', 'cairn_backup_verified_age_seconds', 'cairn_backups_broken'].flatMap(lines),
  ).toEqual([
    `cairn_backup_age_seconds ${seconds}`,
    `cairn_backup_verified_age_seconds ${seconds}`,
    'cairn_backups_broken 2',
  ]);
});

test('reads the figures of backups from their folder', async () => {
  const backup = (hours: number, state: Verification['state'] | undefined) => ({
    ...{ name: String(hours), kind: 'embedded' as const, release: '0', images: false, bytes: 1 },
    made_at: new Date(NOW - hours * 3_600_000).toISOString(),
    verification:
      state === undefined
        ? null
        : {
            ...{ checked_at: new Date(NOW).toISOString(), state, reason: state === 'restorable' ? null : 'no' },
            restored: state === 'restorable' ? { tables: 1, rows: 1, seconds: 1 } : null,
          },
  });
  let list = async (): Promise<Backup[]> => [
    ...[backup(1, 'damaged'), backup(2, undefined), backup(3, 'failed'), backup(4, 'restorable')],
    backup(-10 * 365 * 24, 'restorable'),
  ];
  const figures = backupFigures({ list: () => list() }, () => NOW);
  expect(figures.last().madeAt).toBeUndefined();
  await figures.read();
  expect(figures.last()).toEqual({ madeAt: NOW - 2 * 3_600_000, verifiedAt: NOW - 4 * 3_600_000, broken: 2 });
  list = async () => Promise.reject(new Error('not mounted'));
  await figures.read();
  expect(figures.last()).toEqual({ madeAt: undefined, verifiedAt: undefined, broken: 0 });
});

test.each([
  [false, 1],
  [true, 0],
])('reports an unreachable Redis: %j', async (isAway, up) => {
  const lines = await figured({ redis: () => ({ shared: 8, alone: 2, isAway }) });
  expect([...lines('cairn_redis_up'), ...lines('cairn_rate_limit_decisions_total')]).toEqual([
    `cairn_redis_up ${up}`,
    'cairn_rate_limit_decisions_total{by="redis"} 8',
    'cairn_rate_limit_decisions_total{by="process"} 2',
  ]);
});

test('reports nothing about Redis and a standby if there are none', async () => {
  const lines = await figured({});
  expect([...lines('cairn_redis'), ...lines('cairn_rate_limit_decisions'), ...lines('cairn_read_replica')]).toEqual([]);
});

test.each([
  ['used', 0.5, 1, 0.5],
  ['behind', null, 0, -1],
] as const)('reports a standby that is %s', async (status, lag_seconds, up, lag) => {
  const state = () => ({ status, lag_seconds });
  const replica = { readerSince: () => undefined, state, fallbacks: () => 6, close: async () => undefined };
  const lines = await figured({ replica });
  expect(lines('cairn_read_replica')).toEqual([
    `cairn_read_replica_up ${up}`,
    `cairn_read_replica_lag_seconds ${lag}`,
    'cairn_read_replica_fallbacks_total 6',
  ]);
});

test('reports the memory of the judge, keys in progress, and shutdown', async () => {
  const lines = await figured({ isDraining: () => true });
  expect([...lines('cairn_judge_'), ...lines('cairn_idempotency_leases'), ...lines('cairn_draining')]).toEqual([
    'cairn_judge_index_catalogs 3',
    'cairn_judge_index_trails 70',
    'cairn_judge_index_bytes 900',
    'cairn_idempotency_leases 5',
    'cairn_draining 1',
  ]);
});

test('reports a failed sweep without its removals, and counts backups by outcome', async () => {
  const metrics = openMetrics();
  countSweep(metrics, 'sessions', 4);
  countSweep(metrics, 'sessions', 0);
  countSweep(metrics, 'sessions', undefined);
  countBackup(metrics, 'failed');
  countBackup(metrics, 'made');
  const text = await metrics.text();
  expect([
    ...linesOf(text, 'cairn_sweeps_'),
    ...linesOf(text, 'cairn_swept'),
    ...linesOf(text, 'cairn_backups'),
  ]).toEqual([
    'cairn_sweeps_total{sweep="sessions",outcome="done"} 2',
    'cairn_sweeps_total{sweep="sessions",outcome="failed"} 1',
    'cairn_swept_total{sweep="sessions"} 4',
    'cairn_backups_total{outcome="failed"} 1',
    'cairn_backups_total{outcome="made"} 1',
  ]);
});

test("reports a model's calls, seconds and tokens, and the reason for its fallback", async () => {
  const metrics = openMetrics();
  const watch = watchModel(metrics, openLogger('silent'));
  watch.asked({ outcome: 'answered', milliseconds: 1_500, input_tokens: 300, output_tokens: 20 });
  watch.asked({ outcome: 'failed', milliseconds: 500, input_tokens: 0, output_tokens: 0, status: 500 });
  watch.stoodIn('failed');
  expect(linesOf(await metrics.text(), 'cairn_judge_')).toEqual([
    'cairn_judge_calls_total{outcome="answered"} 1',
    'cairn_judge_calls_total{outcome="failed"} 1',
    'cairn_judge_call_seconds_total 2',
    'cairn_judge_tokens_total{direction="input"} 300',
    'cairn_judge_tokens_total{direction="output"} 20',
    'cairn_judge_stand_ins_total{cause="failed"} 1',
  ]);
});
