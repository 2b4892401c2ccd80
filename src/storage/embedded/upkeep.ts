// Maintenance that a PostgreSQL server does in background processes. Vacuum: every saved document leaves its
// predecessor behind, whose space must be reclaimed. Checkpoints: without them the write-ahead log grows while the
// process lives, and is replayed after a crash. Both run at quiet moments.
import type { InTurn } from './statistics.ts';

export interface UpkeepDeps {
  readonly inTurn: InTurn;
  /** True if there were no requests for a moment. */
  readonly isQuiet: () => boolean;
  readonly wait?: (milliseconds: number) => Promise<void>;
}

export interface Upkeep {
  /** Counts a change. After every 500 changes, checks what is due. */
  noteChange(): void;
  /** Does whatever is due. The first call vacuums every table. Never throws. */
  look(): Promise<void>;
  stop(): void;
}

const LOOK_AFTER_CHANGES = 500;
const QUIET_AGAIN_MS = 250;
/** A service that is never idle is maintained anyway after five minutes (vacuum) or ten seconds (checkpoint). */
const WAITS_FOR_VACUUM = 1_200;
const WAITS_FOR_CHECKPOINT = 40;

/** The same rule as autovacuum: tables (or their TOAST tables) whose dead rows exceed 50 plus 20% of all rows. */
const DUE_TABLES = `
  select s.relid::regclass::text as name
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    left join pg_stat_all_tables t on t.relid = c.reltoastrelid
  where s.schemaname = 'public' and (s.n_dead_tup > 50 + s.n_live_tup / 5 or t.n_dead_tup > 50 + t.n_live_tup / 5)`;
/** Skips empty tables, because a vacuum counts rows like an ANALYZE (statistics.ts). */
const ALL_TABLES = `
  select oid::regclass::text as name from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`;
/** A checkpoint is due after one log segment, because writing the dirty pages blocks everyone. */
const CHECKPOINT_DUE = `
  select 'checkpoint' as name from pg_control_checkpoint() where pg_current_wal_lsn() - redo_lsn > 16 * 1048576`;

export function openUpkeep({ inTurn, isQuiet, wait = pause }: UpkeepDeps): Upkeep {
  let changes = 0;
  let isFirst = true;
  let isStopped = false;

  /** Returns false if there is nothing more to do. */
  const quiet = async (mostWaits: number): Promise<boolean> => {
    for (let waits = 0; waits < mostWaits && !isStopped && !isQuiet(); waits += 1) await wait(QUIET_AGAIN_MS);
    return !isStopped;
  };
  const vacuum = singly(async () => {
    // Counters of dead rows are published only occasionally, unless requested.
    await inTurn('select pg_stat_force_next_flush()::text as name');
    const { rows } = await inTurn(isFirst ? ALL_TABLES : DUE_TABLES);
    isFirst = false;
    for (const { name } of rows) if (await quiet(WAITS_FOR_VACUUM)) await inTurn(`vacuum ${name}`);
  });
  const checkpoint = singly(async () => {
    const { rows } = await inTurn(CHECKPOINT_DUE);
    for (const { name } of rows) if (await quiet(WAITS_FOR_CHECKPOINT)) await inTurn(name);
  });
  const look = async (): Promise<void> => {
    if (!isStopped) await Promise.all([vacuum(), checkpoint()]);
  };
  return {
    noteChange() {
      changes += 1;
      if (changes % LOOK_AFTER_CHANGES === 0) void look();
    },
    look,
    stop: () => {
      isStopped = true;
    },
  };
}

/** Runs `work`, but never concurrently. After a failure, it is due again later. */
function singly(work: () => Promise<void>): () => Promise<void> {
  let isUnderWay = false;
  return async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    await work().catch(() => undefined);
    isUnderWay = false;
  };
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, milliseconds).unref();
  });
