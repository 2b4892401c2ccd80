// Time as a dependency: the only thing, beside the model endpoint, that a test replaces.

/** Milliseconds since the Unix epoch. */
export type Clock = () => number;

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export const systemClock: Clock = () => Date.now();

/** Milliseconds since some moment, of a clock that nobody sets: what measures how long something takes or lasts. */
export const steadyClock: Clock = () => performance.now();

/**
 * True where `ms` milliseconds have passed since then; also where the clock was set back behind that moment, since
 * nobody knows how long ago it was.
 */
export const havePassed = (ms: number, since: number, now: number): boolean => now - since >= ms || now < since;

/** Milliseconds since the epoch as RFC 3339 writes them, in UTC. */
export const instant = (ms: number): string => new Date(ms).toISOString();

/** The day of that moment in UTC: `2026-11-21`. */
export const dayOf = (ms: number): string => instant(ms).slice(0, 10);

/** The first and the last moment that every answer, every database and every client can tell. */
export const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z');
export const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');
