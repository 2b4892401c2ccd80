// What a failed statement means for its caller and for the connection it ran on: one table of SQLSTATEs (PostgreSQL,
// appendix A) and of the system's and the driver's own codes.
import { DeadlineExceeded } from '../base/deadline.ts';
import { isRefusal, type Refusal, refuse } from '../base/refusal.ts';

/**
 * `lost`: the connection is gone or of no more use. `read-only`: the server takes no writes. `busy`: the server ended
 * the statement, which took too long. `full`: its disk is. `short`: it lacks memory, or a limit of its own is reached.
 * After these three the connection is sound. `retry`: PostgreSQL asks to run the transaction again. `unprepared`: the
 * statement was not run, because what the connection had prepared is gone or outdated.
 */
type Kind = 'lost' | 'read-only' | 'busy' | 'full' | 'short' | 'retry' | 'unprepared';

const KINDS: Readonly<Record<string, Kind>> = {
  '25006': 'read-only', // read_only_sql_transaction: a standby, or a primary that was demoted
  '25P03': 'lost', // idle_in_transaction_session_timeout
  '25P04': 'lost', // transaction_timeout
  '26000': 'unprepared', // invalid_sql_statement_name: a pooler gave the session to somebody else
  '28000': 'lost', // invalid_authorization_specification
  '28P01': 'lost', // invalid_password
  '3D000': 'lost', // invalid_catalog_name: the database is being made
  '40001': 'retry', // serialization_failure
  '40003': 'lost', // statement_completion_unknown
  '40P01': 'retry', // deadlock_detected
  '53000': 'short', // insufficient_resources
  '53100': 'full', // disk_full
  '53200': 'short', // out_of_memory
  '53300': 'lost', // too_many_connections
  '53400': 'short', // configuration_limit_exceeded
  '55006': 'busy', // object_in_use
  '55P03': 'busy', // lock_not_available: lock_timeout
  '57014': 'busy', // query_canceled: statement_timeout
  '57P01': 'lost', // admin_shutdown
  '57P02': 'lost', // crash_shutdown
  '57P03': 'lost', // cannot_connect_now
  '57P04': 'lost', // database_dropped
  '57P05': 'lost', // idle_session_timeout
  '58000': 'lost', // system_error
  '58030': 'lost', // io_error
  ECONNREFUSED: 'lost',
  ECONNRESET: 'lost',
  EPIPE: 'lost',
  ETIMEDOUT: 'lost',
  EHOSTUNREACH: 'lost',
  ENETUNREACH: 'lost',
  ENOTFOUND: 'lost',
  EAI_AGAIN: 'lost',
  ENOENT: 'lost',
};

/** Failures of the driver and of poolers, which have a sentence and no code of their own. */
const LOST_SENTENCES = new RegExp(
  [
    'terminated',
    'not queryable',
    'timeout expired',
    'Client was closed',
    'connection error',
    'server conn crashed',
  ].join('|'),
  'i',
);
/** PostgreSQL after a column was added to what `select *` of an open connection had planned; code 0A000. */
const OUTDATED_PLAN = /cached plan must not change result type/;

const SENTENCES: Readonly<Record<Exclude<Kind, 'unprepared'>, string>> = {
  lost: 'The database does not answer at the moment. Try again in a few seconds.',
  'read-only': 'The database takes no changes at the moment. Try again in a few seconds.',
  busy: 'The database could not do this in time. Try again in a few seconds.',
  full: 'The disk of the database is full. Try again later.',
  short: 'The database has not the means for this at the moment. Try again in a few seconds.',
  retry: 'Too many changes were made to the same thing at once. Try again in a second.',
};
const RETRY_AFTER_S: Readonly<Record<Kind, number>> = {
  lost: 2,
  'read-only': 2,
  busy: 2,
  full: 10,
  short: 2,
  retry: 1,
  unprepared: 1,
};

/** The server that was reached is not of the kind that the URL asks for (`target_session_attrs`). */
export class WrongServer extends Error {}

function kindOf(thrown: unknown): Kind | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if (thrown instanceof DeadlineExceeded || thrown instanceof WrongServer || isPanic(thrown)) return 'lost';
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  if (Object.hasOwn(KINDS, code)) return KINDS[code];
  if (code.startsWith('08')) return 'lost';
  if (code === '0A000' && OUTDATED_PLAN.test(thrown.message)) return 'unprepared';
  return (code === '' || code === 'XX000') && LOST_SENTENCES.test(thrown.message) ? 'lost' : undefined;
}

/** True where the server has ended itself, whatever the reason: a full disk while it writes its log of changes. */
export const isPanic = (thrown: Error): boolean => 'severity' in thrown && thrown.severity === 'PANIC';

/** The refusals that were made here, with what is behind them: what was refused once is not judged again. */
const kinds = new WeakMap<Refusal, Kind>();

