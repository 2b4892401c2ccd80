// Removes expired data: idempotency keys, sessions, provisioning logs, old catalog changes, webhook events and unused
// images. Only one process of the service sweeps at a time. A failed sweep runs again at its next turn.
import type { Logger } from 'pino';
import type { Blobs } from '../assets/blob.ts';
import { sweepOrphans } from '../assets/sweep-orphans.ts';
import { type Clock, DAY_MS } from '../base/clock.ts';
import { doEach } from '../base/slices.ts';
import { announceExpiring } from '../credentials/expiring.ts';
import { sweepArtifacts } from '../credentials/oauth-artifacts.ts';
import { sweepGrants, sweepGrantTokens } from '../credentials/oauth-grants.ts';
import { sweepIssuedTokens } from '../credentials/scim-access-tokens.ts';
import { settleAbandoned } from '../directory/groups/group-change.ts';
import { sweepSeatDays } from '../directory/seats/seat-days.ts';
import { sweepKeys } from '../http/idempotency/idempotency-store.ts';
import { sweepSessions } from '../identity/sessions.ts';
import { sweepDeliveries } from '../insight/insight.ts';
import { removeMembersWithoutRecord } from '../provisioning/groups/members-without-record.ts';
import { sweepProvisioning } from '../provisioning/log/provisioning-log.ts';
import { sweepSyncDays } from '../provisioning/log/sync-overview.ts';
import { sweepContent } from '../provisioning/rehearsal/recorded-requests.ts';
import { sweepSuspensions } from '../provisioning/suspensions.ts';
import { settleManagers } from '../provisioning/users/awaited-managers.ts';
import type { Database } from '../storage/database.ts';
import { MAX_SWEPT_ROWS } from '../storage/sweep-limit.ts';
import { sweepMoves } from '../storage/sweep-moves.ts';
import { addMonths } from '../storage/tables/log-partitions.ts';
import { claimTurn } from '../storage/turn-claim.ts';
import { sweepCatalogChanges } from '../trails/catalog/catalogs.ts';
import { sweepDeletedTrails } from '../trails/editing/deleted-trails.ts';
import { sweepFavourites } from '../trails/readers/favourites.ts';
import { sweepWebhookEvents } from '../webhooks/deliveries.ts';
import { type RepeatedWork, repeatWork } from './repeated-work.ts';

export interface SweepDeps {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Days to keep entries of a provisioning log. */
  readonly provisioningLogDays: number;
  /** Called after every sweep with the number of removed rows, or undefined if it failed. */
  readonly onSwept?: (name: string, removed: number | undefined) => void;
  /** Called before each check for due sweeps, so that other infrequent reads can run then, too. */
  readonly onLook?: () => Promise<void>;
}

/** A kind of expired data. `run` returns how many rows it removed, and runs again if that was a statement's maximum. */
interface Sweep {
  readonly name: string;
  readonly everyMs: number;
  readonly run: (deps: SweepDeps) => Promise<number>;
}

const MINUTE_MS = 60_000;

