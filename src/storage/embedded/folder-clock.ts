// Remembers the latest time at which a folder's database was written, so that its timestamps never go backwards, even
// if the machine's clock has been set back.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noIdsBefore } from '../../base/id.ts';
import { forwardClock } from './forward-clock.mjs';

export interface FolderClock {
  /** How many milliseconds this clock is ahead of the machine's. */
  aheadMs(): number;
  /** Records that something was written now. */
  noteWrite(): void;
}

const FILE = 'latest-write';
/** The file contains the end of a period, so it doesn't have to be written for each change. */
const PERIOD_MS = 1_000;

/** The latest moment recorded in the folder, or 0. */
export function latestWrite(folder: string): number {
  try {
    const text = readFileSync(join(folder, FILE), 'utf8');
    return /^\d{13}$/.test(text) ? Number(text) : 0;
  } catch {
    return 0;
  }
}

/** Continues from the latest moment in the folder; undefined for a database in memory. */
export function folderClock(folder: string | undefined, notBefore = noIdsBefore): FolderClock {
  let recordedUntil = folder === undefined ? 0 : latestWrite(folder);
  const now = forwardClock(recordedUntil);
  notBefore(recordedUntil);
  return {
    aheadMs: () => Math.max(0, now() - Date.now()),
    noteWrite() {
      const written = now();
      notBefore(written);
      if (folder === undefined || written <= recordedUntil) return;
      recordedUntil = written + PERIOD_MS;
      // If the disk is full, the next attempt records it.
      void writeFile(join(folder, FILE), String(recordedUntil)).catch(() => undefined);
    },
  };
}
