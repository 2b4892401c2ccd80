// The SQL of deleted trails that can be restored. Each has one row, which contains the rows of the trail as JSON.
import { groupOf } from '../../directory/fragments-store.ts';
import { people, personName } from '../../directory/views-store.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { limitOf } from '../../storage/limit.ts';
import { type Sql, sql, trusted } from '../../storage/sql.ts';
import { firstOver } from '../../storage/sweep-limit.ts';
import type { Status } from '../lifecycle.ts';

export interface DeletedTrailRow {
  readonly trail_id: string;
  readonly title: string;
  /** The trail's status before it was deleted. */
  readonly status: Status;
  readonly deleted_at: string;
  readonly deleted_by: string | null;
  readonly deleted_by_name: string | null;
}

/** The tables whose rows are restored with the trail. */
const PARTS = ['trail_revisions', 'trail_versions', 'trail_grants', 'trail_care'] as const;

/** Keeps the rows of a trail that is about to be deleted. `json` preserves the text of the documents. */
export const keepDeleted = (
  tx: Tx,
  catalogId: string,
  trailId: string,
  deletedBy: string | null,
): Promise<object[]> => {
  const rowsOf = (table: (typeof PARTS)[number]): Sql => sql`(
    select coalesce(json_agg(p), '[]'::json) from ${trusted(table)} p
    where p.catalog_id = ${catalogId} and p.trail_id = ${trailId})`;
  return tx.rows(sql`
    insert into deleted_trails (catalog_id, trail_id, title, status, deleted_by, content)
    select t.catalog_id, t.trail_id, t.title, t.status, ${deletedBy}::uuid, json_build_object('trails', row_to_json(t),
      'trail_revisions', ${rowsOf('trail_revisions')}, 'trail_versions', ${rowsOf('trail_versions')},
      'trail_grants', ${rowsOf('trail_grants')}, 'trail_care', ${rowsOf('trail_care')})
    from trails t where t.catalog_id = ${catalogId} and t.trail_id = ${trailId}`);
};

/** Deleted trails of the catalog, the most recently deleted first. */
export const selectDeleted = (db: Db, catalogId: string, most: number): Promise<DeletedTrailRow[]> =>
  db.rows<DeletedTrailRow>(sql`
    select d.trail_id, d.title, d.status, d.deleted_at, d.deleted_by, ${personName('p')} as deleted_by_name
    from deleted_trails d left join ${people} p on p.account_id = d.deleted_by
    where d.catalog_id = ${catalogId} order by d.deleted_at desc, d.trail_id ${limitOf(most)}`);

export async function countDeleted(db: Db, catalogId: string): Promise<number> {
  const row = await db.row<{ total: number }>(sql`
    select count(*) as total from deleted_trails where catalog_id = ${catalogId}`);
  return row?.total ?? 0;
}

/**
 * Restores the trail as a draft and removes it from the deleted trails. Returns undefined if it does not exist. Its
 * skill name is dropped if another trail got the name in the meantime. The row version grows, so that no process takes
 * its cached state of the trail for the current one. Grants to groups that no longer exist are dropped.
 */
export async function reinsertDeleted(
  tx: Tx,
  catalogId: string,
  trailId: string,
): Promise<{ readonly title: string } | undefined> {
  const found = await tx.row<{ title: string; content: string }>(sql`
    delete from deleted_trails where catalog_id = ${catalogId} and trail_id = ${trailId} returning title, content`);
  if (found === undefined) return undefined;
  const { content } = found;
  const kept = sql`(${content}::json -> 'trails')`;
  await tx.rows(sql`
    insert into trails
    select (json_populate_record(json_populate_record(null::trails, ${kept}), json_build_object(
      'status', 'draft', 'published_version', null, 'published_revision', null, 'published_at', null,
      'updated_at', statement_timestamp(), 'only_saved', false, 'row_version', (${kept} ->> 'row_version')::bigint + 1,
      'skill_name', (select ${kept} ->> 'skill_name' where not exists (
        select 1 from trails o where o.catalog_id = ${catalogId} and o.skill_name = ${kept} ->> 'skill_name'))))).*`);
  await tx.rows(sql`
    insert into trail_search (catalog_id, trail_id, search_text)
    values (${catalogId}, ${trailId}, ${kept} ->> 'search_text')`);
  for (const table of PARTS)
    await tx.rows(sql`
      insert into ${trusted(table)}
      select * from json_populate_recordset(null::${trusted(table)}, ${content}::json -> ${table}::text)`);
  await tx.rows(sql`
    delete from trail_grants given
    where given.catalog_id = ${catalogId} and given.trail_id = ${trailId} and given.kind = 'group'
      and not exists (select 1 from ${groupOf(sql`${catalogId}`, sql`given.grantee_id`)} d)`);
  return found;
}

/** Permanently removes trails that were deleted before that time, and returns how many. */
export async function sweepDeletedRows(db: Db, before: string): Promise<number> {
  const rows = await db.rows(sql`
    delete from deleted_trails where ${firstOver(
      db,
      sql`deleted_trails`,
      ['deleted_at', 'catalog_id', 'trail_id'],
      sql`deleted_at < ${before}::timestamptz`,
    )} returning 1 as swept`);
  return rows.length;
}
