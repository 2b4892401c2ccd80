// Reads from a standby, and from the primary whatever fails there: reading has no effect, so it may be done again where
// it is sure to be right.
import type { Database, Reader } from '../database.ts';

export interface ReplicaReader {
  readonly reader: Reader;
  /** Reads that failed on the standby, or hung there, and were done on the primary. */
  fallbacks(): number;
  /** A caller who waits for the standby is sent to the primary. */
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

/** Waits for an answer until the owner of `leaving` calls what this put there. */
async function whileThere<Result>(asked: Promise<Result>, leaving: Set<() => void>): Promise<Result> {
  asked.catch(() => undefined); // Where it was left, its failure is nobody's.
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
