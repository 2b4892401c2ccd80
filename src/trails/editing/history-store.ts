// SQL for the kept revisions of a draft. Each save stores one, and the oldest ones are forgotten
// (trail-write-store.ts).
import { people, personName } from '../../directory/views-store.ts';
import type { Db } from '../../storage/database.ts';
import { sql } from '../../storage/sql.ts';

export interface RevisionRow {
  readonly revision: number;
  readonly saved_at: string;
  readonly saved_by: string | null;
  readonly saved_by_name: string | null;
  readonly is_current: boolean;
  /** The latest version that was made from this revision. */
  readonly version: number | null;
}

/** `changed_fields`: fields that differ from the preceding kept revision; null for the oldest one. */
export interface ListedRevisionRow extends RevisionRow {
  readonly changed_fields: readonly string[] | null;
}

/** The kept revisions, newest first; undefined if the trail is not found. The database compares the documents. */
export async function findRevisions(
  db: Db,
  catalogId: string,
  trailId: string,
): Promise<ListedRevisionRow[] | undefined> {
  const rows = await db.rows<ListedRevisionRow | { revision: null }>(sql`
    with kept as (
      select r.revision, r.saved_at, r.saved_by, r.document,
        lag(r.document::text) over (order by r.revision) as preceding
      from trail_revisions r where r.catalog_id = ${catalogId} and r.trail_id = ${trailId}
    ), published as (
      select v.revision, max(v.version) as version from trail_versions v
      where v.catalog_id = ${catalogId} and v.trail_id = ${trailId} group by v.revision
    )
    select k.revision, k.saved_at, k.saved_by, ${personName('a')} as saved_by_name,
      k.revision = t.revision as is_current, p.version, case when k.preceding is not null then array(
        select later.key from json_each(k.document) with ordinality as later (key, value, place)
          left join json_each(k.preceding::json) as earlier (key, value) on earlier.key = later.key
        where later.value::text is distinct from earlier.value::text order by later.place) end as changed_fields
    from trails t left join kept k on true left join published p on p.revision = k.revision
      left join ${people} a on a.account_id = k.saved_by
    where t.catalog_id = ${catalogId} and t.trail_id = ${trailId}
    order by k.revision desc`);
  if (rows.length === 0) return undefined;
  return rows.filter((row): row is ListedRevisionRow => row.revision !== null);
}

/** A kept revision with its document as JSON text. */
export const findKeptRevision = (db: Db, catalogId: string, trailId: string, revision: number) =>
  db.row<RevisionRow & { readonly document: string }>(sql`
    select r.revision, r.saved_at, r.saved_by, ${personName('a')} as saved_by_name,
      r.revision = t.revision as is_current, (
        select max(v.version) from trail_versions v
        where v.catalog_id = ${catalogId} and v.trail_id = ${trailId} and v.revision = r.revision) as version,
      r.document
    from trail_revisions r join trails t on t.catalog_id = r.catalog_id and t.trail_id = r.trail_id
      left join ${people} a on a.account_id = r.saved_by
    where r.catalog_id = ${catalogId} and t.catalog_id = ${catalogId} and r.trail_id = ${trailId}
      and r.revision = ${revision}`);
