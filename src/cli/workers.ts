// Several processes of the service on one machine: each serves connections of the same port, and this one starts them
// again when they die, and ends them in order.
import cluster, { type Worker } from 'node:cluster';
import { ECHO_MS, ENDING } from './ending.ts';

export interface WorkersSetting {
  readonly count: number;
  /** Called with what goes on, for the log. */
  readonly log: (details: object, sentence: string) => void;
}

/** A worker that dies sooner than this is started again later each time. */
const STEADY_MS = 60_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Runs the workers until a signal ends them, drained; resolves with the exit code, 0 where all ended well. A second
 * signal, later than an echo of the first, cuts them off. A worker that ends before it ever listened, as with a port
 * that is taken, ends all with its code.
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
      // All of them wait to be started again: nobody is left whose end would be heard.
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
          // One that was still starting had nothing to drain.
          worst = Math.max(worst, code ?? (signal === 'SIGTERM' ? 0 : 1));
          if (!isEnding) end();
          if (alive === 0) done(worst);
          return;
        }
        wait = performance.now() - begun > STEADY_MS ? 0 : Math.min(LONGEST_WAIT_MS, Math.max(1_000, wait * 2));
        log({ worker: worker.id, code, signal, again_in_ms: wait }, 'a worker ended and is started again');
        setTimeout(start, wait);
      });
    };
    for (const signal of ENDING) process.on(signal, end);
    for (let index = 0; index < count; index += 1) start();
  });
}
