// What the storage counts of itself, for metrics: connections, statements, and the time they took.

export interface StorageStats {
  readonly connections: { readonly total: number; readonly idle: number; readonly waiting: number };
  /** Statements and transactions since the start, those that failed included. */
  readonly works: number;
  readonly failures: number;
  /** Seconds from the wish to the result, the wait for a connection included. */
  readonly seconds: number;
}

export interface WorkCounter {
  counted<Result>(work: () => Promise<Result>): Promise<Result>;
  read(): StorageStats;
}

export function countingWork(connections: () => StorageStats['connections']): WorkCounter {
  let [works, failures, milliseconds] = [0, 0, 0];
  return {
    async counted(work) {
      const begun = performance.now();
      try {
        return await work();
      } catch (thrown) {
        failures += 1;
        throw thrown;
      } finally {
        works += 1;
        milliseconds += performance.now() - begun;
      }
    },
    read: () => ({ connections: connections(), works, failures, seconds: milliseconds / 1_000 }),
  };
}
