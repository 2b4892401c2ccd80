// Reads from a standby and repeats failed reads on the primary, which is safe because reads have no effects.
import type { Database, Reader } from '../database.ts';

export interface ReplicaReader {
  readonly reader: Reader;
  /** The number of reads that failed or hung on the standby and ran on the primary. */
  fallbacks(): number;
  /** Sends callers who wait for the standby to the primary. */
  leave(): void;
}

/** `onFallback` is called before the primary is asked. */
export function replicaReader(standby: Database, primary: Database, onFallback: () => void): ReplicaReader {
  const leaving = new Set<() => void>();
  let fallbacks = 0;
  const standbyFirst = async <Result>(read: (from: Database) => Promise<Result>): Promise<Result> => {
    try {
      return await whileThere(read(standby), leaving);
    } catch {
      fallbacks += 1;
      onFallback();
      return read(primary);
    }
  };
  return {
    reader: {
      rows: (statement) => standbyFirst((from) => from.rows(statement)),
      row: (statement) => standbyFirst((from) => from.row(statement)),
      read: (read, key) => standbyFirst((from) => from.read(read, key)),
    },
    fallbacks: () => fallbacks,
    leave() {
      for (const leave of leaving) leave();
    },
  };
}

/** Waits for a result until the function added to `leaving` is called. */
async function whileThere<Result>(asked: Promise<Result>, leaving: Set<() => void>): Promise<Result> {
  asked.catch(() => undefined); // Ignore failures once the caller no longer waits.
  let leave: () => void = () => undefined;
  const left = new Promise<never>((_, fail) => {
    leave = () => fail(new Error('the standby is away'));
  });
  leaving.add(leave);
  try {
    return await Promise.race([asked, left]);
  } finally {
    leaving.delete(leave);
  }
}
