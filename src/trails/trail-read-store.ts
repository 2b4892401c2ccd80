// SQL that reads one trail. Every statement names the catalog first.

import { people, personName } from '../directory/views-store.ts';
import { batchedRead } from '../storage/batched-read.ts';
import type { Db, Tx } from '../storage/database.ts';
import { type Sql, sql, trusted } from '../storage/sql.ts';
import { selectedColumns } from './document/listed-columns-store.ts';
import type { Status } from './lifecycle.ts';
import { type TrailDetailRow, trailDetailJson } from './trail-json.ts';

/** A timestamp of a trail `t` in the API's format: `2026-11-20T21:16:41.120000Z`. */
export const asText = (column: string): Sql =>
  trusted(`to_char(t.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`);

/** The columns of a TrailRow, as text if JSON would change them, from a trail `t` and its creator `a`. */
export const trailColumns: Sql = sql`
  t.trail_id, ${selectedColumns}, t.status, t.visibility, t.grant_count, t.prompt_count, t.sort_order, t.revision,
  ${asText('created_at')} as created_at, ${asText('updated_at')} as updated_at, t.created_by,
  ${personName('a')} as created_by_name,
  ${asText('published_at')} as published_at, t.published_revision, t.published_version, t.surfacing_tests::text`;

/** The columns of a TrailDetailRow, from a trail `t` and its creator `a`. */
export const detailColumns: Sql = sql`${trailColumns}, t.document::text, t.publish_issues::text`;

/**
 * Changes with every write to the row of the trail or its creator. It begins with the same values as the trail's move
 * (moves.ts).
 */
export const rowVersion: Sql = sql`concat_ws(' ', t.trail_id, t.row_version, a.row_version)`;

/** Joins the creator `a`, whose name is in `created_by`. */
export const withCreator: Sql = sql`left join ${people} a on a.account_id = t.created_by`;

/** The trail with that id in the catalog, or undefined. Makes one query. */
export const findTrail = (db: Db, catalogId: string, trailId: string): Promise<TrailDetailRow | undefined> =>
  db.row<TrailDetailRow>(sql`
    select ${detailColumns} from trails t ${withCreator}
    where t.catalog_id = ${catalogId} and t.trail_id = ${trailId}`);

/** A trail for readers, with its JSON text (contract 2.6) as the response bytes. */
export interface ReadTrail extends TrailDetailRow {
  readonly json: Buffer;
}

export const asRead = (row: TrailDetailRow): ReadTrail => ({ ...row, json: Buffer.from(trailDetailJson(row)) });

/** The trail with that id in the catalog, or undefined. */
export const trailRead = batchedRead<TrailDetailRow>()({
  name: 'trail',
  key: { catalog_id: 'uuid', trail_id: 'uuid' },
  tenant: 'catalog_id',
  select: (columns, catalogId) => sql`
    select ${columns} from trails t ${withCreator} where t.catalog_id = ${catalogId}
      and t.trail_id = asked.trail_id`,
  isOne: true,
  columns: detailColumns,
  version: rowVersion,
  answer: ([row]) => (row === undefined ? undefined : asRead(row)),
  sources: ([, trailId], trail) => [`trails ${trailId}`, ...creatorOf(trail?.created_by)],
  bytes: (trail) => (trail === undefined ? 0 : trail.json.length * 3),
});

/** The person whose name is in the response. */
export const creatorOf = (accountId: string | null | undefined): readonly `accounts ${string}`[] =>
  typeof accountId === 'string' ? [`accounts ${accountId}`] : [];

const isInt32 = (revision: number): boolean => Number.isInteger(revision) && Math.abs(revision) <= 2_147_483_647;

/** The starting point of an edit. */
export interface DraftRow {
  readonly trail_id: string;
  readonly status: Status;
  readonly revision: number;
  readonly document: string;
}

/** The stored draft, and the facts that decide whether it may be edited. */
export const findDraft = (db: Db, catalogId: string, trailId: string): Promise<DraftRow | undefined> =>
  db.row<DraftRow>(sql`
    select trail_id, status, revision, document from trails where catalog_id = ${catalogId} and trail_id = ${trailId}`);

/** Locks the trail until the transaction ends, which blocks saving, publishing, archiving and deleting it. */
export const lockTrail = (tx: Tx, catalogId: string, trailId: string): Promise<TrailDetailRow | undefined> =>
  tx.row<TrailDetailRow>(sql`
    select ${detailColumns} from trails t ${withCreator}
    where t.catalog_id = ${catalogId} and t.trail_id = ${trailId} for update of t`);

/** True if the catalog has a trail with that id. */
export async function trailExists(db: Db, catalogId: string, trailId: string): Promise<boolean> {
  const row = await db.row(sql`select 1 from trails where catalog_id = ${catalogId} and trail_id = ${trailId}`);
  return row !== undefined;
}

/** The given titles that are already used by trails in the catalog, including archived ones. */
export async function titlesInUse(db: Db, catalogId: string, titles: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ title: string }>(sql`
    select distinct title from trails where catalog_id = ${catalogId} and title = any(${[...titles]}::text[])`);
  return rows.map(({ title }) => title);
}

/** Prevents deletion of the trail until the transaction ends. False if it no longer exists. */
export async function holdTrail(tx: Tx, catalogId: string, trailId: string): Promise<boolean> {
  const row = await tx.row(sql`
    select 1 from trails where catalog_id = ${catalogId} and trail_id = ${trailId} for key share`);
  return row !== undefined;
}

/** The document saved at that revision, if it is still stored. */
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
