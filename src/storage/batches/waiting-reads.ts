// The waiters for the next batch of a read, by tenant. Requests for the same key by the same caller share a waiter.
import type { BatchTurns } from './batch-turns.ts';

/** The maximum number of waiters in a batch. Further ones wait for the next batch. */
const MAX_WAITERS = 100;

export interface WaitingReads<Waiter> {
  /** Adds a request to the tenant's waiter with that id, which `open` creates if necessary. */
  join(tenant: string, id: string, open: () => Waiter): Waiter;
  /** Takes a batch of the first tenant that may start one, or undefined. */
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
        const rest = [...waiters].slice(MAX_WAITERS);
        // Moves this tenant behind the others.
        if (rest.length > 0) queues.set(tenant, { waiters: new Map(rest), requests: rest.length });
        // Create a new map, because refilling an emptied one links its old tables to the new ones. Those that V8 has
        // moved to the old generation would retain all later waiters until the next full collection.
        if (queues.size === 0) queues = new Map();
        return { tenant, waiters: [...waiters.values()].slice(0, MAX_WAITERS), requests: requests - rest.length };
      }
      return undefined;
    },
  };
}
