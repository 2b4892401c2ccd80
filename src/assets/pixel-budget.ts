// How many pixels are decoded at a time: bounds the memory of the process, whatever is uploaded.
import { refuse } from '../base/refusal.ts';
import { semaphore } from '../base/semaphore.ts';

/** Runs `task` as soon as `pixels` of the budget are free. Refuses `not-ready` when too many tasks wait already. */
export type PixelBudget = <T>(pixels: number, task: () => Promise<T>) => Promise<T>;

/**
 * A budget of `total` pixels with room for `queue` waiting tasks. A task never counts for less than half of the total,
 * so at most two run at once and a large one runs alone: decoding shares the process's few worker threads with files.
 */
export function openPixelBudget(total: number, queue: number): PixelBudget {
  const withPlaces = semaphore(total, queue, () =>
    refuse('not-ready', 'Too many images are being read at the moment. Send the upload again in a few seconds.'),
  );
  return (pixels, task) => withPlaces(task, { places: Math.max(pixels, total / 2) });
}
