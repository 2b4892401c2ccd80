// The trails that a person opened recently. Kept only in this browser, because reading habits are private.
import { keepText, keptValue } from '../parts/browser-storage.ts';

const MAX_TRAILS = 8;
const keyOf = (personId: string): string => `cairn.recent.${personId}`;

/** Ids, the most recent first. */
export function recentIds(personId: string): string[] {
  const kept = keptValue('localStorage', keyOf(personId));
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, MAX_TRAILS) : [];
}

/** Moves the trail to the front. */
export function noteOpened(personId: string, trailId: string): void {
  const ids = [trailId, ...recentIds(personId).filter((id) => id !== trailId)].slice(0, MAX_TRAILS);
  keepText('localStorage', keyOf(personId), JSON.stringify(ids));
}
