// Storage statistics for metrics: connections, statements, and durations.
import { isDiskFull } from './failures.ts';

export interface StorageStats {
  readonly connections: { readonly total: number; readonly idle: number; readonly waiting: number };
  /** Statements and transactions since startup, including failed ones. */
  readonly works: number;
  readonly failures: number;
  /** Failures caused by a full disk. */
  readonly diskFull: number;
  /** Total seconds from request to result, including the wait for a connection. */
  readonly seconds: number;
  /** A histogram: how many works took at most `seconds`, in ascending order. The last limit is infinite. */
  readonly within: readonly { readonly seconds: number; readonly works: number }[];
}

const LIMITS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, Number.POSITIVE_INFINITY];

/** Initial values. */
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
  /** Counts by the first limit that covers the duration. */
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
