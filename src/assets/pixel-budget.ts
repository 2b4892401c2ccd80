// How many pixels are decoded at a time: bounds the memory of the process, whatever is uploaded, and lets nobody wait
// for all that another workspace uploads.
import { refuse } from '../base/refusal.ts';
import { keyedSemaphore, semaphore } from '../base/semaphore.ts';

/**
 * Runs `task` as soon as `pixels` of the budget are free and it is the turn of its owner. Refuses `not-ready` when too
 * many tasks wait already.
 */
export type PixelBudget = <T>(owner: string, pixels: number, task: () => Promise<T>) => Promise<T>;

/** Of one owner, running or next in the queue of all. */
const OF_ONE = 2;

/**
 * A budget of `total` pixels with room for `queue` waiting tasks, and of as many behind those of each owner. A task
 * never counts for less than half of the total, so at most two run at once and a large one runs alone: decoding shares
 * the process's few worker threads with files.
 */
export function openPixelBudget(total: number, queue: number): PixelBudget {
  const busy = (): Error =>
    refuse('not-ready', 'Too many images are being read at the moment. Send the upload again in a few seconds.');
  const withPlaces = semaphore(total, queue, busy);
  const ofOne = keyedSemaphore(() => semaphore(OF_ONE, queue, busy));
  return (owner, pixels, task) => ofOne(owner, () => withPlaces(task, { places: Math.max(pixels, total / 2) }));
}
