// Whose next batch of reads may begin: so many about one tenant at a time, and so many about all tenants. A busy tenant
// does not take the turns of its neighbours. One key costs a statement about as much as several do: while a batch
// answers many requests, the next one gathers. Beside slow ones a batch begins where it is as large as they are.

/** Where fewer requests than these are under way, the next one shares nothing worth waiting for. */
const FEW = 8;
/** As long as statements take where the database is near and well. */
const SLOW_AFTER_MS = 25;
/** A batch that takes longer does not count among those under way. */
const OVERDUE_AFTER_MS = 250;

export interface BatchTurns {
  /** Whether a batch for so many requests may. */
  mayBegin(tenant: string, requests: number): boolean;
  /**
   * Counts `batch`, which never fails and is for so many requests, while it is under way. `next` is called whenever
   * another one may begin.
   */
  take(tenant: string, requests: number, batch: Promise<void>, next: () => void): void;
}

interface UnderWay {
  readonly tenant: string;
  readonly requests: number;
  isSlow: boolean;
}

/** `batchesAtOnce` about one tenant, and `tenantsAtOnce` times as many about all. */
export function batchTurns(batchesAtOnce: number, tenantsAtOnce: number): BatchTurns {
  /** A handful. */
  const underWay: UnderWay[] = [];

  return {
    mayBegin: (tenant, requests) => {
      if (underWay.length >= batchesAtOnce * tenantsAtOnce) return false;
      const own = underWay.filter((other) => other.tenant === tenant);
      if (own.length >= batchesAtOnce) return false;
      const waitedFor = own.reduce((sum, other) => sum + other.requests, 0);
      return waitedFor < FEW || (requests >= waitedFor && own.every(({ isSlow }) => isSlow));
    },

    take: (tenant, requests, batch, next) => {
      const own: UnderWay = { tenant, requests, isSlow: false };
      underWay.push(own);
      let isUnderWay = true;
      const leave = (): void => {
        if (!isUnderWay) return;
        isUnderWay = false;
        underWay.splice(underWay.indexOf(own), 1);
        next();
      };
      const slow = (): void => {
        own.isSlow = true;
        // A batch on a connection that has fallen silent keeps its own callers waiting and nobody else.
        timer = setTimeout(leave, OVERDUE_AFTER_MS - SLOW_AFTER_MS);
        next();
      };
      let timer = setTimeout(slow, SLOW_AFTER_MS);
      void batch.then(() => {
        clearTimeout(timer);
        leave();
      });
    },
  };
}
