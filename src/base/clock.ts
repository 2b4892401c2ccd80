// Time as a dependency. Apart from the model endpoint, it is the only thing that tests replace.

/** Milliseconds since the Unix epoch. */
export type Clock = () => number;

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export const systemClock: Clock = () => Date.now();

/** Milliseconds of a monotonic clock, for measuring durations. */
export const steadyClock: Clock = () => performance.now();

/**
 * True if `ms` milliseconds have passed. Also true if the clock was set back to before `since`, because the elapsed
 * time is unknown then.
 */
export const havePassed = (ms: number, since: number, now: number): boolean => now - since >= ms || now < since;

/** Milliseconds since the epoch as an RFC 3339 text in UTC. */
export const instant = (ms: number): string => new Date(ms).toISOString();

/** The day in UTC: `2026-11-21`. */
export const dayOf = (ms: number): string => instant(ms).slice(0, 10);

/** The first and last times that every response, database and client can represent. */
export const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z');
export const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');
