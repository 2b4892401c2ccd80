// The only way for a room to reject a call. A refusal names the problem and the remedy, but no status code or protocol.
// Each door maps every slug to its own response (http/answers/problem.ts, doors/scim/scim-problem.ts).
import { asText, type Sentence, type Text } from './texts/t.ts';

/** All reasons for refusals. A new slug does not compile until every door has a response for it. */
export type Slug =
  | 'bad-request'
  | 'unauthorized'
  | 'upgrade-required'
  | 'insufficient-scope'
  | 'feature-not-enabled'
  | 'membership-revoked'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'request-timeout'
  | 'conflict'
  | 'idempotency-in-flight'
  | 'already-made'
  | 'revision-conflict'
  | 'cursor-expired'
  | 'payload-too-large'
  | 'unsupported-media-type'
  | 'validation'
  | 'unprocessable'
  | 'idempotency-key-mismatch'
  | 'precondition-required'
  | 'rate-limited'
  | 'headers-too-large'
  | 'judge-unavailable'
  | 'not-ready'
  | 'uniqueness'
  | 'seat-limit'
  | 'owner-protected'
  | 'connection-paused';

/** Members that a door adds to its response, e.g. `{ current_revision: 7 }`. */
export type Extras = Readonly<Record<string, unknown>>;

export class Refusal extends Error {
  readonly slug: Slug;
  readonly extras: Extras;
  /** The sentence for doors that respond in other languages. `message` is in English. */
  readonly text: Text;
  constructor(slug: Slug, detail: Sentence, extras: Extras = {}) {
    super(String(detail));
    this.name = 'Refusal';
    this.slug = slug;
    this.text = asText(detail);
    this.extras = extras;
  }
}

/**
 * Creates a refusal: `throw refuse('not-found', 'There is no such key.')`, or with values
 * `refuse('conflict', t('At most {limit} apps can be approved.', { limit }))`. Callers see the sentence in their
 * language. It names the field and the remedy and must not contain secrets.
 */
export const refuse = (slug: Slug, detail: Sentence, extras?: Extras): Refusal => new Refusal(slug, detail, extras);

/** True if `thrown` is a refusal, and has that slug if one is given. */
export const isRefusal = (thrown: unknown, slug?: Slug): thrown is Refusal =>
  thrown instanceof Refusal && (slug === undefined || thrown.slug === slug);

/** The refusal that `check` throws; undefined if it passes. */
export function refusalOf(check: () => void): Refusal | undefined {
  try {
    check();
    return undefined;
  } catch (thrown) {
    if (isRefusal(thrown)) return thrown;
    throw thrown;
  }
}

/**
 * True if a rule decided, so that a retry has the same result. False for `not-ready`: the database is unavailable or
 * busy or asks for a retry, and no rule was applied.
 */
export const isRefusedByRule = (thrown: unknown): thrown is Refusal => isRefusal(thrown) && thrown.slug !== 'not-ready';

/** The message with its cause, for operators: `The database does not answer … (connect ECONNREFUSED …)`. */
export function withCause({ message, cause }: Error): string {
  if (!(cause instanceof Error) || messageOf(cause) === '') return message;
  return cause instanceof OperatorFault ? cause.message : `${message} (${messageOf(cause)})`;
}

/** A cause that waiting does not cure. Its message says what to do, so it replaces advice to try again. */
export class OperatorFault extends Error {}

/** A message for operators about anything that was thrown. */
export const failureSentence = (thrown: unknown): string =>
  thrown instanceof Error ? withCause(thrown) : String(thrown);

/** Node reports hosts with several addresses by code only. */
const messageOf = (failure: Error): string =>
  failure.message !== '' ? failure.message : 'code' in failure ? String(failure.code) : '';
