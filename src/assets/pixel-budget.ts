// A queue that lets only so many pixels be decoded at a time, first come first served. It bounds the memory of the
// process whatever is uploaded; it knows nothing of images.
import { refuse } from '../base/refusal.ts';

/** Runs `task` as soon as `pixels` of the budget are free. Refuses `not-ready` when too many tasks wait already. */
export type PixelBudget = <T>(pixels: number, task: () => Promise<T>) => Promise<T>;

/**
 * A budget of `total` pixels with room for `queue` waiting tasks. A task never counts for less than half of the total,
 * so at most two run at once and a large one runs alone: decoding shares the process's few worker threads with files.
 */
export function openPixelBudget(total: number, queue: number): PixelBudget {
  const waiting: { readonly cost: number; readonly start: () => void }[] = [];
  let free = total;

  const startWhatFits = (): void => {
    for (let next = waiting[0]; next !== undefined && next.cost <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.cost;
      next.start();
    }
  };

  return async (pixels, task) => {
    const cost = Math.min(total, Math.max(pixels, total / 2));
    if (waiting.length >= queue) {
      throw refuse(
        'not-ready',
        'Too many images are being read at the moment. Send the upload again in a few seconds.',
      );
    }
    await new Promise<void>((start) => {
      waiting.push({ cost, start });
      startWhatFits();
    });
    try {
      return await task();
    } finally {
      free += cost;
      startWhatFits();
    }
  };
}
