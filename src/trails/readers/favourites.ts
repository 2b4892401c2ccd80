// Favourites: the trails that a person has marked, for them alone. Nobody else is shown what somebody reads.
import { refuse } from '../../base/refusal.ts';
import { lockActiveMember } from '../../directory/members/members.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { noSuchTrail } from '../trails.ts';
import { deleteFavourite, insertFavourite, selectFavourites } from './favourite-store.ts';
import type { ReaderIdentity } from './visible-trail-store.ts';
import { getVisibleTrail, listVisibleHeads } from './visible-trails.ts';

export { sweepFavourites } from './favourite-store.ts';

/** So many trails can be marked: a list that is longer helps nobody to find one. */
export const MOST_FAVOURITES = 200;

/** Ids of what the person has marked, the latest first; some may not be visible to them any more. One query. */
export const favouritesOf = (db: Db, reader: ReaderIdentity): Promise<string[]> => selectFavourites(db, reader);

/** Those of them that the person sees. */
export async function visibleFavouritesOf(db: Db, reader: ReaderIdentity): Promise<string[]> {
  const marked = await selectFavourites(db, reader);
  if (marked.length === 0) return marked;
  const visible = new Set((await listVisibleHeads(db, reader, marked)).map(({ trail_id }) => trail_id));
  return marked.filter((id) => visible.has(id));
}

/**
 * Marks a trail; again changes nothing. Refuses with `not-found` one that the person does not see, or where they are no
 * active member any more, with `conflict` one more than 200.
 */
export async function addFavourite(tx: Tx, reader: ReaderIdentity, trailId: string): Promise<void> {
  await getVisibleTrail(tx, reader, trailId);
  // Held, so that of two requests at once one marks the last.
  if ((await lockActiveMember(tx, reader.team_id, reader.account_id)) === undefined) noSuchTrail();
  const marked = await selectFavourites(tx, reader);
  if (marked.includes(trailId)) return;
  if (marked.length >= MOST_FAVOURITES && (await listVisibleHeads(tx, reader, marked)).length >= MOST_FAVOURITES)
    throw refuse('conflict', `You have ${MOST_FAVOURITES} favourites. Remove one before you add another.`);
  await insertFavourite(tx, reader, trailId);
}

/**
 * Takes the mark off, whatever became of the trail; off already, nothing changes. Refuses with `not-found` a trail that
 * is neither marked nor seen.
 */
export async function removeFavourite(tx: Tx, reader: ReaderIdentity, trailId: string): Promise<void> {
  const removed = await deleteFavourite(tx, reader, trailId);
  if (removed.length === 0) await getVisibleTrail(tx, reader, trailId);
}