const SWEEPS: readonly Sweep[] = [
  {
    name: 'idempotency-keys',
    everyMs: 10 * MINUTE_MS,
    run: ({ database, clock }) => sweepKeys(database, clock()),
  },
  { name: 'row-moves', everyMs: 10 * MINUTE_MS, run: ({ database }) => sweepMoves(database) },
  { name: 'sessions', everyMs: 60 * MINUTE_MS, run: ({ database, clock }) => sweepSessions(database, clock()) },
  {
    name: 'oauth',
    everyMs: 60 * MINUTE_MS,
    run: ({ database, clock }) =>
      sumOf([sweepArtifacts, sweepGrantTokens, sweepGrants, sweepIssuedTokens], (sweep) => sweep(database, clock())),
  },
  {
    // For partitioned logs, this also creates partitions for the coming months.
    name: 'provisioning-log',
    everyMs: 60 * MINUTE_MS,
    run: ({ database, clock, provisioningLogDays }) => {
      const add = () => addMonths(database, clock()).then(() => 0);
      const sweep = () => sweepProvisioning(database, clock() - provisioningLogDays * DAY_MS);
      const forget = () => sweepContent(database, clock());
      return sumOf([add, sweep, forget], (part) => part());
    },
  },
  {
    name: 'suspensions',
    everyMs: 5 * MINUTE_MS,
    run: ({ database, clock }) => sweepSuspensions(database, clock()),
  },
  { name: 'awaited-managers', everyMs: 5 * MINUTE_MS, run: ({ database }) => settleManagers(database) },
  {
    name: 'members-without-record',
    everyMs: DAY_MS,
    run: ({ database }) => removeMembersWithoutRecord(database),
  },
  {
    name: 'deliveries',
    everyMs: DAY_MS,
    run: ({ database, clock }) => sweepDeliveries(database, clock()),
  },
  {
    // Also records today's numbers. Runs several times a day, so that the last numbers of a day are recent.
    name: 'counted-days',
    everyMs: 60 * MINUTE_MS,
    run: ({ database, clock }) => sumOf([sweepSeatDays, sweepSyncDays], (sweep) => sweep(database, clock())),
  },
  { name: 'favourites', everyMs: DAY_MS, run: ({ database }) => sweepFavourites(database) },
  {
    name: 'group-changes',
    everyMs: 10 * MINUTE_MS,
    run: ({ database, clock }) => settleAbandoned(database, clock() - 10 * MINUTE_MS),
  },
  {
    name: 'webhook-events',
    everyMs: 60 * MINUTE_MS,
    run: ({ database, clock }) => sweepWebhookEvents(database, clock()),
  },
  {
    name: 'expiring-credentials',
    everyMs: 60 * MINUTE_MS,
    run: ({ database, clock }) => announceExpiring(database, clock()),
  },
  { name: 'catalog-changes', everyMs: 60 * MINUTE_MS, run: ({ database }) => sweepCatalogChanges(database) },
  { name: 'deleted-trails', everyMs: DAY_MS, run: ({ database, clock }) => sweepDeletedTrails(database, clock()) },
  {
    name: 'orphaned-images',
    everyMs: 60 * MINUTE_MS,
    run: ({ database, blobs, clock }) => sweepOrphans(database, blobs, clock),
  },
];

/** The total number of rows that the parts removed. A failing part does not stop the others. */
async function sumOf<Part>(parts: readonly Part[], run: (part: Part) => Promise<number>): Promise<number> {
  let sum = 0;
  await doEach(parts, async (part) => {
    sum += await run(part);
  });
  return sum;
}

/**
 * Runs every sweep that is due, until nothing is left or the service stops. Returns the number of rows that each
 * removed.
 */
export async function sweepOnce(deps: SweepDeps, isEnding = (): boolean => false): Promise<Record<string, number>> {
  const removed: Record<string, number> = Object.create(null);
  for (const { name, everyMs, run } of SWEEPS) {
    try {
      if (!(await claimTurn(deps.database, name, everyMs, deps.clock()))) continue;
      let [all, some] = [0, MAX_SWEPT_ROWS];
      while (some >= MAX_SWEPT_ROWS && !isEnding()) {
        some = await run(deps);
        all += some;
        await deps.database.giveWay();
      }
      removed[name] = all;
      deps.onSwept?.(name, removed[name]);
    } catch (thrown) {
      deps.onSwept?.(name, undefined);
      deps.logger.warn({ sweep: name, err: thrown }, 'a sweep failed; the next turn will retry it');
    }
  }
  return removed;
}

/**
 * Checks for due sweeps about every five minutes, at different times in each process. Returns a function that stops the
 * checks.
 */
export function startSweeps(deps: SweepDeps): RepeatedWork {
  let isEnding = false;
  const looks = repeatWork(
    () => (4 + 2 * Math.random()) * MINUTE_MS,
    async () => {
      await deps.onLook?.().catch(() => undefined);
      const removed = await sweepOnce(deps, () => isEnding);
      for (const [name, count] of Object.entries(removed)) {
        if (count > 0) deps.logger.info({ sweep: name, removed: count }, 'swept');
      }
    },
  );
  return {
    stop() {
      isEnding = true;
      return looks.stop();
    },
  };
}
