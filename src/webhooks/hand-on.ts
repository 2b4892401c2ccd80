// Gives announced events their numbers in the feed of their workspace, and moves them to the queues of subscribed
// endpoints and of streams. It all happens in one transaction, so that a crash neither loses nor duplicates events.
// Only committed events are numbered, one transaction at a time, so the numbers are in commit order without gaps.

import type { AnnouncedEvent } from '../audit/announcement.ts';
import { takeAnnounced } from '../audit/outbox.ts';
import { instant } from '../base/clock.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import type { Database, Tx } from '../storage/database.ts';
import { insertStreamEntries } from './audit-stream-store.ts';
import { lastNumber } from './change-store.ts';
import { type EventRow, insertEvents } from './delivery-store.ts';
import { TEST_EVENT, typeOf } from './event-types.ts';
import { webhookPayload } from './payload.ts';

const MAX_AT_ONCE = 500;

/**
 * Moves the oldest events. Returns true if there may be more. If another process is doing the same, waits for it
 * (`isPatient`) or does nothing.
 */
export async function handOn(database: Database, now: number, isPatient = false): Promise<boolean> {
  const at = instant(now);
  // The streams of the whole service follow every event.
  if (database.outage?.last()?.unreachable.includes(SVC_CATALOG_ID) === true) return false;
  const taken = await database.inTransaction(async (tx) => {
    const events = await takeAnnounced(tx, MAX_AT_ONCE, isPatient);
    const rows = await numbered(tx, events);
    if (rows.length > 0) await insertEvents(tx, rows, at);
    const entries = events.filter(({ is_streamed }) => is_streamed);
    if (entries.length > 0) await insertStreamEntries(tx, entries, at);
    return events.length;
  });
  return taken === MAX_AT_ONCE;
}

async function numbered(tx: Tx, events: readonly AnnouncedEvent[]): Promise<EventRow[]> {
  const numbers = new Map<string, number>();
  const rows: EventRow[] = [];
  for (const event of events) {
    const type = typeOf(event.kind);
    if (type === undefined) continue;
    const { team_id } = event;
    const seq = (numbers.get(team_id) ?? (await lastNumber(tx, team_id))) + 1;
    numbers.set(team_id, seq);
    rows.push(eventRow(event, type, seq));
  }
  return rows;
}

const eventRow = (event: AnnouncedEvent, type: string, seq: number): EventRow => {
  const { team_id, seq: announced_seq, event_id, at, subject } = event;
  const endpoint_id = type === TEST_EVENT ? subject.id : null;
  const payload = webhookPayload(type, event, seq);
  return { team_id, seq, announced_seq, event_id, type, at, subject_id: subject.id, endpoint_id, payload };
};
