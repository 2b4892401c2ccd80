// What a room may ask of storage: rows for a statement, and a transaction. Both storages (embedded.ts, postgres.ts)
// answer this one interface with one dialect, PostgreSQL's.

import type { AppliedMigration } from './applied-migration.ts';
import type { BatchedRead, KeyOf, KeyTypes, VersionCheck } from './batched-read.ts';
import type { LogPosition } from './replica-lag.ts';
import type { ClockAhead } from './shared-clock.ts';
import type { Sql } from './sql.ts';
import type { StorageStats } from './storage-stats.ts';

/** Something that answers statements: the database itself, or a transaction on it. */
export interface Db {
  /**
   * All rows of the statement. Timestamps are RFC 3339 strings in UTC with microseconds, `int8` a number, `json` its
   * text.
   */
  rows<Row extends object>(statement: Sql): Promise<Row[]>;
  /** The first row, or undefined where there is none. */
  row<Row extends object>(statement: Sql): Promise<Row | undefined>;
  /**
   * Takes what was just written as the answer of a read of one row for as long as it is of that version, so that the
   * next reader need not have it read. Absent in a transaction: what it wrote may still be undone.
   */
  remember?<Types extends KeyTypes, Row extends object, Answer>(
    batchedRead: BatchedRead<Types, Row, Answer>,
    key: KeyOf<Types>,
    answer: Answer,
    version: string,
  ): void;
}

/** Something that answers batched reads (coalesced-reads.ts). */
export interface BatchReads {
  /** The answer as it is in the database at a moment after the call. */
  read<Types extends KeyTypes, Row extends object, Answer>(
    batchedRead: BatchedRead<Types, Row, Answer>,
    key: KeyOf<Types>,
  ): Promise<Answer>;
}

/** Something that also answers, in the same query, a caller's authorization version. */
export interface ReadsChecked extends BatchReads {
  readChecked<Types extends KeyTypes, Row extends object, Answer>(
    batchedRead: BatchedRead<Types, Row, Answer>,
    key: KeyOf<Types>,
    versionCheck: VersionCheck | undefined,
  ): Promise<Checked<Answer>>;
}

export interface Checked<Answer> {
  readonly answer: Answer;
  /** Null where the caller is gone, or no check was asked for. */
  readonly authorization_version: string | null;
}

/** What may be read outside a transaction. */
export interface Reader extends Db, BatchReads {}

/** A running transaction. Inside it only `tx` is used, and nothing slow runs (no judge, no blob, no request). */
export interface Tx extends Db {
  readonly transaction: true;
}

export interface Database extends Reader, ReadsChecked {
  /** There is one connection: while one transaction is at work everybody else waits. Large writes come in slices. */
  readonly takesTurns: boolean;
  /** Between two slices: resolves when the others have had their turns, or soon in any case. */
  giveWay(): Promise<void>;
  /**
   * Runs `work` in a transaction and commits what it did, or undoes all of it when it throws. `work` runs again (at
   * most three times) when PostgreSQL asks for that (serialization failure, deadlock), or what it writes below is gone
   * since it was read (foreign key), so it changes nothing outside.
   */
  inTransaction<Result>(work: (tx: Tx) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
  /** Runs statements of ours without parameters, several in one text: migrations only. */
  script(text: string): Promise<void>;
  /** How the database fares. Never waits behind statements, and answers within two seconds. */
  health(): Promise<StorageHealth>;
  stats(): StorageStats;
  /** All of it at one moment, as a tar archive; absent where a server has tools of its own for that. */
  dump?(): Promise<Blob>;
  close(): Promise<void>;
}

export interface TransactionOptions {
  /** It may take as long as it takes (a migration, a large workspace that goes): no deadline holds for it. */
  readonly isPatient?: boolean;
  /**
   * It does long work of its own between two statements (a move, which reads elsewhere). Of any other one whose process
   * stands still nobody waits for the locks.
   */
  readonly worksElsewhere?: boolean;
}

export interface StorageHealth {
  readonly reached: boolean;
  /** The server takes changes: it is no standby, and not set to read only. */
  readonly writable: boolean;
  /** The migrations that the database has. */
  readonly applied: readonly AppliedMigration[];
  /** What keeps it from being reached, for the log. */
  readonly failure?: string;
  /** How its clock stands to this machine's; absent where they are one. */
  readonly clockAhead?: ClockAhead;
  /** How far its log of changes has come, and of which database; only where it was opened to tell (postgres.ts). */
  readonly log?: { readonly position: LogPosition | null; readonly system: string };
}

/**
 * The name of the constraint that a failed statement violated, if that is why it failed. A distributed engine names
 * that of a shard, with the shard's number behind it, and only in the sentence.
 */
export function violatedConstraint(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined;
  const { code, constraint } = thrown as { readonly code: unknown; readonly constraint?: unknown };
  if (code !== '23505' && code !== '23503' && code !== '23514') return undefined;
  const name = typeof constraint === 'string' ? constraint : /constraint "([^"]+)"/.exec(thrown.message)?.[1];
  return name?.replace(/_\d{6,}$/, '');
}
