// Whether anything was committed since an answer was read. Statements that see the same snapshot of a server see the
// same rows, whatever they read: while no transaction ends, one statement that reads no table confirms every answer and
// every caller that waits for it.
import type { Span, Tracing } from '../../base/tracing.ts';
import type { BatchRow } from '../batched-read.ts';
import type { Db } from '../database.ts';
import { type Sql, sql } from '../sql.ts';
import { tracedRows } from '../traced-database.ts';
import { batchTurns } from './batch-turns.ts';
import { NEVER } from './read-cache.ts';

export interface Snapshots {
  /** The server's snapshots tell of every commit: it is one PostgreSQL, and its sessions are ours. */
  coversCommits(): boolean;
  /** The number of the newest snapshot that is known. */
  latest(): number;
  /** The number of what a statement saw. Equal numbers are equal snapshots; one that returns may have another. */
  numberOf(snapshot: string | null): number;
  /** The next statement will probably see what the last ones saw: it is worth asking. */
  isSteady(): boolean;
  /** A session has begun: what was read in others is compared with nothing that is read from here on. */
  begin(coversCommits: boolean): void;
}

/** After so many statements in turn that saw the same: by then most of what is asked often was read at it. */
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
 * What a statement sees, as a row beside the rows of a batch. Two servers, or two starts of one, never tell the same. A
 * standby does not tell which transactions had ended.
 */
export const snapshotRow: Sql = sql`
  select 0::bigint as caller, null::bigint as n, case when not pg_is_in_recovery() then
    concat_ws(' ', extract(epoch from pg_postmaster_start_time()), pg_current_snapshot()) end as token,
    null::json as rows`;

/** What the statement of these rows saw; null where it did not tell. */
export const snapshotIn = (rows: readonly BatchRow[]): string | null =>
  rows.find(({ caller }) => caller === 0)?.token ?? null;

export interface SnapshotDeps {
  readonly rows: Db['rows'];
  readonly snapshots: Snapshots;
  /** So many statements at a time. */
  readonly atOnce: number;
  /** Undefined: no traces. */
  readonly tracing: Tracing | undefined;
}

/** The number of a snapshot of a moment after the call. All who ask in one turn share a statement. */
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

/** Those who wait for the next statement. */
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
