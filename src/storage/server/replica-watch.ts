// Decides whether a standby may be read, with a check every second alongside the primary.
import type { Database, StorageHealth } from '../database.ts';
import { type LogPosition, lagMeter, placeOf } from '../replica-lag.ts';

/** `used`, or the reason it is not: no response, too much lag, or a different schema or database. */
export const REPLICA_STATUSES = [
  'used',
  'starting',
  'away',
  'behind',
  'of another schema',
  'of another database',
] as const;

export type ReplicaStatus = (typeof REPLICA_STATUSES)[number];

export interface ReplicaState {
  readonly status: ReplicaStatus;
  /** Null while unknown. */
  readonly lag_seconds: number | null;
}

export interface ReplicaOptions {
  /** Both must report positions in their health (`tellsPosition` of postgres.ts). */
  readonly primary: Database;
  readonly standby: Database;
  /** The maximum lag for reading. */
  readonly mostLagMs: number;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
  readonly onChange: (state: ReplicaState, failure: string | undefined) => void;
}

export interface ReplicaWatch {
  state(): ReplicaState;
  /** Whether it may be read and has all changes up to `position` (null: any). */
  mayRead(position: LogPosition | null): boolean;
  /** Suspends reading until the next check, after a failed statement. */
  suspect(): void;
  /** Resolves once no check is running. */
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;

/** Starts checking. `onAway` is called with each check that finds the standby unavailable. */
export function watchReplica(
  { primary, standby, mostLagMs, now, onChange }: ReplicaOptions,
  onAway: () => void,
): ReplicaWatch {
  const meter = lagMeter();
  let state: ReplicaState = { status: 'starting', lag_seconds: null };
  let replayed: bigint | undefined;
  let isSuspect = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    // Asks the primary first, because the standby may have caught up by the time it is asked.
    const source = await primary.health();
    const place = placeOf(source.log?.position);
    if (place !== undefined) meter.note(place, now());
    const copy = await standby.health();
    if (isStopped) return;
    replayed = placeOf(copy.log?.position);
    const lagMs = replayed === undefined ? null : meter.behind(replayed, now());
    const status = statusOf(source, copy, lagMs, mostLagMs);
    const before = state.status;
    state = { status, lag_seconds: lagMs === null ? null : lagMs / 1_000 };
    isSuspect = false;
    if (status === 'away') onAway();
    if (status !== before) onChange(state, copy.failure);
  };
  let looking: Promise<void> | undefined;
  const lookAgain = async (): Promise<void> => {
    looking = look().catch(() => undefined);
    await looking;
    if (!isStopped) timer = setTimeout(() => void lookAgain(), LOOK_EVERY_MS).unref();
  };
  void lookAgain();

  return {
    state: () => state,
    mayRead(position) {
      if (state.status !== 'used' || isSuspect || replayed === undefined) return false;
      if (position === null) return true;
      const place = placeOf(position);
      return place !== undefined && place <= replayed;
    },
    suspect() {
      isSuspect = true;
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** `lagMs` is null if the standby does not report its position. */
function statusOf(source: StorageHealth, copy: StorageHealth, lagMs: number | null, mostLagMs: number): ReplicaStatus {
  if (!copy.reached || copy.log === undefined || lagMs === null) return 'away';
  // A primary that is briefly unavailable does not disqualify its standby.
  if (source.log !== undefined && source.log.system !== copy.log.system) return 'of another database';
  if (source.reached && !isSameSchema(source, copy)) return 'of another schema';
  return lagMs > mostLagMs ? 'behind' : 'used';
}

const isSameSchema = (one: StorageHealth, other: StorageHealth): boolean =>
  one.applied.length === other.applied.length &&
  one.applied.every(({ version, checksum }, at) => {
    const same = other.applied[at];
    return same?.version === version && same.checksum === checksum;
  });
