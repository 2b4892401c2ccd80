// How often the last use of a credential is written down (Decision 29).

/** Milliseconds by which `last_used_at` may be behind. */
export const NOTE_USE_EVERY_MS = 5 * 60_000;
