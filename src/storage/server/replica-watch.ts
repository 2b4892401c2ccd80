// Whether a standby may be read: it is looked at every second, beside the primary.
import type { Database, StorageHealth } from '../database.ts';
import { type LogPosition, lagMeter, placeOf } from '../replica-lag.ts';

/** `used`; or why it is not: no answer, too old, not the schema or not the data of the primary. */
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
  /** Null while it is not known. */
  readonly lag_seconds: number | null;
}

export interface ReplicaOptions {
  /** Both opened so that their health tells positions (`tellsPosition` of postgres.ts). */
  readonly primary: Database;
  readonly standby: Database;
  /** Further behind than this, it is not read. */
  readonly mostLagMs: number;
  /** Milliseconds that only ever grow. */
  readonly now: () => number;
  /** Called when the status changes. */
  readonly onChange: (state: ReplicaState, failure: string | undefined) => void;
}

export interface ReplicaWatch {
  state(): ReplicaState;
  /** Whether it may be read, and holds every change up to `position` (null: wherever it stands). */
  mayRead(position: LogPosition | null): boolean;
  /** A statement failed there: it is not read until the next look. */
  suspect(): void;
  /** Resolves once no look is under way. */
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;

/** Begins to look; `onAway` is called with each look that finds the standby away. */
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
    // The primary first: what it had then, the standby may have by the time it is asked.
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

/** `lagMs` is null where the standby does not tell how far it has come. */
function statusOf(source: StorageHealth, copy: StorageHealth, lagMs: number | null, mostLagMs: number): ReplicaStatus {
  if (!copy.reached || copy.log === undefined || lagMs === null) return 'away';
  // A primary that does not answer for a moment says nothing against its standby.
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
