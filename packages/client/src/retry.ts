// Decides whether and when to retry a request.
import { ConnectionError, ProblemError, UnexpectedAnswerError } from './errors.ts';

export interface RetryPolicy {
  /** The maximum number of retries. */
  readonly most: number;
  /** The maximum wait in milliseconds. If Retry-After is longer, the call throws the refusal. */
  readonly longestWaitMs: number;
}

export const USUAL_RETRIES: RetryPolicy = { most: 4, longestWaitMs: 60_000 };

/** The longest delay that timers support. Longer ones fire immediately. */
export const MAX_TIMER_MS = 2_147_483_647;

const FIRST_MS = 250;
const CEILING_MS = 8_000;
/** Added to Retry-After, so that waiting clients do not all return at the same moment. */
const SPREAD_MS = 250;
const GATEWAYS = new Set([502, 503, 504]);

/**
 * Milliseconds to wait before a retry; undefined for no retry. `sent` is the number of attempts so far, and `random` is
 * in [0, 1).
 */
export function waitBefore(
  thrown: unknown,
  sent: number,
  policy: RetryPolicy,
  random: () => number = Math.random,
): number | undefined {
  if (sent > policy.most || !isPassing(thrown)) return undefined;
  const seconds = thrown instanceof ProblemError ? thrown.retryAfter : undefined;
  const ceiling = Math.min(CEILING_MS, FIRST_MS * 2 ** (sent - 1));
  // Half of the delay, plus a random part of the other half.
  const wait = seconds === undefined ? ceiling * (0.5 + random() / 2) : seconds * 1_000 + random() * SPREAD_MS;
  return wait - SPREAD_MS > policy.longestWaitMs ? undefined : Math.min(wait, MAX_TIMER_MS);
}

/** Errors that a retry may resolve: the network, a request in progress, a rate limit, a service that is starting. */
function isPassing(thrown: unknown): boolean {
  if (thrown instanceof ConnectionError) return true;
  if (thrown instanceof UnexpectedAnswerError) return GATEWAYS.has(thrown.status);
  if (!(thrown instanceof ProblemError)) return false;
  return thrown.slug === 'idempotency-in-flight' || thrown.status === 429 || thrown.status === 503;
}
