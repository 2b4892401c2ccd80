// The one way a room says no. A refusal names what is refused and how to fix it; it knows no status code and no
// protocol: each door maps every slug to its own answer (http/answers/problem.ts, doors/scim/scim-problem.ts).

/** Every reason for which a room refuses. Closed: a new slug does not compile until every door can speak it. */
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
  | 'deactivation-held'
  | 'deactivation-kept'
  | 'connection-paused';

/** Members that a door adds to its answer beside slug and sentence, e.g. `{ current_revision: 7 }`. */
export type Extras = Readonly<Record<string, unknown>>;

export class Refusal extends Error {
  readonly slug: Slug;
  readonly extras: Extras;
  constructor(slug: Slug, detail: string, extras: Extras = {}) {
    super(detail);
    this.name = 'Refusal';
    this.slug = slug;
    this.extras = extras;
  }
}

/**
 * Makes a refusal to throw: `throw refuse('revision-conflict', 'The trail is at revision 7.', { current_revision: 7
 * })`. The sentence is shown to the caller: it names the field and the remedy and holds no secret.
 */
export const refuse = (slug: Slug, detail: string, extras?: Extras): Refusal => new Refusal(slug, detail, extras);

/** True when `thrown` is a refusal, and of that slug where one is given. */
export const isRefusal = (thrown: unknown, slug?: Slug): thrown is Refusal =>
  thrown instanceof Refusal && (slug === undefined || thrown.slug === slug);

/** What `check` refuses; undefined where it lets pass. */
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
 * True for the refusal of a rule, which stands however often it is asked. False for `not-ready`: the database is away,
 * busy or wants the transaction again, and nothing was decided.
 */
export const isRefusedByRule = (thrown: unknown): thrown is Refusal => isRefusal(thrown) && thrown.slug !== 'not-ready';

/**
 * The sentence and the failure behind it, for operators: `The database does not answer … (connect
 * ECONNREFUSED …)`.
 */
export const withCause = ({ message, cause }: Error): string =>
  cause instanceof Error && messageOf(cause) !== '' ? `${message} (${messageOf(cause)})` : message;

/** Anything that was thrown, in words for operators. */
export const failureSentence = (thrown: unknown): string =>
  thrown instanceof Error ? withCause(thrown) : String(thrown);

/** Node tells a host with several addresses by a code alone. */
const messageOf = (failure: Error): string =>
  failure.message !== '' ? failure.message : 'code' in failure ? String(failure.code) : '';
