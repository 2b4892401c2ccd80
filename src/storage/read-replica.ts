// A standby that is read where an answer of a moment ago will do: lists of the console, logs, figures. It is looked at
// every second. While it is away, too far behind, of another schema or of another database, everything is read from the
// primary, and a statement that fails there is run here instead, so a standby adds capacity and takes nothing away.
import type { Database, Reader, StorageHealth } from './database.ts';
import { type LogPosition, lagMeter, placeOf } from './replica-lag.ts';

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

export interface ReadReplica {
  /**
   * Reads from the standby, where it is used and holds every change up to `position` (null: wherever it stands).
   * Undefined: ask the primary.
   */
  readerSince(position: LogPosition | null): Reader | undefined;
  state(): ReplicaState;
  /** Statements that failed on the standby, or hung there, and were run on the primary. */
  fallbacks(): number;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  /** Both opened so that their health tells positions (`tellsPosition` of postgres.ts). */
  readonly primary: Database;
  readonly standby: Database;
  /** Further behind than this, it is not read. */
  readonly mostLagMs: number;
  /** Milliseconds that only ever grow. */
  readonly now: () => number;
  /** Told when the status changes. */
  readonly onChange: (state: ReplicaState, failure: string | undefined) => void;
}

const LOOK_EVERY_MS = 1_000;

/** Begins to look at the standby; it is read once a look has found it well. Owns `standby`, not `primary`. */
export function openReadReplica({ primary, standby, mostLagMs, now, onChange }: ReplicaOptions): ReadReplica {
  const meter = lagMeter();
  let state: ReplicaState = { status: 'starting', lag_seconds: null };
  let replayed: bigint | undefined;
  let fallbacks = 0;
  let isSuspect = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const leaving = new Set<() => void>();

  const look = async (): Promise<void> => {
    // The primary first: what it had then, the standby may have by the time it is asked.
    const source = await primary.health();
    const place = placeOf(source.log?.position);
    if (place !== undefined) meter.note(place, now());
    const copy = await standby.health();
    if (isClosed) return;
    replayed = placeOf(copy.log?.position);
    const lagMs = replayed === undefined ? null : meter.behind(replayed, now());
    const status = statusOf(source, copy, lagMs, mostLagMs);
    const before = state.status;
    state = { status, lag_seconds: lagMs === null ? null : lagMs / 1_000 };
    isSuspect = false;
    if (status === 'away') for (const leave of leaving) leave();
    if (status !== before) onChange(state, copy.failure);
  };
  let looking: Promise<void> | undefined;
  const lookAgain = async (): Promise<void> => {
    looking = look().catch(() => undefined);
    await looking;
    if (!isClosed) timer = setTimeout(() => void lookAgain(), LOOK_EVERY_MS).unref();
  };
  void lookAgain();

  /** Waits for the standby no longer than it is there. */
  const whileThere = async <Result>(asked: Promise<Result>): Promise<Result> => {
    asked.catch(() => undefined); // Where it was left, its failure is nobody's.
    let leave: () => void = () => undefined;
    const left = new Promise<never>((_, fail) => {
      leave = () => fail(new Error('the standby is away'));
    });
    leaving.add(leave);
    try {
      return await Promise.race([asked, left]);
    } finally {
      leaving.delete(leave);
    }
  };
  const first = async <Result>(there: () => Promise<Result>, here: () => Promise<Result>): Promise<Result> => {
    try {
      return await whileThere(there());
    } catch {
      // Whatever it was: reading has no effect, so it may be done again where it is sure to be right.
      fallbacks += 1;
      isSuspect = true;
      return here();
    }
  };
  const reader: Reader = {
    rows: (statement) =>
      first(
        () => standby.rows(statement),
        () => primary.rows(statement),
      ),
    row: (statement) =>
      first(
        () => standby.row(statement),
        () => primary.row(statement),
      ),
    read: (read, key) =>
      first(
        () => standby.read(read, key),
        () => primary.read(read, key),
      ),
  };
  return {
    readerSince(position) {
      if (state.status !== 'used' || isSuspect || replayed === undefined) return undefined;
      if (position === null) return reader;
      const place = placeOf(position);
      return place !== undefined && place <= replayed ? reader : undefined;
    },
    state: () => state,
    fallbacks: () => fallbacks,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      for (const leave of leaving) leave();
      await looking;
      await standby.close();
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
