// Who waits for the next batch of a read, by tenant. Requests for the same key by the same caller have one waiter.
import type { BatchTurns } from './batch-turns.ts';

/** Beyond this many waiters the rest waits for the batch after it. */
const MOST_WAITERS = 100;

export interface WaitingReads<Waiter> {
  /** The tenant's waiter of that id for one request more; made by `open` where there is none. */
  join(tenant: string, id: string, open: () => Waiter): Waiter;
  /** Takes a batch of the first tenant that may begin one; undefined where none may. */
  takeBatch(turns: BatchTurns): TakenBatch<Waiter> | undefined;
}

export interface TakenBatch<Waiter> {
  readonly tenant: string;
  readonly waiters: readonly Waiter[];
  readonly requests: number;
}

interface Queue<Waiter> {
  readonly waiters: Map<string, Waiter>;
  requests: number;
}

export function waitingReads<Waiter>(): WaitingReads<Waiter> {
  let queues = new Map<string, Queue<Waiter>>();
  return {
    join(tenant, id, open) {
      const queue = queues.get(tenant) ?? { waiters: new Map<string, Waiter>(), requests: 0 };
      if (queue.requests === 0) queues.set(tenant, queue);
      queue.requests += 1;
      const waiter = queue.waiters.get(id) ?? open();
      queue.waiters.set(id, waiter);
      return waiter;
    },
    takeBatch(turns) {
      for (const [tenant, { waiters, requests }] of queues) {
        if (!turns.mayBegin(tenant, requests)) continue;
        queues.delete(tenant);
        const rest = [...waiters].slice(MOST_WAITERS);
        // Behind the other tenants.
        if (rest.length > 0) queues.set(tenant, { waiters: new Map(rest), requests: rest.length });
        // One that is emptied and filled again links its old tables to its new ones: each that V8 has moved among the
        // old objects would keep all waiters after it until the next full collection.
        if (queues.size === 0) queues = new Map();
        return { tenant, waiters: [...waiters.values()].slice(0, MOST_WAITERS), requests: requests - rest.length };
      }
      return undefined;
    },
  };
}