/** The failure as rooms see it: `not-ready` with `retry_after` where trying again may help, itself otherwise. */
export function storageFailure(thrown: unknown): unknown {
  const kind = kindOf(thrown);
  return kind === undefined ? thrown : refusedAs(kind, thrown);
}

/** The refusal of what the disk has no room for, before the database is asked. */
export const noRoom = (cause: Error): Refusal => refusedAs('full', cause);

function refusedAs(kind: Kind, cause: unknown): Refusal {
  const sentence = SENTENCES[kind === 'unprepared' ? 'lost' : kind];
  const refusal = notReady(sentence, RETRY_AFTER_S[kind], cause);
  kinds.set(refusal, kind);
  return refusal;
}

/** A server that was not reached, whatever keeps it away: `not-ready`, as `storageFailure` refuses what it knows. */
export function unreached(thrown: unknown): Refusal {
  const failure = storageFailure(thrown);
  return isRefusal(failure) ? failure : notReady(SENTENCES.lost, RETRY_AFTER_S.lost, thrown);
}

/** Refuses for so many seconds. `cause` is for the log and the command; no door tells it. */
export function notReady(sentence: string, retry_after: number, cause: unknown): Refusal {
  const refusal = refuse('not-ready', sentence, { retry_after });
  refusal.cause = cause;
  return refusal;
}

/**
 * The failure of a change that was sent: where the connection ended without a word of the server, or a deadline was
 * over, or the server ended itself over it, nobody knows whether it was made, and the refusal says so. What the server
 * refused was not made.
 */
export function undecided(thrown: unknown): unknown {
  const cause = causeOf(thrown);
  if (kindBehind(thrown) !== 'lost') return thrown;
  if (cause instanceof Error && 'severity' in cause && !isPanic(cause)) return thrown;
  const refusal = notReady(UNDECIDED, RETRY_AFTER_S.lost, cause);
  kinds.set(refusal, 'lost');
  return refusal;
}

const UNDECIDED =
  'The database did not say whether it has made this change. Look at what there is before you make it again; with ' +
  'the same Idempotency-Key it is made once.';

/**
 * The same failure, with a sentence in front that says what came to nothing and what to do; what was refused for
 * another reason than storage as it is.
 */
export function failedAt(thrown: unknown, sentence: string): unknown {
  if (thrown instanceof Error && !isRefusal(thrown))
    return new Error(`${sentence} (${thrown.message})`, { cause: thrown });
  if (!isRefusal(thrown, 'not-ready')) return thrown;
  const refusal = refuse('not-ready', `${sentence} ${thrown.message}`, thrown.extras);
  refusal.cause = thrown.cause;
  const kind = kinds.get(thrown);
  if (kind !== undefined) kinds.set(refusal, kind);
  return refusal;
}

const kindBehind = (thrown: unknown): Kind | undefined =>
  (thrown instanceof Error && kinds.get(thrown as Refusal)) || kindOf(thrown);

/**
 * True when nothing more may be asked of the connection that failed so: it is closed, the next request gets another.
 */
export function isConnectionUseless(thrown: unknown): boolean {
  const kind = kindBehind(thrown);
  return kind === 'lost' || kind === 'read-only' || kind === 'unprepared';
}

/** True when the statement waited too long for a lock (`lock_timeout`). */
export function isLockTimeout(thrown: unknown): boolean {
  const cause = causeOf(thrown);
  return cause instanceof Error && 'code' in cause && cause.code === '55P03';
}

/**
 * True when the whole transaction may be run again on the same connection: PostgreSQL has undone it. A row whose parent
 * is gone (foreign_key_violation) was written after the parent was read, and another transaction was quicker in
 * between: run again, it reads that, and says so in words.
 */
export const wantsRetry = (thrown: unknown): boolean => kindBehind(thrown) === 'retry' || isOrphan(thrown);

/** True when what was written below something is without it: another transaction has removed that. */
export const isOrphan = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === '23503';

/** True when the disk of the database is full, or all but. */
export const isDiskFull = (thrown: unknown): boolean => kindBehind(thrown) === 'full';

/** True when nothing came within a deadline: the server, or the way to it, has probably fallen silent. */
export const isSilence = (thrown: unknown): boolean => causeOf(thrown) instanceof DeadlineExceeded;

/**
 * True when the failure left nothing behind and another connection may do better, so that a read (or a transaction that
 * never came to its commit) is repeated there. Not after a deadline: the caller has waited long enough.
 */
export const isWorthAnotherConnection = (thrown: unknown): boolean =>
  !isSilence(thrown) && isConnectionUseless(causeOf(thrown));

/** Behind a refusal of storage, the driver's failure. */
const causeOf = (thrown: unknown): unknown =>
  thrown instanceof Error && kinds.has(thrown as Refusal) ? thrown.cause : thrown;
