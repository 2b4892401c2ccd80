// Limits for an archive of skills.

export const MAX_SKILLS = 200;

export const ARCHIVE_LIMITS = {
  /** Compressed bytes as uploaded. */
  bytes: 20 * 1_048_576,
  entries: 2_000,
  /** Total bytes of all files. */
  unpacked: 64 * 1_048_576,
} as const;
