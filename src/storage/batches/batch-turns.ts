// Whose next batch of reads may begin: so many about one tenant at a time, and so many about all tenants. A busy tenant
// does not take the turns of its neighbours. One key costs a statement about as much as several do, so a batch begins
// beside others of its tenant only where it is as large as they are.
import { deadline } from '../../base/deadline.ts';

/** A batch that takes longer does not count among those under way. */
const OVERDUE_AFTER_MS = 250;

export interface BatchTurns {
  /** Whether a batch for so many requests may. */
  mayBegin(tenant: string, size: number): boolean;
  /** Counts `batch`, which never fails, while it is under way. `next` is called whenever another one may begin. */
  take(tenant: string, size: number, batch: Promise<void>, next: () => void): void;
}

interface UnderWay {
  readonly tenant: string;
  readonly size: number;
}

/** `batchesAtOnce` about one tenant, and `tenantsAtOnce` times as many about all. */
export function batchTurns(batchesAtOnce: number, tenantsAtOnce: number): BatchTurns {
  /** A handful. */
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
      // A batch on a connection that has fallen silent keeps its own callers waiting and nobody else.
      const stop = deadline(OVERDUE_AFTER_MS, leave);
      void batch.then(() => {
        stop();
        leave();
      });
    },
  };
}
