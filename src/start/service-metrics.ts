// Metrics of the service other than those of requests: the database, Redis, the judge's memory, the drain, and the last
// backup. Each is read on a request to /metrics.

import { newestBackupAt } from '../background/scheduled-backups.ts';
import type { Backups } from '../backup/backups.ts';
import type { Metrics } from '../http/metrics/metrics.ts';
import type { Database, StorageHealth } from '../storage/database.ts';
import { MAX_NAMED_WORKSPACES } from '../storage/reach.ts';
import type { ReadReplica } from '../storage/server/read-replica.ts';
import { RELEASE, VERSION } from './release.ts';

export interface ServiceFigures {
  readonly database: Database;
  readonly health: () => StorageHealth | undefined;
  /** Undefined if no standby is configured. */
  readonly replica: ReadReplica | undefined;
  /** Undefined if this process limits rates on its own. */
  readonly redis: (() => { readonly shared: number; readonly alone: number; readonly isAway: boolean }) | undefined;
  readonly judgeIndex: () => { readonly catalogs: number; readonly trails: number; readonly bytes: number };
  /** Idempotency-Keys of requests in progress in this process. */
  readonly leasesHeld: () => number;
  readonly isDraining: () => boolean;
  readonly backups: () => BackupFigures;
  readonly now: () => number;
}

export function watchService(metrics: Metrics, figures: ServiceFigures): void {
  const build = [{ labels: { version: VERSION, commit: RELEASE }, value: 1 }];
  metrics.watch('cairn_build_info', '1, with the version and the commit of this build.', () => build, 'most');
  watchDatabase(metrics, figures);
  watchOutage(metrics, figures.database);
  if (figures.replica !== undefined) watchReplica(metrics, figures.replica);
  const { redis, judgeIndex, leasesHeld, isDraining } = figures;
  if (redis !== undefined) {
    metrics.watch(
      'cairn_redis_up',
      '1 while Redis enforces rate limits, 0 while this process does.',
      () => (redis().isAway ? 0 : 1),
      'least',
    );
    const taken = () => [
      { labels: { by: 'redis' }, value: redis().shared },
      { labels: { by: 'process' }, value: redis().alone },
    ];
    metrics.watch(
      'cairn_rate_limit_decisions_total',
      'Rate limit decisions, by Redis or by this process.',
      taken,
      'total',
    );
  }
  metrics.watch('cairn_judge_index_catalogs', 'Catalogs that the judge keeps in memory.', () => judgeIndex().catalogs);
  metrics.watch('cairn_judge_index_trails', 'Trails in these catalogs.', () => judgeIndex().trails);
  metrics.watch('cairn_judge_index_bytes', 'Memory used by these catalogs, in bytes.', () => judgeIndex().bytes);
  metrics.watch('cairn_idempotency_leases', 'Idempotency-Keys of requests in progress in this process.', leasesHeld);
  metrics.watch('cairn_draining', '1 once the process has been told to stop.', () => Number(isDraining()), 'most');
  watchBackups(metrics, figures);
}

function watchBackups(metrics: Metrics, { backups, now }: ServiceFigures): void {
  const ageOf = (at: number | undefined): number => (at === undefined ? -1 : Math.max(0, (now() - at) / 1_000));
  const age = 'Age of the newest backup in CAIRN_BACKUP_FOLDER in seconds, or -1 if there is none or it is damaged.';
  metrics.watch('cairn_backup_age_seconds', age, () => ageOf(backups().madeAt), 'most');
  const verified = 'Age of the newest backup that was restored on the side in seconds, or -1 if there is none.';
  metrics.watch('cairn_backup_verified_age_seconds', verified, () => ageOf(backups().verifiedAt), 'most');
  const broken = 'Backups that are damaged or could not be restored on the side.';
  metrics.watch('cairn_backups_broken', broken, () => backups().broken, 'most');
}

/** Counts a sweep of this process. `removed` is undefined if it failed. */
export function countSweep(metrics: Metrics, sweep: string, removed: number | undefined): void {
  const outcome = removed === undefined ? 'failed' : 'done';
  metrics.count('cairn_sweeps_total', 'Sweeps by this process.', { sweep, outcome });
  metrics.count('cairn_swept_total', 'Leftovers that sweeps removed.', { sweep }, removed ?? 0);
}

