// The memory of the embedded judge: how much it may take where nobody says, and what it is for.
import { totalmem } from 'node:os';

const [LEAST_MB, MOST_MB] = [64, 4_096];
/** The rest is for requests, the database inside and what else is remembered. */
const SHARE = 0.25;

/**
 * Megabytes for the judge of one of so many workers: together a quarter of the `memory` (bytes) that they may use, and
 * each 64 to 4,096.
 */
export const usualJudgeMb = (workers: number, memory = usableMemory()): number =>
  Math.min(MOST_MB, Math.max(LEAST_MB, Math.floor((SHARE * memory) / workers / 1_048_576)));

/** What the machine has, or the container may take of it. */
const usableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** Of so many bytes what holds catalogs, and what holds their trails that were compared last. */
export const memoryShares = (bytes: number): { readonly catalogBytes: number; readonly readingBytes: number } => {
  const readingBytes = Math.floor(bytes / 4);
  return { catalogBytes: bytes - readingBytes, readingBytes };
};
