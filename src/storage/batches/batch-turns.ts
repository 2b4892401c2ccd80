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
  const underWay = new Map<string, number>();
  let allUnderWay = 0;

  const count = (tenant: string, by: 1 | -1): void => {
    allUnderWay += by;
    const ofTenant = (underWay.get(tenant) ?? 0) + by;
    if (ofTenant === 0) underWay.delete(tenant);
    else underWay.set(tenant, ofTenant);
  };

  return {
    mayBegin: (tenant) => allUnderWay < batchesAtOnce * tenantsAtOnce && (underWay.get(tenant) ?? 0) < batchesAtOnce,

    take: (tenant, batch, next) => {
      count(tenant, 1);
      let isUnderWay = true;
      const leave = (): void => {
        if (!isUnderWay) return;
        isUnderWay = false;
        count(tenant, -1);
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
