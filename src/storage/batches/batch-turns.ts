// Whose next batch of reads may begin: so many about one tenant at a time, and so many about all tenants. A busy tenant
// does not take the turns of its neighbours. One key costs a statement about as much as many do, so a busy tenant has one
// batch under way while the next one gathers, unless that one is slow.

/** Where fewer requests than these are under way, the next one shares nothing worth waiting for. */
const FEW = 8;
/** Nobody waits for a batch that takes longer, as long as there are turns left. */
const SLOW_AFTER_MS = 25;
/** A batch that takes longer does not count among those under way. */
const OVERDUE_AFTER_MS = 250;

export interface BatchTurns {
  mayBegin(tenant: string): boolean;
  /**
   * Counts `batch`, which never fails and is for so many requests, while it is under way. `next` is called whenever
   * another one may begin.
   */
  take(tenant: string, requests: number, batch: Promise<void>, next: () => void): void;
}

interface UnderWay {
  readonly tenant: string;
  /** Which others may wait for; none once it is slow. */
  requests: number;
}

/** `batchesAtOnce` about one tenant, and `tenantsAtOnce` times as many about all. */
export function batchTurns(batchesAtOnce: number, tenantsAtOnce: number): BatchTurns {
  /** A handful. */
  const underWay: UnderWay[] = [];

  return {
    mayBegin: (tenant) => {
      if (underWay.length >= batchesAtOnce * tenantsAtOnce) return false;
      const own = underWay.filter((other) => other.tenant === tenant);
      return own.length < batchesAtOnce && own.reduce((sum, { requests }) => sum + requests, 0) < FEW;
    },

    take: (tenant, requests, batch, next) => {
      const own = { tenant, requests };
      underWay.push(own);
      let isUnderWay = true;
      const leave = (): void => {
        if (!isUnderWay) return;
        isUnderWay = false;
        underWay.splice(underWay.indexOf(own), 1);
        next();
      };
      const letPass = (): void => {
        own.requests = 0;
        // A batch on a connection that has fallen silent keeps its own callers waiting and nobody else.
        timer = setTimeout(leave, OVERDUE_AFTER_MS - SLOW_AFTER_MS);
        next();
      };
      let timer = setTimeout(letPass, SLOW_AFTER_MS);
      void batch.then(() => {
        clearTimeout(timer);
        leave();
      });
    },
  };
}
