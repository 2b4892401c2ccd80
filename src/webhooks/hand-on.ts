// Moves announced events from the outbox to the queues of subscribed endpoints and streams, in one transaction so that
// a crash neither loses nor duplicates events.

import type { AnnouncedEvent } from '../audit/announcement.ts';
import { takeAnnounced } from '../audit/outbox.ts';
import { instant } from '../base/clock.ts';
import type { Database } from '../storage/database.ts';
import { insertStreamEntries } from './audit-stream-store.ts';
import { type EventRow, insertDeliveries } from './delivery-store.ts';
import { TEST_EVENT, typeOf } from './event-types.ts';
import { webhookPayload } from './payload.ts';

const MAX_AT_ONCE = 500;

/** Moves the oldest events. Returns true if there may be more. */
export async function handOn(database: Database, now: number): Promise<boolean> {
  const at = instant(now);
  const taken = await database.inTransaction(async (tx) => {
    const events = await takeAnnounced(tx, MAX_AT_ONCE);
    const rows = events.flatMap(eventRow);
    if (rows.length > 0) await insertDeliveries(tx, rows, at);
    const entries = events.filter(({ is_entry }) => is_entry);
    if (entries.length > 0) await insertStreamEntries(tx, entries, at);
    return events.length;
  });
  return taken === MAX_AT_ONCE;
}

function eventRow(event: AnnouncedEvent): EventRow[] {
  const type = typeOf(event.kind);
  if (type === undefined) return [];
  const { team_id, seq, event_id, at, subject } = event;
  const endpoint_id = type === TEST_EVENT ? subject.id : null;
  return [
    { team_id, seq, event_id, type, at, subject_id: subject.id, endpoint_id, payload: webhookPayload(type, event) },
  ];
}
