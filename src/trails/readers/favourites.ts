// Favorites: trails that a person has marked. They are private; other people never see what someone reads.

import { refuse } from '../../base/refusal.ts';
import { t } from '../../base/texts/t.ts';
import { lockActiveMember } from '../../directory/members/members.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { noSuchTrail } from '../trails.ts';
import { deleteFavourite, insertFavourite, selectFavourites } from './favourite-store.ts';
import type { ReaderIdentity } from './visible-trail-store.ts';
import { getVisibleTrail, listVisibleHeads } from './visible-trails.ts';

export { sweepFavourites } from './favourite-store.ts';

/** The maximum number of marks. A longer list would not help people find a trail. */
export const MAX_FAVORITES = 200;

/** Ids of the person's marks, newest first, including trails that they may no longer see. Makes one query. */
export const favouritesOf = (db: Db, reader: ReaderIdentity): Promise<string[]> => selectFavourites(db, reader);

/** The marked trails that the person can see. */
export async function visibleFavouritesOf(db: Db, reader: ReaderIdentity): Promise<string[]> {
  const marked = await selectFavourites(db, reader);
  if (marked.length === 0) return marked;
  const visible = new Set((await listVisibleHeads(db, reader, marked)).map(({ trail_id }) => trail_id));
  return marked.filter((id) => visible.has(id));
}

/**
 * Marks a trail; idempotent. Fails with `not-found` if the person cannot see it or is no longer an active member, and
 * with `conflict` if there are already 200 marks.
 */
export async function addFavourite(tx: Tx, reader: ReaderIdentity, trailId: string): Promise<void> {
  await getVisibleTrail(tx, reader, trailId);
  // The lock makes sure that only one of two concurrent requests takes the last slot.
  if ((await lockActiveMember(tx, reader.team_id, reader.account_id)) === undefined) noSuchTrail();
  const marked = await selectFavourites(tx, reader);
  if (marked.includes(trailId)) return;
  if (marked.length >= MAX_FAVORITES && (await listVisibleHeads(tx, reader, marked)).length >= MAX_FAVORITES)
    throw refuse(
      'conflict',
      t('You have {limit} favorites. Remove one before you add another.', { limit: MAX_FAVORITES }),
    );
  await insertFavourite(tx, reader, trailId);
}

/**
 * Removes the mark, regardless of the trail's state; idempotent. Fails with `not-found` if the trail is neither marked
 * nor visible.
 */
export async function removeFavourite(tx: Tx, reader: ReaderIdentity, trailId: string): Promise<void> {
  const removed = await deleteFavourite(tx, reader, trailId);
  if (removed.length === 0) await getVisibleTrail(tx, reader, trailId);
}
