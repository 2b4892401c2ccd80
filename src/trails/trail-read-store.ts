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
  const { status, text, after, count } = page;
  return db.rows<TrailRow>(sql`
    select ${trailColumns} from trails t ${withCreator}
    where t.catalog_id = ${catalogId}
      ${status === undefined ? nothing : sql`and t.status = ${status}`}
      ${text === undefined ? nothing : sql`and ${holds(text)}`}
      ${after === undefined ? nothing : sql`and (t.updated_at, t.trail_id) < (${after.updated_at}::timestamptz, ${after.trail_id}::uuid)`}
    order by t.updated_at desc, t.trail_id desc
    limit ${count}`);
}

/**
 * Three letters in a row are looked up in the trigram index. Anything shorter is in too many trails for that to help:
 * walking the list until the page is full is faster, and `strpos` leaves PostgreSQL no other way.
 */
const holds = (text: string): Sql =>
  hasTrigram(text) ? sql`t.search_text like ${likePattern(text)}` : sql`strpos(t.search_text, ${text}) > 0`;

/** Trails that are not archived, most recently updated first (Decision 41). */
export const listExistingTrails = (db: Db, catalogId: string): Promise<ExistingTrailRef[]> =>
  db.rows<ExistingTrailRef>(sql`
    select trail_id as id, title, target_role, status from trails
    where catalog_id = ${catalogId} and status <> 'archived'
    order by updated_at desc, trail_id desc limit ${MOST_EXISTING_TRAILS}`);
