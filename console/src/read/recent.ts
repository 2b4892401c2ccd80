// The trails that a person has opened lately, kept in this browser alone: nobody else learns what somebody reads.
import { keepText, keptValue } from '../parts/browser-storage.ts';

const MOST = 8;
const keyOf = (personId: string): string => `cairn.recent.${personId}`;

/** Ids, the latest first. */
export function recentIds(personId: string): string[] {
  const kept = keptValue('localStorage', keyOf(personId));
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, MOST) : [];
}

/** Puts the trail first. */
export function noteOpened(personId: string, trailId: string): void {
  const ids = [trailId, ...recentIds(personId).filter((id) => id !== trailId)].slice(0, MOST);
  keepText('localStorage', keyOf(personId), JSON.stringify(ids));
}
