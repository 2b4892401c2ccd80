// The storage interface for rooms: statements that return rows, and transactions. Both storages (embedded.ts,
// postgres.ts) implement it with the same dialect, PostgreSQL's.

import type { AppliedMigration } from './applied-migration.ts';
import type { BatchedRead, KeyOf, KeyTypes, VersionCheck } from './batched-read.ts';
import type { OutageNotes } from './reach.ts';
import type { LogPosition } from './replica-lag.ts';
import type { ClockAhead } from './shared-clock.ts';
import type { Sql } from './sql.ts';
import type { StorageStats } from './storage-stats.ts';

/** Executes statements: the database, or a transaction. */
export interface Db {
  /** All rows. Timestamps are RFC 3339 strings in UTC with microseconds, `int8` is a number, and `json` is text. */
  rows<Row extends object>(statement: Sql): Promise<Row[]>;
  /** The first row, or undefined. */
  row<Row extends object>(statement: Sql): Promise<Row | undefined>;
  /**
   * Call this before a row is written. The result caches the written row as the result of a read, so that the next
   * reader needs no query. Absent in a transaction, which may still be rolled back.
   */
  remembering?(): Remember;
  /** For statements about all workspaces (`withinReach`). Absent if the database cannot be distributed. */
  readonly outage?: OutageNotes | undefined;
}

export type Remember = <Types extends KeyTypes, Row extends object, Answer>(
  batchedRead: BatchedRead<Types, Row, Answer>,
  key: KeyOf<Types>,
  answer: Answer,
  version: string,
) => void;

/** Executes batched reads (coalesced-reads.ts). */
export interface BatchReads {
  /** The answer, read from the database after the call. */
  read<Types extends KeyTypes, Row extends object, Answer>(
    batchedRead: BatchedRead<Types, Row, Answer>,
    key: KeyOf<Types>,
  ): Promise<Answer>;
}

/** Also returns a caller's authorization version from the same query. */
export interface ReadsChecked extends BatchReads {
  readChecked<Types extends KeyTypes, Row extends object, Answer>(
    batchedRead: BatchedRead<Types, Row, Answer>,
    key: KeyOf<Types>,
    versionCheck: VersionCheck | undefined,
  ): Promise<Checked<Answer>>;
}

export interface Checked<Answer> {
  readonly answer: Answer;
  /** Null if the caller no longer exists, or if no check was requested. */
  readonly authorization_version: string | null;
}

/** Reads allowed outside a transaction. */
export interface Reader extends Db, BatchReads {}

/** A running transaction. Inside it, use only `tx` and do nothing slow (no judge, no blob, no request). */
export interface Tx extends Db {
  readonly transaction: true;
}

export interface Database extends Reader, ReadsChecked {
  /** True if there is only one connection, so transactions block everyone. Split large writes into slices. */
  readonly takesTurns: boolean;
  /** Call this between slices. Resolves when others have had their turns, but after a short time at the latest. */
  giveWay(): Promise<void>;
  /**
   * Runs `work` in a transaction: commits, or rolls back if it throws. `work` may run up to three times, if PostgreSQL
   * requires it (serialization failure, deadlock) or a referenced row was deleted after it was read (foreign key). It
   * must therefore not have outside effects.
   */
  inTransaction<Result>(work: (tx: Tx) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
  /** Runs our own statements without parameters, possibly several in one text. Only for migrations. */
  script(text: string): Promise<void>;
  /** The health of the database. Never waits behind statements, and resolves within two seconds. */
  health(): Promise<StorageHealth>;
  stats(): StorageStats;
  /** A consistent tar archive of the whole database. Absent for servers, which have their own tools. */
  dump?(): Promise<Blob>;
  close(): Promise<void>;
}

export interface TransactionOptions {
  /** The work may take any amount of time (a migration, deleting a large workspace), so no deadlines apply. */
  readonly isPatient?: boolean;
  /**
   * The work does other long work between statements (a move, which reads elsewhere). Any other transaction that stalls
   * is aborted to release its locks.
   */
  readonly worksElsewhere?: boolean;
}

export interface StorageHealth {
  readonly reached: boolean;
  /** True if the server accepts changes: it is neither a standby nor read-only. */
  readonly writable: boolean;
  /** The migrations applied to the database. */
  readonly applied: readonly AppliedMigration[];
  /** The reason that the database is unreachable, for the log. */
  readonly failure?: string;
  /** The difference between the database's clock and this machine's; absent if it is the same clock. */
  readonly clockAhead?: ClockAhead;
  /** The position in the write-ahead log, and the system id. Absent without `tellsPosition` (postgres.ts). */
  readonly log?: { readonly position: LogPosition | null; readonly system: string };
}

/**
 * The name of the constraint that a failed statement violated, if any. A distributed engine names a shard's constraint,
 * with the shard's number appended, and only in the message. If it copies the rows of an `insert … select`, the code is
 * that of an internal error.
 */
export function violatedConstraint(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined;
  const { code, constraint } = thrown as { readonly code: unknown; readonly constraint?: unknown };
  const isCopied = code === 'XX000' && /violates (?:unique|foreign key|check) constraint/.test(thrown.message);
  if (code !== '23505' && code !== '23503' && code !== '23514' && !isCopied) return undefined;
  const name = typeof constraint === 'string' ? constraint : /constraint "([^"]+)"/.exec(thrown.message)?.[1];
  return name?.replace(/_\d{6,}$/, '');
}
