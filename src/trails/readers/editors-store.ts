// SQL for people who edit some trails without being authors. opened-trails-store.ts determines which people a grant
// allows to edit.
import type { Db } from '../../storage/database.ts';
import { limitOf } from '../../storage/limit.ts';
import { sql } from '../../storage/sql.ts';
import type { Status } from '../lifecycle.ts';
import { editedBy } from './opened-trails-store.ts';

export async function findEditRight(db: Db, catalogId: string, accountId: string, trailId: string): Promise<boolean> {
  const row = await db.row(sql`
    select 1 from (${editedBy(catalogId, accountId, [trailId])}) t ${limitOf(1)}`);
  return row !== undefined;
}

export async function findAnyEditRight(db: Db, catalogId: string, accountId: string): Promise<boolean> {
  const row = await db.row(sql`select 1 from (${editedBy(catalogId, accountId)}) t ${limitOf(1)}`);
  return row !== undefined;
}

/** A trail that a person edits. */
export interface EditableTrail {
  readonly id: string;
  readonly title: string;
  readonly status: Status;
  readonly has_unpublished_changes: boolean;
  readonly updated_at: string;
}

/** The trails that the person edits and that are not archived, most recently changed first. */
export const selectEditable = (db: Db, catalogId: string, accountId: string): Promise<EditableTrail[]> =>
  db.rows<EditableTrail>(sql`
    select t.trail_id as id, t.title, t.status, t.updated_at,
      (t.status <> 'live' or t.revision <> t.published_revision) as has_unpublished_changes
    from trails t
    where t.catalog_id = ${catalogId} and t.status <> 'archived' and t.trail_id in (${editedBy(catalogId, accountId)})
    order by t.updated_at desc, t.trail_id ${limitOf(500)}`);
