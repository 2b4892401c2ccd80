// Detects whether anything was committed since an answer was read. Statements with the same snapshot of a server see
// the same rows. While no transaction ends, one statement without tables therefore confirms all answers and callers
// that wait for it.
import type { Span, Tracing } from '../../base/tracing.ts';
import type { BatchRow } from '../batched-read.ts';
import type { Db } from '../database.ts';
import { type Sql, sql } from '../sql.ts';
import { tracedRows } from '../traced-database.ts';
import { batchTurns } from './batch-turns.ts';
import { NEVER } from './read-cache.ts';

export interface Snapshots {
  /** True if the server's snapshots reflect every commit: it is a single PostgreSQL, and sessions are ours. */
  coversCommits(): boolean;
  /** The number of the newest known snapshot. */
  latest(): number;
  /** The number of a snapshot. Equal numbers mean equal snapshots, but a recurring snapshot may get a new number. */
  numberOf(snapshot: string | null): number;
  /** True if the next statement will probably see the same snapshot as the last ones, so that asking is worthwhile. */
  isSteady(): boolean;
  /** Call this for every new session: earlier reads cannot be compared with later ones. */
  begin(coversCommits: boolean): void;
}

/** After this many statements with the same snapshot, most frequently read data have been read with it. */
const STEADY_AFTER = 8;

export function openSnapshots(): Snapshots {
  let covers = false;
  let text: string | undefined;
  let number = 0;
  let alike = 0;
  return {
    coversCommits: () => covers,
    latest: () => number,
    numberOf(snapshot) {
      if (snapshot === null || !covers) return NEVER;
      if (snapshot === text) alike += 1;
      else {
        text = snapshot;
        number += 1;
        alike = 0;
      }
      return number;
    },
    isSteady: () => covers && alike >= STEADY_AFTER,
    begin(coversCommits) {
      covers = coversCommits;
      text = undefined;
      number += 1;
      alike = 0;
    },
  };
}

/**
 * A statement's snapshot as an additional row of a batch. It is unique to a server and its start time. A standby does
 * not report which transactions had ended.
 */
export const snapshotRow: Sql = sql`
  select 0::bigint as caller, null::bigint as n, case when not pg_is_in_recovery() then
    concat_ws(' ', extract(epoch from pg_postmaster_start_time()), pg_current_snapshot()) end as token,
    null::json as rows`;

/** The snapshot in these rows; null if it was not reported. */
export const snapshotIn = (rows: readonly BatchRow[]): string | null =>
  rows.find(({ caller }) => caller === 0)?.token ?? null;

export interface SnapshotDeps {
  readonly rows: Db['rows'];
  readonly snapshots: Snapshots;
  /** Maximum concurrent statements. */
  readonly atOnce: number;
  /** Undefined if tracing is off. */
  readonly tracing: Tracing | undefined;
}

/** The number of a snapshot taken after the call. Callers in the same event loop turn share a statement. */
export function snapshotNow({ rows, snapshots, atOnce, tracing }: SnapshotDeps): () => Promise<number> {
  const turns = batchTurns(atOnce, 1);
  const traced = tracing && tracedRows(tracing);
  let next: NextSnapshot | undefined;
  const ask = async (askers: ReadonlySet<Span>): Promise<number> => {
    const read = { askers, read: 'snapshot' };
    const found = await (traced?.<BatchRow>(rows, snapshotRow, read) ?? rows<BatchRow>(snapshotRow));
    return snapshots.numberOf(snapshotIn(found));
  };
  const begin = (): void => {
    if (next === undefined || !turns.mayBegin('', next.requests)) return;
    const { requests, settle, askers } = next;
    next = undefined;
    const asked = ask(askers);
    settle(asked);
    turns.take('', requests, asked.then(ignored, ignored), begin);
  };
  return () => {
    if (next === undefined) {
      next = nextSnapshot();
      setImmediate(begin);
    }
    next.requests += 1;
    const span = tracing?.active();
    if (span !== undefined) next.askers.add(span);
    return next.number;
  };
}

const ignored = (): void => undefined;

/** The callers waiting for the next statement. */
interface NextSnapshot {
  readonly number: Promise<number>;
  readonly settle: (asked: Promise<number>) => void;
  readonly askers: Set<Span>;
  requests: number;
}

function nextSnapshot(): NextSnapshot {
  let settle: NextSnapshot['settle'] = ignored;
  const number = new Promise<number>((done) => {
    settle = done;
  });
  return { number, settle, askers: new Set(), requests: 0 };
}
