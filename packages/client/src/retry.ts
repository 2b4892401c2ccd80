// When a request is sent again, and after how long. Pure.
import { ConnectionError, ProblemError, UnexpectedAnswerError } from './errors.ts';

export interface RetryPolicy {
  /** How often a request is sent again after the first time. */
  readonly most: number;
  /** The longest wait that is taken, in milliseconds: a longer Retry-After is thrown as the refusal it came with. */
  readonly longestWaitMs: number;
}

export const USUAL_RETRIES: RetryPolicy = { most: 4, longestWaitMs: 60_000 };

/** Timers take no more milliseconds: beyond that they fire at once. */
export const MOST_TIMER_MS = 2_147_483_647;

const FIRST_MS = 250;
const CEILING_MS = 8_000;
/** Beside a Retry-After, so that many who wait for the same moment do not come at once. */
const SPREAD_MS = 250;
const GATEWAYS = new Set([502, 503, 504]);

/**
 * Milliseconds to wait before the request is sent again, undefined where it is not. `sent` counts the times it was
 * sent; `random` is in [0, 1).
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
  // The whole of half the pause, and a part of the other half.
  const wait = seconds === undefined ? ceiling * (0.5 + random() / 2) : seconds * 1_000 + random() * SPREAD_MS;
  return wait - SPREAD_MS > policy.longestWaitMs ? undefined : Math.min(wait, MOST_TIMER_MS);
}

/** What may be gone at the next try: the way, a request under way, a bucket, a service that starts. */
function isPassing(thrown: unknown): boolean {
  if (thrown instanceof ConnectionError) return true;
  if (thrown instanceof UnexpectedAnswerError) return GATEWAYS.has(thrown.status);
  if (!(thrown instanceof ProblemError)) return false;
  return thrown.slug === 'idempotency-in-flight' || thrown.status === 429 || thrown.status === 503;
}
