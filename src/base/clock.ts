// Time as a dependency: the only thing, beside the model endpoint, that a test replaces.

/** Milliseconds since the Unix epoch. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Milliseconds since the epoch as RFC 3339 writes them, in UTC. */
export const instant = (ms: number): string => new Date(ms).toISOString();
