// What a server's own processes do beside its clients, and the embedded database has nobody for. Vacuum: every saved
// document leaves its predecessor behind, and its room is taken back. Checkpoints: without them the write-ahead log
// grows for as long as the process lives, and all of it is read again after a crash. Both at a quiet moment.
import type { InTurn } from './statistics.ts';

export interface UpkeepDeps {
  readonly inTurn: InTurn;
  /** True while nobody has asked for anything for a moment. */
  readonly isQuiet: () => boolean;
  readonly wait?: (milliseconds: number) => Promise<void>;
}

export interface Upkeep {
  /** Counts a change; after every five hundred it is seen what is due. */
  noteChange(): void;
  /** Does what is due: the first time every table is vacuumed. Never throws. */
  look(): Promise<void>;
  stop(): void;
}

const LOOK_AFTER_CHANGES = 500;
const QUIET_AGAIN_MS = 250;
/** A service that is never quiet is kept up all the same, after so many waits: five minutes, and ten seconds. */
const WAITS_FOR_VACUUM = 1_200;
const WAITS_FOR_CHECKPOINT = 40;

/** As autovacuum decides: a table, or what is stored beside it, with 50 and a fifth of its rows gone. */
const DUE_TABLES = `
  select s.relid::regclass::text as name
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    left join pg_stat_all_tables t on t.relid = c.reltoastrelid
  where s.schemaname = 'public' and (s.n_dead_tup > 50 + s.n_live_tup / 5 or t.n_dead_tup > 50 + t.n_live_tup / 5)`;
/** But for empty ones, since a vacuum counts rows, as an ANALYZE does (statistics.ts). */
const ALL_TABLES = `
  select oid::regclass::text as name from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`;
/** A segment of the log since the last one: the pages that it dirtied are written while everybody waits. */
const CHECKPOINT_DUE = `
  select 'checkpoint' as name from pg_control_checkpoint() where pg_current_wal_lsn() - redo_lsn > 16 * 1048576`;

export function openUpkeep({ inTurn, isQuiet, wait = pause }: UpkeepDeps): Upkeep {
  let changes = 0;
  let isFirst = true;
  let isStopped = false;

  /** False: there is no more to be done. */
  const quiet = async (mostWaits: number): Promise<boolean> => {
    for (let waits = 0; waits < mostWaits && !isStopped && !isQuiet(); waits += 1) await wait(QUIET_AGAIN_MS);
    return !isStopped;
  };
  const vacuum = singly(async () => {
    // The counts of what is gone are handed on now and then only, unless it is asked for.
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

/** `work` once at a time. What failed is due again later. */
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
