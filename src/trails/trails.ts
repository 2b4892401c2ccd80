// Trails as they are: one by its id. How they come to be, change and end is in the files named after it.
import { refuse } from '../base/refusal.ts';
import type { BatchReads, Db, Tx } from '../storage/database.ts';
import type { TrailDetailRow } from './trail-json.ts';
import { type DraftRow, findDraft, findTrail, lockTrail, type ReadTrail, trailRead } from './trail-read-store.ts';

/** The trail. Refuses with `not-found` where this catalog has none of that id. */
export const getTrail = async (db: Db, catalogId: string, trailId: string): Promise<TrailDetailRow> =>
  (await findTrail(db, catalogId, trailId)) ?? noSuchTrail();

/** The trail as it is read again and again: asked together with others, and remembered while it stays as it is. */
export const readTrail = async (db: BatchReads, catalogId: string, trailId: string): Promise<ReadTrail> =>
  (await db.read(trailRead, { catalog_id: catalogId, trail_id: trailId })) ?? noSuchTrail();

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

export { holdTrail, titlesInUse, trailExists } from './trail-read-store.ts';
