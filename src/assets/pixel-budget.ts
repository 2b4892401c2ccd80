// Limits how many pixels are decoded at a time. This bounds the memory of the process, and prevents one workspace's
// uploads from delaying those of others.
import { refuse } from '../base/refusal.ts';
import { keyedSemaphore, semaphore } from '../base/semaphore.ts';

/**
 * Runs `task` once enough pixels of the budget are free and it is the owner's turn. Fails with `not-ready` if too many
 * tasks are waiting.
 */
export type PixelBudget = <T>(owner: string, pixels: number, task: () => Promise<T>) => Promise<T>;

/** One owner's tasks that are running or in the shared queue. */
const OF_ONE = 2;

/**
 * A budget of `total` pixels. At most `queue` tasks wait in total, and at most as many again per owner. Each task
 * counts for at least half of the total, so at most two run at once and a large one runs alone, because decoding shares
 * the process's few worker threads with file access.
 */
export function openPixelBudget(total: number, queue: number): PixelBudget {
  const busy = (): Error =>
    refuse('not-ready', 'Too many images are being read at the moment. Send the upload again in a few seconds.');
  const withPlaces = semaphore(total, queue, busy);
  const ofOne = keyedSemaphore(() => semaphore(OF_ONE, queue, busy));
  return (owner, pixels, task) => ofOne(owner, () => withPlaces(task, { places: Math.max(pixels, total / 2) }));
}
