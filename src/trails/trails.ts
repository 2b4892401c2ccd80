// Trails as they are: one by its id. How they come to be, change and end is in the files named after it.
import { refuse } from '../base/refusal.ts';
import type { Db, Tx } from '../storage/database.ts';
import type { TrailDetailRow } from './trail-json.ts';
import {
  type DraftRow,
  findDraft,
  findTrail,
  findTrailUnlessHeld,
  type HeldRevisions,
  lockTrail,
} from './trail-read-store.ts';

/** The trail. Refuses with `not-found` where this catalog has none of that id. */
export const getTrail = async (db: Db, catalogId: string, trailId: string): Promise<TrailDetailRow> =>
  (await findTrail(db, catalogId, trailId)) ?? noSuchTrail();

/** The trail, or `unchanged` with its revision where the reader already holds all there is to see (Decision 10). */
export const getTrailUnlessHeld = async (
  db: Db,
  catalogId: string,
  trailId: string,
  held: HeldRevisions,
): Promise<TrailDetailRow | { readonly unchanged: number }> =>
  (await findTrailUnlessHeld(db, catalogId, trailId, held)) ?? noSuchTrail();

/** The stored draft, its revision and its status: what an edit starts from. */
export const getDraft = async (db: Db, catalogId: string, trailId: string): Promise<DraftRow> =>
  (await findDraft(db, catalogId, trailId)) ?? noSuchTrail();

/** The trail, which nobody else changes until the transaction ends. */
export const getLockedTrail = async (tx: Tx, catalogId: string, trailId: string): Promise<TrailDetailRow> =>
  (await lockTrail(tx, catalogId, trailId)) ?? noSuchTrail();

/** Throws the refusal for an id that this catalog does not have, whichever catalog has it. */
export function noSuchTrail(): never {
  throw refuse('not-found', 'There is no trail of this id in this catalog.');
}
