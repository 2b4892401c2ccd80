// The outbox: events for other systems, written in the commit of the change. Audit entries are added automatically
// (audit-store.ts). This file is for other events, and for the dispatcher that numbers and delivers them.
import { newId } from '../base/id.ts';
import type { Db, Tx } from '../storage/database.ts';
import type { AnnouncedEvent, Announcement } from './announcement.ts';
import type { Actor } from './audit-event.ts';
import { WHOLE_SERVICE } from './fragments-store.ts';
import * as store from './outbox-store.ts';

export { lastAnnounced, outboxBacklog, setFollowed } from './outbox-store.ts';

/** The actor if the service itself notices something. */
export const THE_SERVICE: Actor = { kind: 'system', id: null, name: 'Cairn' };

/** Announces events, in order, in the transaction of the change. */
export const announce = async (db: Db, events: readonly Announcement[]): Promise<void> => {
  for (const [teamId, ofTeam] of byTeam(events)) await store.insertAnnouncements(db, teamId, withIds(ofTeam));
};

/** Announces a requested event (a test). Returns its id. */
export async function announceAsked(tx: Tx, event: Announcement): Promise<string> {
  const [announced] = withIds([event]);
  if (announced === undefined) throw new Error('one event has one id');
  await store.insertAnnouncements(tx, event.team_id, [announced]);
  return announced.event_id;
}

/**
 * Takes the oldest events, in order, for a caller that stores them in the same transaction. Only one transaction at a
 * time takes events, which keeps them in order. While another one does, returns none, or waits for its end.
 */
export async function takeAnnounced(tx: Tx, most: number, isPatient: boolean): Promise<AnnouncedEvent[]> {
  if (isPatient) await store.awaitOutbox(tx);
  else if (!(await store.lockOutbox(tx))) return [];
  return store.deleteAnnounced(tx, most);
}

export { WHOLE_SERVICE };

function byTeam(events: readonly Announcement[]): ReadonlyMap<string, readonly Announcement[]> {
  const teams = new Map<string, Announcement[]>();
  for (const event of events) teams.set(event.team_id, [...(teams.get(event.team_id) ?? []), event]);
  return teams;
}

const withIds = (events: readonly Announcement[]) => events.map((event) => ({ ...event, event_id: newId() }));
