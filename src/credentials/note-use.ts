// How often a credential's last use is recorded (Decision 29).

/** How far `last_used_at` may lag behind, in milliseconds. */
export const NOTE_USE_EVERY_MS = 5 * 60_000;
