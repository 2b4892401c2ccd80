// Runs several processes of the service that share a port. The primary restarts workers that die, and stops all of them
// gracefully.
import cluster, { type Worker } from 'node:cluster';
import { ECHO_MS, ENDING } from './ending.ts';

export interface WorkersSetting {
  readonly count: number;
  /** Writes worker events to the log. */
  readonly log: (details: object, sentence: string) => void;
}

/** Workers that die sooner than this are restarted with increasing delays. */
const STEADY_MS = 60_000;
const MAX_WAIT_MS = 30_000;

/**
 * Runs the workers until a signal, then drains them. Resolves with the exit code, which is 0 if all exited cleanly. A
 * second signal (not an echo of the first) kills them. If a worker exits before it listens, for example because the
 * port is taken, all workers are stopped and its exit code is used.
 */
export function runWorkers({ count, log }: WorkersSetting): Promise<number> {
  return new Promise((done) => {
    let [isEnding, isServing, alive, worst, wait, endedAt] = [false, false, 0, 0, 0, 0];
    const all = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const end = (): void => {
      if (isEnding && performance.now() - endedAt < ECHO_MS) return;
      for (const worker of all()) worker.process.kill(isEnding ? 'SIGKILL' : 'SIGTERM');
      if (!isEnding) endedAt = performance.now();
      isEnding = true;
      // All workers are waiting to restart, so no exit event will come.
      if (alive === 0) done(worst);
    };
    const start = (): void => {
      if (isEnding) return;
      const begun = performance.now();
      const worker = cluster.fork();
      alive += 1;
      worker.once('listening', () => {
        isServing = true;
      });
      worker.once('exit', (code, signal) => {
        alive -= 1;
        if (isEnding || !isServing) {
          // A worker that was still starting has nothing to drain.
          worst = Math.max(worst, code ?? (signal === 'SIGTERM' ? 0 : 1));
          if (!isEnding) end();
          if (alive === 0) done(worst);
          return;
        }
        wait = performance.now() - begun > STEADY_MS ? 0 : Math.min(MAX_WAIT_MS, Math.max(1_000, wait * 2));
        log({ worker: worker.id, code, signal, again_in_ms: wait }, 'a worker exited and will be restarted');
        setTimeout(start, wait);
      });
    };
    for (const signal of ENDING) process.on(signal, end);
    for (let index = 0; index < count; index += 1) start();
  });
}
