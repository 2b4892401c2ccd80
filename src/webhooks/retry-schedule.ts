// Decides when to retry a failed delivery, and when to give up on an endpoint.
import { DAY_MS, HOUR_MS } from '../base/clock.ts';
import { retryAfterOf } from '../base/http-date.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** The delay before each retry. There is no retry after the last. */
export const RETRY_AFTER_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  DAY_MS,
];

/** Endpoints without a successful delivery for this long are turned off. */
export const GIVE_UP_AFTER_MS = 5 * DAY_MS;

/** Adds up to 20%, so that deliveries that failed together do not retry together. */
const JITTER = 0.2;

/** Milliseconds until the attempt after `attempts`, with `random` in [0, 1); undefined after the last. */
export function retryDelay(attempts: number, random: number): number | undefined {
  const base = RETRY_AFTER_MS[attempts - 1];
  return base === undefined ? undefined : Math.round(base * (1 + JITTER * random));
}

const MAX_PAUSE_MS = 10 * MINUTE_MS;

/**
 * How long to pause a failing endpoint: a quarter of the time it has been failing, from 5 seconds to 10 minutes, so
 * that new events do not flood a receiver that is down.
 */
export const pauseAfterFailures = (failingForMs: number): number =>
  Math.min(MAX_PAUSE_MS, Math.max(RETRY_AFTER_MS[0] ?? 0, failingForMs / 4));

const MAX_RETRY_AFTER_MS = DAY_MS;

/** Milliseconds that Retry-After asks for, at most a day; undefined if it asks for none. */
export function pauseAskedFor(header: string | null, now: number): number | undefined {
  const wait = header === null ? undefined : retryAfterOf(header, now);
  return wait === undefined || wait <= 0 ? undefined : Math.min(wait, MAX_RETRY_AFTER_MS);
}
