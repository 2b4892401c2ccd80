// Background work of the process: webhooks and audit streams, sweeps, scheduled changes, and scheduled backups.
import type { Blobs } from '../assets/blob.ts';
import { type RepeatedWork, stopAll } from '../background/repeated-work.ts';
import { RENEW_EVERY_MS, startScheduledBackups } from '../background/scheduled-backups.ts';
import { type ScheduledChangesDeps, startScheduledChanges } from '../background/scheduled-changes.ts';
import { startSweeps } from '../background/sweeps.ts';
import { openDispatch } from '../background/webhook-dispatch.ts';
import { watchWorkers } from '../background/worker-watch.ts';
import type { Backups } from '../backup/backups.ts';
import { restoreAside } from '../backup/restore-aside.ts';
import { sealerOf } from '../identity/sealed-secret.ts';
import type { Database } from '../storage/database.ts';
import type { Dispatcher } from '../webhooks/dispatch.ts';
import { rulesOf } from './rules-of.ts';
import type { ServiceContext } from './service-context.ts';
import { type BackupFigures, backupFigures, countBackup, countSweep } from './service-metrics.ts';
import type { ServiceSecrets } from './service-secrets.ts';

export interface BackgroundDeps {
  /** The database. It refuses queries until it is prepared, so due work waits. */
  readonly database: Database;
  /** Resolves when the database is prepared. */
  readonly prepared: Promise<void>;
  readonly blobs: Blobs;
  readonly backups: Backups | undefined;
  readonly secrets: ServiceSecrets;
  readonly isDraining: () => boolean;
  /** Called with the catalogs whose trails were changed by a schedule. */
  readonly onChange: ScheduledChangesDeps['onChange'];
}

export interface BackgroundWork {
  readonly dispatcher: Dispatcher;
  readonly backups: () => BackupFigures;
  /** Starts no new deliveries, and aborts those still running after `graceMs`. */
  readonly stopDelivering: (graceMs: number) => Promise<void>;
  /** Stops everything else. Does not wait more than a few seconds. */
  readonly stop: () => Promise<void>;
}

const LEFT_AFTER_MS = 5_000;

export function startBackgroundWork(context: ServiceContext, deps: BackgroundDeps): BackgroundWork {
  const { config, clock, logger, metrics } = context;
  const { database, blobs, secrets } = deps;
  const dispatch = openDispatch({
    ...context,
    database,
    sealer: sealerOf(secrets.sealing),
    isReady: () => secrets.areKnown() && !deps.isDraining(),
  });
  const backup = backupFigures(deps.backups, clock);
  void backup.read();
  const sweeps = startSweeps({
    database,
    blobs,
    clock,
    logger,
    provisioningLogDays: config.provisioningLogDays,
    onSwept: (name, removed) => countSweep(metrics, name, removed),
    onLook: async () => {
      await dispatch.readBacklog();
    },
  });
  const scheduled = startScheduledChanges({
    database,
    rules: rulesOf(config),
    clock,
    logger,
    onChange: deps.onChange,
  });
  const workers = watchWorkers(database, deps.prepared, logger);
  const backedUp = startBackups(context, deps, backup.read);
  return {
    dispatcher: dispatch.dispatcher,
    backups: backup.last,
    stopDelivering: dispatch.close,
    async stop() {
      const works = [workers, sweeps, scheduled, ...(backedUp === undefined ? [] : [backedUp])];
      if (await stopAll(works, LEFT_AFTER_MS)) return;
      logger.warn('sweeps, schedules or a backup are still running at exit; the next start continues them');
    },
  };
}

/** Undefined if no backup folder is configured. */
function startBackups(
  { config, clock, logger, metrics }: ServiceContext,
  { database, backups }: Pick<BackgroundDeps, 'database' | 'backups'>,
  onLook: () => Promise<void>,
): RepeatedWork | undefined {
  if (config.backups === undefined || backups === undefined) return undefined;
  const { everyMs } = config.backups;
  const onAttempt = (outcome: 'made' | 'failed'): void => countBackup(metrics, outcome);
  const scheduled = { backups, database, clock, logger, everyMs, onAttempt, renewEveryMs: RENEW_EVERY_MS };
  return startScheduledBackups(scheduled, { restore: config.backups.isVerified ? restoreAside : undefined, onLook });
}
