// A standby that is read where an answer of a moment ago will do: lists of the console, logs, figures. It is looked at
// every second. While it is away, too far behind, of another schema or of another database, everything is read from the
// primary, and a statement that fails there is run here instead, so a standby adds capacity and takes nothing away.
import type { Reader } from '../database.ts';
import type { LogPosition } from '../replica-lag.ts';
import { type ReplicaReader, replicaReader } from './replica-reader.ts';
import { type ReplicaOptions, type ReplicaState, watchReplica } from './replica-watch.ts';

export interface ReadReplica {
  /**
   * Reads from the standby, where it is used and holds every change up to `position` (null: wherever it stands).
   * Undefined: ask the primary.
   */
  readerSince(position: LogPosition | null): Reader | undefined;
  state(): ReplicaState;
  /** Statements that failed on the standby, or hung there, and were run on the primary. */
  fallbacks(): number;
  close(): Promise<void>;
}

/** Begins to look at the standby; it is read once a look has found it well. Owns `standby`, not `primary`. */
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
