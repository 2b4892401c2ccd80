// The SQL that reads trails. Every statement names the catalog first, and none reads more than its page needs.
import type { Db, Tx } from '../storage/database.ts';
import { nothing, type Sql, sql } from '../storage/sql.ts';
import type { Status } from './lifecycle.ts';
import { MOST_EXISTING_TRAILS } from './limits.ts';
import { hasTrigram, likePattern } from './search-text.ts';
import type { ExistingTrailRef } from './trail.ts';
import type { TrailDetailRow, TrailRow } from './trail-json.ts';

/** The columns of a TrailRow, of a trail `t` and its creator `a`. */
const trailColumns: Sql = sql`
  t.trail_id, t.title, t.target_role, t.description, t.tools, t.status, t.visibility, t.grant_count, t.prompt_count,
  t.sort_order, t.revision, t.created_at, t.updated_at, t.created_by,
  coalesce(nullif(a.name, ''), a.email, '') as created_by_name,
  t.published_at, t.published_revision, t.published_version, t.surfacing_tests`;

/** The creator's name is part of the answer too: a rename since the save is a change. */
const onlySaved: Sql = sql`(t.only_saved and coalesce(a.updated_at <= t.saved_at, true))`;

/** The columns of a TrailDetailRow, of a trail `t` and its creator `a`. */
export const detailColumns: Sql = sql`${trailColumns}, t.document, t.publish_issues, ${onlySaved} as only_saved`;

/** `left join accounts a`, whose name stands in `created_by`. */
export const withCreator: Sql = sql`left join accounts a on a.account_id = t.created_by`;

/** The trail, or undefined where the catalog has none of that id. One query. */
export const findTrail = (db: Db, catalogId: string, trailId: string): Promise<TrailDetailRow | undefined> =>
  db.row<TrailDetailRow>(sql`
    select ${detailColumns} from trails t ${withCreator} where t.catalog_id = ${catalogId} and t.trail_id = ${trailId}`);

/** Revisions a reader holds already: `*` is any. */
export type HeldRevisions = '*' | readonly number[];

/**
 * The trail, or its revision alone where the reader holds that revision and nothing else visible has changed since it
 * was saved (Decision 10). One query, which leaves the document unread in that case.
 */
export async function findTrailUnlessHeld(
  db: Db,
  catalogId: string,
  trailId: string,
  held: HeldRevisions,
): Promise<TrailDetailRow | { readonly unchanged: number } | undefined> {
  const isHeld =
    held === '*' ? onlySaved : sql`(t.revision = any(${held.filter(isInt32)}::integer[]) and ${onlySaved})`;
  const row = await db.row<TrailDetailRow & { document: string | null }>(sql`
    select ${trailColumns}, case when ${isHeld} then null else t.document end as document,
      case when ${isHeld} then null else t.publish_issues end as publish_issues, ${onlySaved} as only_saved
    from trails t ${withCreator} where t.catalog_id = ${catalogId} and t.trail_id = ${trailId}`);
  return row?.document === null ? { unchanged: row.revision } : row;
}

const isInt32 = (revision: number): boolean => Number.isInteger(revision) && Math.abs(revision) <= 2_147_483_647;

/** What an edit starts from. */
export interface DraftRow {
  readonly trail_id: string;
  readonly status: Status;
  readonly revision: number;
  readonly document: string;
}

/** The stored draft and what decides whether it may be edited. */
export const findDraft = (db: Db, catalogId: string, trailId: string): Promise<DraftRow | undefined> =>
  db.row<DraftRow>(sql`
    select trail_id, status, revision, document from trails where catalog_id = ${catalogId} and trail_id = ${trailId}`);

/** The trail, locked until the transaction ends: nobody saves, publishes, archives or deletes it meanwhile. */
export const lockTrail = (tx: Tx, catalogId: string, trailId: string): Promise<TrailDetailRow | undefined> =>
  tx.row<TrailDetailRow>(sql`
    select ${detailColumns} from trails t ${withCreator}
    where t.catalog_id = ${catalogId} and t.trail_id = ${trailId} for update of t`);

/** The document as saved at that revision, where it is still known. */
export async function findRevision(
  db: Db,
  catalogId: string,
  trailId: string,
  revision: number,
): Promise<string | undefined> {
  if (!isInt32(revision)) return undefined;
  const row = await db.row<{ document: string }>(sql`
    select document from trail_revisions
    where catalog_id = ${catalogId} and trail_id = ${trailId} and revision = ${revision}`);
  return row?.document;
}

/** One page of a list: what to show, after which trail, how many. `text` is folded as the stored text is. */
export interface PageOfTrails {
  readonly status: Status | undefined;
  readonly text: string | undefined;
  readonly after: { readonly updated_at: string; readonly trail_id: string } | undefined;
  readonly count: number;
}

/** The trails of a page, most recently updated first. One query; the place in the list is found by an index. */
export function listTrailRows(db: Db, catalogId: string, page: PageOfTrails): Promise<TrailRow[]> {
  return db.rows<TrailRow>(sql`
    select ${trailColumns} from trails t ${withCreator}
    where ${page.text !== undefined && hasTrigram(page.text) ? among(catalogId, page, page.text) : onPage(catalogId, page)}
    ${newestFirst} limit ${page.count}`);
}

const newestFirst: Sql = sql`order by t.updated_at desc, t.trail_id desc`;

/** A short text is in too many trails for an index to help: the list is walked until the page is full. */
const onPage = (catalogId: string, page: PageOfTrails): Sql =>
  page.text === undefined
    ? after(catalogId, page)
    : sql`${after(catalogId, page)} and strpos(t.search_text, ${page.text}) > 0`;

/** Trails of the status that come after the cursor. */
const after = (catalogId: string, { status, after: place }: PageOfTrails): Sql => sql`
  t.catalog_id = ${catalogId}
  ${status === undefined ? nothing : sql`and t.status = ${status}`}
  ${place === undefined ? nothing : sql`and (t.updated_at, t.trail_id) < (${place.updated_at}::timestamptz, ${place.trail_id}::uuid)`}`;

/** How far the list is walked for a text before the index is asked. */
const WALKED = 1_000;

/**
 * A text that many trails hold fills the page from the next stretch of the list; one that few hold is looked up in the
 * trigram index. Which of the two it is shows on the way, not in statistics, which an embedded database may not have.
 */
const among = (catalogId: string, page: PageOfTrails, text: string): Sql => sql`
  t.catalog_id = ${catalogId} and t.trail_id in (
    with near as materialized (
      select stretch.trail_id
      from (select t.trail_id, t.updated_at, t.search_text from trails t where ${after(catalogId, page)} ${newestFirst} limit ${WALKED}) stretch
      where stretch.search_text like ${likePattern(text)}
      order by stretch.updated_at desc, stretch.trail_id desc limit ${page.count}
    )
    select trail_id from near
    union all (
      select t.trail_id from trail_search s join trails t on t.catalog_id = s.catalog_id and t.trail_id = s.trail_id
      where s.catalog_id = ${catalogId} and s.search_text like ${likePattern(text)} and ${after(catalogId, page)}
        and (select count(*) from near) < ${page.count}
      ${newestFirst} limit ${page.count}
    ))`;

/** Trails that are not archived, most recently updated first (Decision 41). */
export const listExistingTrails = (db: Db, catalogId: string): Promise<ExistingTrailRef[]> =>
  db.rows<ExistingTrailRef>(sql`
    select trail_id as id, title, target_role, status from trails
    where catalog_id = ${catalogId} and status <> 'archived'
    order by updated_at desc, trail_id desc limit ${MOST_EXISTING_TRAILS}`);
