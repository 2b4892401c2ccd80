// A standby for reads that may be slightly stale: console lists, logs, figures. It is checked every second. While it is
// unavailable, too far behind, or has another schema or database, all reads go to the primary, and failed reads are
// repeated there. A standby therefore adds capacity but no failures.
import type { Reader } from '../database.ts';
import type { LogPosition } from '../replica-lag.ts';
import { type ReplicaReader, replicaReader } from './replica-reader.ts';
import { type ReplicaOptions, type ReplicaState, watchReplica } from './replica-watch.ts';

export interface ReadReplica {
  /**
   * A reader on the standby if it is in use and has all changes up to `position` (null: any). Undefined: use the
   * primary.
   */
  readerSince(position: LogPosition | null): Reader | undefined;
  state(): ReplicaState;
  /** The number of reads that failed or hung on the standby and ran on the primary. */
  fallbacks(): number;
  close(): Promise<void>;
}

/** Starts checking the standby, which is used once a check succeeds. Owns `standby` but not `primary`. */
export function openReadReplica(options: ReplicaOptions): ReadReplica {
  const { primary, standby } = options;
  const reads: ReplicaReader = replicaReader(standby, primary, () => watch.suspect());
  const watch = watchReplica(options, reads.leave);
  return {
    readerSince: (position) => (watch.mayRead(position) ? reads.reader : undefined),
    state: watch.state,
    fallbacks: reads.fallbacks,
    async close() {
      reads.leave();
      await watch.stop();
      await standby.close();
    },
  };
}
