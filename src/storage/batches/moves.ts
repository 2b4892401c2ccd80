// Knows which rows have been written since an answer was read, so that a write invalidates only the answers that depend
// on that row. Triggers record each write with its transaction (`row_moves`). A statement compares two snapshots of the
// server and returns what was committed between them, in any process and in any order of commits.
import type { BatchRow, Source } from '../batched-read.ts';
import { limitOf } from '../limit.ts';
import { type Sql, sql, trusted } from '../sql.ts';

/** The generation of answers that always need confirmation. */
export const NEVER = -1;
/** An answer that depends on these sources and is valid in that generation. */
export interface Dated {
  generation: number;
  readonly sources: readonly Source[];
  /** The version of an answer. It begins with the row's id and version, which show if the answer contains a move. */
  readonly token?: string;
}

export interface Moves {
  /**
   * True if the database records moves: it is a single PostgreSQL, sessions belong to this process, and all triggers
   * exist.
   */
  areKnown(): boolean;
  /** The starting point of a statement. Take it before the statement is sent. */
  begin(): Since;
  /** Records the statement's row of moves. Returns the generation of the other rows that the statement read. */
  note(rows: readonly BatchRow[], since: Since): number;
  /** True if nothing that the answer depends on is known to have moved. It then gets the current generation. */
  isCurrent(dated: Dated): boolean;
  /** True if the next statement can probably confirm results, so that it is worth sending. */
  isSteady(): boolean;
  /** Call this if writes may have been missed, e.g. for a new session, which may lead to another server. */
  forget(areKnown: boolean): void;
}

export interface Since {
  readonly generation: number;
  readonly position: Position | undefined;
}

/** A snapshot of a server, with the start time of the server and the server's time in seconds. */
interface Position {
  readonly snapshot: string;
  readonly startedAt: string;
  readonly at: number;
}

/** Sweeps keep moves for longer (sweep-moves.ts). */
const MAX_AGE_SECONDS = 60;
/** During a long transaction, statements read all moves since it began. Above this number, everything has moved. */
const MAX_LOOKED_AT = 1_000;
const MAX_REMEMBERED = 50_000;
/** After this many statements that reported moves, most of the frequently read data has a generation. */
const STEADY_AFTER = 8;

/** `hasDeadline` is false if this process checks for moves after each write and therefore misses none. */
export function openMoves({ hasDeadline }: { readonly hasDeadline: boolean }): Moves {
  let isCovered = false;
  let generation = 0;
  let position: Position | undefined;
  /** Results of earlier generations may have missed a move. */
  let floor = 0;
  let successes = 0;
  /** The generation in which a source last moved, in this order, and the row's id and version if they are known. */
  const movedIn = new Map<string, LastMove>();

  const forgetAll = (): void => {
    generation += 1;
    floor = generation;
    movedIn.clear();
    successes = 0;
  };
  return {
    areKnown: () => isCovered,
    begin: () => ({ generation, position }),
    note(rows, since) {
      const row = rows.find(({ caller }) => caller === 0);
      const next = positionIn(row);
      if (next === undefined || !isCovered) return NEVER;
      const moved = movedSince(since.position, next, row?.rows ?? null, hasDeadline);
      // Other statements may have ended first. It is then unknown which snapshot is newer, so this one does not become
      // the position. Its moves are included, but what the statement read is treated as stale.
      const isNext = since.generation === generation;
      if (moved === undefined) forgetAll();
      else {
        successes += 1;
        if (moved.size > 0) generation += 1;
        for (const [source, version] of moved) {
          // Another statement may have reported a later move of this row.
          const isLast =
            (since.generation >= floor && (isNext || !movedAfter(movedIn, source, since))) ||
            movedIn.get(source)?.version === version;
          floor = Math.max(floor, note(movedIn, source, { generation, version: isLast ? version : undefined }));
        }
      }
      if (!isNext) return since.generation;
      position = next;
      return generation;
    },
    isCurrent(dated) {
      if (!isCovered) return false;
      if (dated.generation === generation) return true;
      if (dated.generation < floor || dated.sources.some((source) => hasMoved(movedIn, source, dated))) return false;
      dated.generation = generation;
      return true;
    },
    isSteady: () => isCovered && successes >= STEADY_AFTER,
    forget(areKnown) {
      isCovered = areKnown;
      position = undefined;
      forgetAll();
    },
  };
}

