// Reads single trails. Other files in this folder, named after the action, create, change and delete them.
import { refuse } from '../base/refusal.ts';
import type { BatchReads, Db, Tx } from '../storage/database.ts';
import type { TrailDetailRow } from './trail-json.ts';
import { type DraftRow, findDraft, findTrail, lockTrail, type ReadTrail, trailRead } from './trail-read-store.ts';

/** The trail. Fails with `not-found` if it is not in this catalog. */
export const getTrail = async (db: Db, catalogId: string, trailId: string): Promise<TrailDetailRow> =>
  (await findTrail(db, catalogId, trailId)) ?? noSuchTrail();

/** A coalesced and cached read of the trail. */
export const readTrail = async (db: BatchReads, catalogId: string, trailId: string): Promise<ReadTrail> =>
  (await db.read(trailRead, { catalog_id: catalogId, trail_id: trailId })) ?? noSuchTrail();

/** The stored draft with its revision and status: the starting point of an edit. */
export const getDraft = async (db: Db, catalogId: string, trailId: string): Promise<DraftRow> =>
  (await findDraft(db, catalogId, trailId)) ?? noSuchTrail();

/** The trail, locked until the transaction ends. */
export const getLockedTrail = async (tx: Tx, catalogId: string, trailId: string): Promise<TrailDetailRow> =>
  (await lockTrail(tx, catalogId, trailId)) ?? noSuchTrail();

/** Rejects an id that is not in this catalog, even if another catalog has it. */
export function noSuchTrail(): never {
  throw refuse('not-found', 'There is no trail with this id in this catalog.');
}

export { holdTrail, titlesInUse, trailExists } from './trail-read-store.ts';
