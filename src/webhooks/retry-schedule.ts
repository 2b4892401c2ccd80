// When a failed delivery is tried again, and when an endpoint is given up. Pure.
import { DAY_MS, HOUR_MS } from '../base/clock.ts';
import { retryAfterOf } from '../base/retry-after.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** How long after an attempt the next one is made; after the last of them there is none. */
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

/** An endpoint that answered nothing well for so long is switched off. */
export const GIVE_UP_AFTER_MS = 5 * DAY_MS;

/** Up to a fifth later, so that what failed together does not come back together. */
const JITTER = 0.2;

/** Milliseconds until the attempt after `attempts`, `random` in [0, 1); undefined after the last. */
export function retryDelay(attempts: number, random: number): number | undefined {
  const base = RETRY_AFTER_MS[attempts - 1];
  return base === undefined ? undefined : Math.round(base * (1 + JITTER * random));
}

const LONGEST_PAUSE_MS = 10 * MINUTE_MS;

/**
 * How long an endpoint is left alone after it answered nothing well: a quarter of the time that it has failed, at least
 * 5 seconds, at most 10 minutes. New events do not hammer what is down.
 */
export const pauseAfterFailures = (failingForMs: number): number =>
  Math.min(LONGEST_PAUSE_MS, Math.max(RETRY_AFTER_MS[0] ?? 0, failingForMs / 4));

const LONGEST_RETRY_AFTER_MS = DAY_MS;

/** Milliseconds that Retry-After asks for, at most a day; undefined: nothing. */
export function pauseAskedFor(header: string | null, now: number): number | undefined {
  const wait = header === null ? undefined : retryAfterOf(header, now);
  return wait === undefined || wait <= 0 ? undefined : Math.min(wait, LONGEST_RETRY_AFTER_MS);
}