/** Counts a scheduled backup. */
export function countBackup(metrics: Metrics, outcome: 'made' | 'failed'): void {
  metrics.count('cairn_backups_total', 'Scheduled backups by this process.', { outcome });
}

/** Times in milliseconds since the epoch; undefined without such a backup, or if the folder cannot be read. */
export interface BackupFigures {
  readonly madeAt: number | undefined;
  readonly verifiedAt: number | undefined;
  readonly broken: number;
}

const NO_BACKUPS: BackupFigures = { madeAt: undefined, verifiedAt: undefined, broken: 0 };

/** Figures about the folder of backups from the last call of `read`. */
export function backupFigures(
  backups: Pick<Backups, 'list'> | undefined,
  now: () => number,
): { readonly last: () => BackupFigures; readonly read: () => Promise<void> } {
  let last = NO_BACKUPS;
  const look = async (kept: Pick<Backups, 'list'>): Promise<BackupFigures> => ({
    madeAt: await newestBackupAt(kept, now()),
    verifiedAt: await newestBackupAt(kept, now(), (state) => state === 'restorable'),
    broken: (await kept.list()).filter(({ verification: check }) => check !== null && check.restored === null).length,
  });
  return {
    last: () => last,
    async read() {
      if (backups !== undefined) last = await look(backups).catch(() => NO_BACKUPS);
    },
  };
}

function watchReplica(metrics: Metrics, replica: ReadReplica): void {
  const isUsed = () => Number(replica.state().status === 'used');
  metrics.watch(
    'cairn_read_replica_up',
    '1 while reads go to the standby, 0 while they go to the primary.',
    isUsed,
    'least',
  );
  const lag = () => replica.state().lag_seconds ?? -1;
  metrics.watch('cairn_read_replica_lag_seconds', 'Lag of the standby in seconds, or -1 if unknown.', lag, 'most');
  const about = 'Statements that failed on the standby and were repeated on the primary.';
  metrics.watch('cairn_read_replica_fallbacks_total', about, replica.fallbacks, 'total');
}

function watchOutage(metrics: Metrics, database: Database): void {
  const unreachable = () => database.outage?.last()?.unreachable ?? [];
  const about = 'Workspaces that cannot be served because a worker of a distributed database is down.';
  metrics.watch('cairn_unreachable_workspaces', about, () => unreachable().length, 'most');
  const named = () => {
    const samples = unreachable()
      .slice(0, MAX_NAMED_WORKSPACES)
      .map((workspace) => ({ labels: { workspace }, value: 1 }));
    // The first sample declares the label.
    return samples.length > 0 ? samples : [{ labels: { workspace: 'none' }, value: 0 }];
  };
  const each = `1 for each of up to ${MAX_NAMED_WORKSPACES} of these workspaces.`;
  metrics.watch('cairn_unreachable_workspace', each, named, 'most');
}

function watchDatabase(metrics: Metrics, { database, health }: ServiceFigures): void {
  const stats = () => database.stats();
  metrics.watch(
    'cairn_database_up',
    '1 while a writable server is reachable.',
    () => {
      const last = health();
      return last === undefined || (last.reached && last.writable) ? 1 : 0;
    },
    'least',
  );
  metrics.watch('cairn_database_connections', 'Connections of the pool.', () => {
    const { total, idle } = stats().connections;
    return [
      { labels: { state: 'at_work' }, value: total - idle },
      { labels: { state: 'idle' }, value: idle },
    ];
  });
  const waiting = 'Requests waiting for a connection.';
  metrics.watch('cairn_database_waiting', waiting, () => stats().connections.waiting);
  const failures = 'Statements and transactions that failed, including refusals.';
  metrics.watch('cairn_database_failures_total', failures, () => stats().failures, 'total');
  const diskFull = 'Failures because the disk of the database was full.';
  metrics.watch('cairn_database_disk_full_total', diskFull, () => stats().diskFull, 'total');
  const seconds = 'Seconds of statements and transactions, including the wait for a connection.';
  metrics.watchDurations('cairn_database_seconds', seconds, stats);
}
