// What a failed statement means for its caller and its connection: one table of SQLSTATEs (PostgreSQL, appendix A) and
// of codes of the system and the driver.

import { DeadlineExceeded } from '../base/deadline.ts';
import { isRefusal, type Refusal, refuse } from '../base/refusal.ts';
import { type Sentence, t } from '../base/texts/t.ts';
import { explained } from './lasting-failure.ts';

/**
 * `lost`: the connection is gone or useless. `read-only`: the server accepts no writes. `busy`: the server aborted a
 * slow statement. `full`: its disk is full. `short`: it lacks memory or reached one of its limits. `node`: a
 * distributed engine cannot reach a node. After the preceding four, the connection is intact. `retry`: PostgreSQL
 * requires a retry of the transaction. `unprepared`: the statement did not run because the connection's prepared
 * statement is missing or outdated.
 */
type Kind = 'lost' | 'read-only' | 'busy' | 'full' | 'short' | 'node' | 'retry' | 'unprepared';

const KINDS: Readonly<Record<string, Kind>> = {
  '25006': 'read-only', // read_only_sql_transaction: a standby, or a primary that was demoted
  '25P03': 'lost', // idle_in_transaction_session_timeout
  '25P04': 'lost', // transaction_timeout
  '26000': 'unprepared', // invalid_sql_statement_name: a pooler gave the session to another client
  '28000': 'lost', // invalid_authorization_specification
  '28P01': 'lost', // invalid_password
  '3D000': 'lost', // invalid_catalog_name: the database is being created
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

/** Failures of the driver and of poolers that have a message but no code. */
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
/** Messages of a Citus coordinator about a node, with different codes. */
const NODE_SENTENCES = /remote node|connection marked as essential|failed to COPY to shard/;
/** Messages of libpq about a lost connection, which a Citus coordinator passes on as XX000 if a node ends suddenly. */
const LINK_SENTENCES = new RegExp(
  [
    'SSL SYSCALL',
    'SSL connection has been closed',
    'server closed the connection',
    'invalid socket',
    'could not (?:receive|send) ',
    'no connection to the server',
    'connection (?:not open|reset by peer)',
    'lost synchronization',
  ].join('|'),
);
/** PostgreSQL's message after a column was added to a planned `select *`; code 0A000. */
const OUTDATED_PLAN = /cached plan must not change result type/;

const SENTENCES: Readonly<Record<Exclude<Kind, 'unprepared'>, Sentence>> = {
  lost: 'The database does not answer at the moment. Try again in a few seconds.',
  'read-only': 'The database accepts no changes at the moment. Try again in a few seconds.',
  busy: 'The database could not do this in time. Try again in a few seconds.',
  full: 'The disk of the database is full. Try again later.',
  short: 'The database lacks the resources for this at the moment. Try again in a few seconds.',
  node: 'A part of the database does not answer at the moment. Try again in a few seconds.',
  retry: 'Too many changes were made to the same thing at once. Try again in a second.',
};
const RETRY_AFTER_S: Readonly<Record<Kind, number>> = {
  lost: 2,
  'read-only': 2,
  busy: 2,
  full: 10,
  short: 2,
  node: 2,
  retry: 1,
  unprepared: 1,
};

/** The server is not of the kind that the URL requires (`target_session_attrs`). */
export class WrongServer extends Error {}

function kindOf(thrown: unknown): Kind | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if (thrown instanceof DeadlineExceeded || thrown instanceof WrongServer || isPanic(thrown)) return 'lost';
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  const isOfNode = NODE_SENTENCES.test(thrown.message) || (code === 'XX000' && LINK_SENTENCES.test(thrown.message));
  if ('severity' in thrown && isOfNode) return 'node';
  return kindOfCode(code, thrown.message);
}

function kindOfCode(code: string, message: string): Kind | undefined {
  if (Object.hasOwn(KINDS, code)) return KINDS[code];
  if (code.startsWith('08')) return 'lost';
  if (code === '0A000' && OUTDATED_PLAN.test(message)) return 'unprepared';
  return (code === '' || code === 'XX000') && LOST_SENTENCES.test(message) ? 'lost' : undefined;
}

/** True if the server ended itself for any reason, e.g. a full disk while writing its log. */
export const isPanic = (thrown: Error): boolean => 'severity' in thrown && thrown.severity === 'PANIC';

/** Refusals created here with their kinds, so that they are not classified again. */
const kinds = new WeakMap<Refusal, Kind>();

/** Converts a failure for rooms: `not-ready` with `retry_after` if a retry may help, otherwise unchanged. */
export function storageFailure(thrown: unknown): unknown {
  const kind = kindOf(thrown);
  return kind === undefined ? thrown : refusedAs(kind, thrown);
}