interface LastMove {
  readonly generation: number;
  readonly version: string | undefined;
}

const movedAfter = (
  movedIn: ReadonlyMap<string, LastMove>,
  source: string,
  since: { readonly generation: number },
): boolean => (movedIn.get(source)?.generation ?? NEVER) > since.generation;

/** True unless the answer contains the move. */
function hasMoved(movedIn: ReadonlyMap<string, LastMove>, source: Source, dated: Dated): boolean {
  const version = movedIn.get(source)?.version;
  return movedAfter(movedIn, source, dated) && !(version !== undefined && `${dated.token} `.startsWith(`${version} `));
}

/** Records a source's last move. Returns the generation of the move that it drops to make room, or 0. */
function note(movedIn: Map<string, LastMove>, source: string, move: LastMove): number {
  movedIn.delete(source);
  movedIn.set(source, move);
  if (movedIn.size <= MAX_REMEMBERED) return 0;
  for (const [oldest, { generation }] of movedIn) {
    movedIn.delete(oldest);
    return generation;
  }
  return 0;
}

function positionIn(row: BatchRow | undefined): Position | undefined {
  const [startedAt, snapshot] = row?.token?.split(' ') ?? [];
  if (startedAt === undefined || snapshot === undefined) return undefined;
  return { startedAt, snapshot, at: row?.n ?? 0 };
}

/** Sorts last, because a deleted row has no version. The row may have been added again since. */
const DELETED = Number.MAX_SAFE_INTEGER;

/** The table, the row, its catalog and its version. */
type Move = readonly [string, string | null, string | null, number | null];

/** The sources that moved between two positions, with the last version of a row; undefined if that cannot be known. */
function movedSince(
  before: Position | undefined,
  after: Position,
  rows: string | null,
  hasDeadline: boolean,
): ReadonlyMap<string, string | undefined> | undefined {
  if (before === undefined || before.startedAt !== after.startedAt) return undefined;
  if (hasDeadline && Math.abs(after.at - before.at) > MAX_AGE_SECONDS) return undefined;
  const moves = rows === null ? [] : (JSON.parse(rows) as readonly Move[]);
  if (moves.some(([, row]) => row === null)) return undefined;
  const sources = new Map<string, string | undefined>();
  // Versions of a row only grow until it is deleted.
  const inOrder = moves.toSorted(([, , , one], [, , , other]) => (one ?? DELETED) - (other ?? DELETED));
  for (const [table, row, catalog, version] of inOrder) {
    sources.set(`${table} ${row}`, version === null ? undefined : `${row} ${version}`);
    if (catalog !== null) sources.set(`${table} ${catalog}`, undefined);
  }
  return sources;
}

/**
 * The moves between a known snapshot (null if there is none) and the statement's own, as a row of a batch. `token`
 * contains the server's start time and the snapshot, `n` the server's time, and `rows` the moves. A standby does not
 * report which transactions had ended.
 */
export const movesSince = (snapshot: unknown): Sql => sql`
  select 0::bigint as caller, extract(epoch from statement_timestamp())::bigint as n,
    case when not pg_is_in_recovery() then
      concat_ws(' ', extract(epoch from pg_postmaster_start_time()), pg_current_snapshot()) end as token,
    (select case when count(*) = ${trusted(String(MAX_LOOKED_AT))} then '[["", null, null, null]]'::json
      else json_agg(json_build_array(m.source, m.row_id, m.catalog_id, m.row_version))
        filter (where not pg_visible_in_snapshot(m.xid, ${snapshot}::text::pg_snapshot)) end
      from (select * from row_moves where xid >= pg_snapshot_xmin(${snapshot}::text::pg_snapshot)
        ${limitOf(MAX_LOOKED_AT)}) m) as rows`;
