// The trails that a person has opened lately, kept in this browser alone: nobody else learns what somebody reads.

const MOST = 8;
const keyOf = (personId: string): string => `cairn.recent.${personId}`;

/** Ids, the latest first. */
export function recentIds(personId: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(personId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Puts the trail first. A browser that keeps nothing forgets it. */
export function noteOpened(personId: string, trailId: string): void {
  const ids = [trailId, ...recentIds(personId).filter((id) => id !== trailId)].slice(0, MOST);
  try {
    localStorage.setItem(keyOf(personId), JSON.stringify(ids));
  } catch {
    // Storage is full or switched off: the list is a convenience.
  }
}
