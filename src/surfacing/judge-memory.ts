// Default memory of the embedded judge, and how it is divided.
import { totalmem } from 'node:os';

const [MIN_MB, MAX_MB] = [64, 4_096];
/** The rest is for requests, the embedded database and other caches. */
const SHARE = 0.25;

/**
 * The judge's memory per worker in megabytes: a quarter of `memory` (bytes) divided by the workers, from 64 to 4,096.
 */
export const usualJudgeMb = (workers: number, memory = usableMemory()): number =>
  Math.min(MAX_MB, Math.max(MIN_MB, Math.floor((SHARE * memory) / workers / 1_048_576)));

/** The machine's memory, or the container's limit. */
const usableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** Divides the bytes between catalogs and the most recently compared trails. */
export const memoryShares = (bytes: number): { readonly catalogBytes: number; readonly readingBytes: number } => {
  const readingBytes = Math.floor(bytes / 4);
  return { catalogBytes: bytes - readingBytes, readingBytes };
};
