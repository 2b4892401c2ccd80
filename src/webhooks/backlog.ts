// Pending work in all workspaces, for the metrics.
import { outboxBacklog } from '../audit/outbox.ts';
import type { Db } from '../storage/database.ts';
import { type QueueBacklog, readBacklog } from './due-store.ts';

export interface Backlog extends QueueBacklog {
  readonly announced: number;
}

/** Counts pending work. Makes two queries. */
export async function backlogOf(db: Db): Promise<Backlog> {
  const [queues, outbox] = [await readBacklog(db), await outboxBacklog(db)];
  return { ...queues, announced: outbox.waiting };
}
