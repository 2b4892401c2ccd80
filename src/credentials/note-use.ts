// How often a credential's last use is recorded (Decision 29).

/** Maximum delay of `last_used_at`, in milliseconds. */
export const NOTE_USE_EVERY_MS = 5 * 60_000;