/** The refusal if the disk lacks space. It is thrown before the change is sent to the database. */
export const noRoom = (cause: Error): Refusal => refusedAs('full', cause);

function refusedAs(kind: Kind, cause: unknown): Refusal {
  const sentence: Sentence = SENTENCES[kind === 'unprepared' ? 'lost' : kind];
  const refusal = notReady(sentence, RETRY_AFTER_S[kind], cause);
  kinds.set(refusal, kind);
  return refusal;
}

/** Converts any failure to reach a server to `not-ready`. Known failures are converted like in `storageFailure`. */
export function unreached(thrown: unknown): Refusal {
  const failure = storageFailure(thrown);
  return isRefusal(failure) ? failure : notReady(SENTENCES.lost, RETRY_AFTER_S.lost, thrown);
}

/** A refusal with a retry after that many seconds. `cause` is only for the log and the command line. */
export function notReady(sentence: Sentence, retry_after: number, cause: unknown): Refusal {
  const refusal = refuse('not-ready', sentence, { retry_after });
  refusal.cause = explained(cause);
  return refusal;
}

/**
 * Converts the failure of a change. If the connection ended without a response, a deadline passed, or the server ended
 * itself, the outcome is unknown, and the refusal says so. If the server rejected the change, it was not made.
 */
export function undecided(thrown: unknown): unknown {
  const cause = causeOf(thrown);
  if (kindBehind(thrown) !== 'lost') return thrown;
  if (cause instanceof Error && 'severity' in cause && !isPanic(cause)) return thrown;
  const refusal = notReady(UNDECIDED, RETRY_AFTER_S.lost, cause);
  kinds.set(refusal, 'lost');
  return refusal;
}

const UNDECIDED: Sentence =
  'The database did not confirm this change. Check whether it was made before you repeat it; with ' +
  'the same Idempotency-Key it is made only once.';

/**
 * The same failure, prefixed with a sentence that says what was not done and what to do. Failures unrelated to storage
 * are unchanged.
 */
export function failedAt(thrown: unknown, sentence: string): unknown {
  if (thrown instanceof Error && !isRefusal(thrown))
    return new Error(`${sentence} (${thrown.message})`, { cause: thrown });
  if (!isRefusal(thrown, 'not-ready')) return thrown;
  const refusal = refuse('not-ready', t('{sentence} {message}', { sentence, message: thrown.text }), thrown.extras);
  refusal.cause = thrown.cause;
  const kind = kinds.get(thrown);
  if (kind !== undefined) kinds.set(refusal, kind);
  return refusal;
}

const kindBehind = (thrown: unknown): Kind | undefined =>
  (thrown instanceof Error && kinds.get(thrown as Refusal)) || kindOf(thrown);

/** True if the connection must not be used after this failure. It is closed, and the next request gets another one. */
export function isConnectionUseless(thrown: unknown): boolean {
  const kind = kindBehind(thrown);
  return kind === 'lost' || kind === 'read-only' || kind === 'unprepared';
}

/** True if the statement waited too long for a lock (`lock_timeout`). */
export function isLockTimeout(thrown: unknown): boolean {
  const cause = causeOf(thrown);
  return cause instanceof Error && 'code' in cause && cause.code === '55P03';
}

/**
 * True if the transaction may run again on the same connection, because PostgreSQL has rolled it back. A
 * foreign_key_violation means that another transaction deleted the parent row after it was read; the second run notices
 * that and reports it properly.
 */
export const wantsRetry = (thrown: unknown): boolean => kindBehind(thrown) === 'retry' || isOrphan(thrown);

/** True if a parent row was deleted by another transaction. */
export const isOrphan = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === '23503';

/** True if the disk of the database is full, or almost. */
export const isDiskFull = (thrown: unknown): boolean => kindBehind(thrown) === 'full';

/** True if nothing arrived within a deadline: the server or the network is probably down. */
export const isSilence = (thrown: unknown): boolean => causeOf(thrown) instanceof DeadlineExceeded;

/**
 * True if the failure left nothing behind and another connection may succeed, so that a read (or a transaction that
 * never reached its commit) is repeated there. False after a timeout, because the caller has waited long enough.
 */
export const isWorthAnotherConnection = (thrown: unknown): boolean =>
  !isSilence(thrown) && isConnectionUseless(causeOf(thrown));

/** The driver's failure behind a storage refusal. */
const causeOf = (thrown: unknown): unknown =>
  thrown instanceof Error && kinds.has(thrown as Refusal) ? thrown.cause : thrown;
