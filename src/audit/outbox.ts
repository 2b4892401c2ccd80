// The outbox: events that other systems are told of, written in the commit of the change. Audit entries of a followed
// kind come in by themselves (audit-store.ts); this file is for events that are none, and for the dispatcher that hands
// them on.
import { newId } from '../base/id.ts';
import type { Db, Tx } from '../storage/database.ts';
import type { AnnouncedEvent, Announcement } from './announcement.ts';
import type { Actor } from './audit-event.ts';
import { WHOLE_SERVICE } from './fragments-store.ts';
import * as store from './outbox-store.ts';

export { outboxBacklog, setFollowed } from './outbox-store.ts';

/** Who acts where the service itself notices something. */
export const THE_SERVICE: Actor = { kind: 'system', id: null, name: 'Cairn' };

/** Every audit entry, as a followed kind. */
export const EVERY_ENTRY = '*';

/** Announces events whose kinds are followed, in their order, in the transaction of the change. */
export const announce = async (db: Db, events: readonly Announcement[]): Promise<void> => {
  if (events.length > 0) await store.insertAnnouncements(db, withIds(events), false);
};

/** Announces an event that somebody asked for (a test), followed or not; answers its id. */
export async function announceAsked(tx: Tx, event: Announcement): Promise<string> {
  const [announced] = withIds([event]);
  if (announced === undefined) throw new Error('one event has one id');
  await store.insertAnnouncements(tx, [announced], true);
  return announced.event_id;
}

/**
 * Takes the oldest events out, in their order, for a caller that keeps them in the same transaction. Empty also while
 * another transaction takes some: what one trail announced is handed on in one order.
 */
export async function takeAnnounced(tx: Tx, most: number): Promise<AnnouncedEvent[]> {
  return (await store.lockOutbox(tx)) ? store.deleteAnnounced(tx, most) : [];
}

export { WHOLE_SERVICE };

const withIds = (events: readonly Announcement[]) => events.map((event) => ({ ...event, event_id: newId() }));
