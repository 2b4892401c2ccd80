// SQL for published versions: immutable snapshots, except for the note.

import { people, personName } from '../../directory/views-store.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { sql } from '../../storage/sql.ts';

export interface VersionRow {
  readonly version: number;
  readonly created_at: string;
  readonly is_live: boolean;
  readonly note: string | null;
  readonly created_by: string | null;
  readonly created_by_name: string | null;
}

export interface VersionDetailRow {
  readonly version: number;
  readonly created_at: string;
  readonly is_live: boolean;
  readonly note: string | null;
  readonly document: string;
}

/** Stores a snapshot of the trail's current draft. */
export const insertVersion = (
  tx: Tx,
  catalogId: string,
  trailId: string,
  version: number,
  note: string | null,
  createdBy: string | null,
): Promise<object[]> =>
  tx.rows(sql`
    insert into trail_versions (catalog_id, trail_id, version, revision, document, note, created_by)
    select catalog_id, trail_id, ${version}::integer, revision, document, ${note}::text, ${createdBy}::uuid
    from trails where catalog_id = ${catalogId} and trail_id = ${trailId}`);

/** Changes the version's note. Returns the previous one; undefined if it is unchanged. */
export const updateNote = (tx: Tx, catalogId: string, trailId: string, version: number, note: string | null) =>
  tx.row<{ note: string | null }>(sql`
    with before as (
      select note from trail_versions
      where catalog_id = ${catalogId} and trail_id = ${trailId} and version = ${version}
    )
    update trail_versions v set note = ${note}::text from before
    where v.catalog_id = ${catalogId} and v.trail_id = ${trailId} and v.version = ${version}
      and before.note is distinct from ${note}::text
    returning before.note`);

/** All versions, newest first; undefined if the trail is not found. Makes one query. */
export async function findVersions(db: Db, catalogId: string, trailId: string): Promise<VersionRow[] | undefined> {
  const rows = await db.rows<VersionRow | { version: null }>(sql`
    select v.version, v.created_at, v.note, v.created_by, ${personName('a')} as created_by_name,
      coalesce(v.version = t.published_version, false) as is_live
    from trails t
      left join trail_versions v on v.catalog_id = t.catalog_id and v.trail_id = t.trail_id
      left join ${people} a on a.account_id = v.created_by
    where t.catalog_id = ${catalogId} and t.trail_id = ${trailId}
    order by v.version desc`);
  if (rows.length === 0) return undefined;
  return rows.filter((row): row is VersionRow => row.version !== null);
}

export const findVersion = (db: Db, catalogId: string, trailId: string, version: number) =>
  db.row<VersionDetailRow>(sql`
    select v.version, v.created_at, v.note, v.document, coalesce(v.version = t.published_version, false) as is_live
    from trail_versions v join trails t on t.catalog_id = v.catalog_id and t.trail_id = v.trail_id
    where v.catalog_id = ${catalogId} and v.trail_id = ${trailId} and v.version = ${version}`);
