// What the storage counts of itself, for metrics: connections, statements, and the time they took.
import { isDiskFull } from './failures.ts';

export interface StorageStats {
  readonly connections: { readonly total: number; readonly idle: number; readonly waiting: number };
  /** Statements and transactions since the start, those that failed included. */
  readonly works: number;
  readonly failures: number;
  /** Of the failures, those of a full disk. */
  readonly diskFull: number;
  /** Seconds from the wish to the result, the wait for a connection included. */
  readonly seconds: number;
  /** How many of the works took at most so many seconds, by limit in rising order; the last limit is infinite. */
  readonly within: readonly { readonly seconds: number; readonly works: number }[];
}

const LIMITS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, Number.POSITIVE_INFINITY];

/** Before anything was asked. */
export const NO_STATS: StorageStats = {
  connections: { total: 0, idle: 0, waiting: 0 },
  works: 0,
  failures: 0,
  diskFull: 0,
  seconds: 0,
  within: LIMITS_S.map((seconds) => ({ seconds, works: 0 })),
};

export interface WorkCounter {
  counted<Result>(work: () => Promise<Result>): Promise<Result>;
  read(): StorageStats;
}

export function countingWork(connections: () => StorageStats['connections']): WorkCounter {
  let [works, failures, diskFull, milliseconds] = [0, 0, 0, 0];
  /** Works by the first limit that they keep. */
  const byLimit = LIMITS_S.map(() => 0);
  const note = (took: number): void => {
    works += 1;
    milliseconds += took;
    const place = LIMITS_S.findIndex((limit) => took <= limit * 1_000);
    byLimit[place] = (byLimit[place] ?? 0) + 1;
  };
  return {
    async counted(work) {
      const begun = performance.now();
      try {
        return await work();
      } catch (thrown) {
        failures += 1;
        if (isDiskFull(thrown)) diskFull += 1;
        throw thrown;
      } finally {
        note(performance.now() - begun);
      }
    },
    read() {
      let sum = 0;
      const within = LIMITS_S.map((seconds, place) => {
        sum += byLimit[place] ?? 0;
        return { seconds, works: sum };
      });
      return { connections: connections(), works, failures, diskFull, seconds: milliseconds / 1_000, within };
    },
  };
}
