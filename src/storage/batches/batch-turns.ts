// Limits concurrent batches of reads or writes, per tenant and in total, so that a busy tenant does not delay others. A
// statement costs about the same for one key as for several, so a tenant's next batch waits until it is as large as the
// running ones.
import { deadline } from '../../base/deadline.ts';

/** After this time, a batch no longer counts as running. */
const OVERDUE_AFTER_MS = 250;

export interface BatchTurns {
  /** Whether a batch for this many requests may start. */
  mayBegin(tenant: string, size: number): boolean;
  /** Counts `batch`, which never rejects, while it runs. Calls `next` whenever another one may start. */
  take(tenant: string, size: number, batch: Promise<void>, next: () => void): void;
}

interface UnderWay {
  readonly tenant: string;
  readonly size: number;
}

/** `batchesAtOnce` per tenant, and `tenantsAtOnce` times as many in total. */
export function batchTurns(batchesAtOnce: number, tenantsAtOnce: number): BatchTurns {
  const underWay: UnderWay[] = [];

  return {
    mayBegin: (tenant, size) => {
      if (underWay.length >= batchesAtOnce * tenantsAtOnce) return false;
      const own = underWay.filter((other) => other.tenant === tenant);
      return own.length < batchesAtOnce && size >= own.reduce((sum, other) => sum + other.size, 0);
    },

    take: (tenant, size, batch, next) => {
      const own = { tenant, size };
      underWay.push(own);
      let isUnderWay = true;
      const leave = (): void => {
        if (!isUnderWay) return;
        isUnderWay = false;
        underWay.splice(underWay.indexOf(own), 1);
        next();
      };
      // A batch on an unresponsive connection must block only its own callers.
      const stop = deadline(OVERDUE_AFTER_MS, leave);
      void batch.then(() => {
        stop();
        leave();
      });
    },
  };
}
