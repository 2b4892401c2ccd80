// Whose next batch of reads may begin: so many about one tenant at a time, and so many about all tenants. A busy tenant
// does not take the turns of its neighbours.

/** A batch that takes longer does not count among those under way. */
const OVERDUE_AFTER_MS = 250;

export interface BatchTurns {
  mayBegin(tenant: string): boolean;
  /** Counts `batch`, which never fails, while it is under way. `next` is called whenever another one may begin. */
  take(tenant: string, batch: Promise<void>, next: () => void): void;
}

/** `batchesAtOnce` about one tenant, and `tenantsAtOnce` times as many about all. */
export function batchTurns(batchesAtOnce: number, tenantsAtOnce: number): BatchTurns {
  /** The tenant of each batch under way: a handful. */
  const underWay: string[] = [];
  const countOf = (tenant: string): number => underWay.filter((other) => other === tenant).length;

  return {
    mayBegin: (tenant) => underWay.length < batchesAtOnce * tenantsAtOnce && countOf(tenant) < batchesAtOnce,

    take: (tenant, batch, next) => {
      underWay.push(tenant);
      let isUnderWay = true;
      const leave = (): void => {
        if (!isUnderWay) return;
        isUnderWay = false;
        underWay.splice(underWay.indexOf(tenant), 1);
        next();
      };
      // A batch on a connection that has fallen silent keeps its own callers waiting and nobody else.
      const timer = setTimeout(leave, OVERDUE_AFTER_MS);
      void batch.finally(() => {
        clearTimeout(timer);
        leave();
      });
    },
  };
}
