// Time as a dependency: the only thing, beside the model endpoint, that a test replaces.

/** Milliseconds since the Unix epoch. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
