// How much one archive of skills may hold.

/** Skills that one archive may hold. */
export const MOST_SKILLS = 200;

export const ARCHIVE_LIMITS = {
  /** Bytes as uploaded. */
  bytes: 20 * 1_048_576,
  entries: 2_000,
  /** Bytes of all files together. */
  unpacked: 64 * 1_048_576,
} as const;
