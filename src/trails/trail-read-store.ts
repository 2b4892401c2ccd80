// The SQL that reads one trail. Every statement names the catalog first.

import { people, personName } from '../directory/views-store.ts';
import { batchedRead } from '../storage/batched-read.ts';
import type { Db, Tx } from '../storage/database.ts';
import { type Sql, sql, trusted } from '../storage/sql.ts';
import { selectedColumns } from './document/listed-columns-store.ts';
import type { Status } from './lifecycle.ts';
import { type TrailDetailRow, trailDetailJson } from './trail-json.ts';

/** A timestamp of a trail `t` as times are told: `2026-11-20T21:16:41.120000Z`. */
const asText = (column: string): Sql =>
  trusted(`to_char(t.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ${column}`);

/** The columns of a TrailRow, as text where JSON would read them otherwise, of a trail `t` and its creator `a`. */
export const trailColumns: Sql = sql`
  t.trail_id, ${selectedColumns}, t.status, t.visibility, t.grant_count, t.prompt_count, t.sort_order, t.revision,
  ${asText('created_at')}, ${asText('updated_at')}, t.created_by,
  ${personName('a')} as created_by_name,
  ${asText('published_at')}, t.published_revision, t.published_version, t.surfacing_tests::text`;

/** The columns of a TrailDetailRow, of a trail `t` and its creator `a`. */
export const detailColumns: Sql = sql`${trailColumns}, t.document::text, t.publish_issues::text`;

/** Moves with every write of a trail's or its creator's row. */
export const rowVersion: Sql = sql`concat_ws(' ', t.trail_id, t.row_version, a.row_version)`;

/** The creator `a`, whose name stands in `created_by`. */
export const withCreator: Sql = sql`left join ${people} a on a.account_id = t.created_by`;

/** The trail, or undefined where the catalog has none of that id. One query. */
export const findTrail = (db: Db, catalogId: string, trailId: string): Promise<TrailDetailRow | undefined> =>
  db.row<TrailDetailRow>(sql`
    select ${detailColumns} from trails t ${withCreator}
    where t.catalog_id = ${catalogId} and t.trail_id = ${trailId}`);

/** A trail as a reader gets it, with its JSON text (contract 2.6) as the bytes that go out. */
export interface ReadTrail extends TrailDetailRow {
  readonly json: Buffer;
}

/** The row as readers get it. */
export const asRead = (row: TrailDetailRow): ReadTrail => ({ ...row, json: Buffer.from(trailDetailJson(row)) });

/** The trail, or undefined where the catalog has none of that id. */
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
  bytes: (trail) => (trail === undefined ? 0 : trail.json.length * 3),
});

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

/** True when the catalog has a trail of that id. */
export async function trailExists(db: Db, catalogId: string, trailId: string): Promise<boolean> {
  const row = await db.row(sql`select 1 from trails where catalog_id = ${catalogId} and trail_id = ${trailId}`);
  return row !== undefined;
}

/** Those of the titles that a trail of the catalog has, archived ones too. */
export async function titlesInUse(db: Db, catalogId: string, titles: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ title: string }>(sql`
    select distinct title from trails where catalog_id = ${catalogId} and title = any(${[...titles]}::text[])`);
  return rows.map(({ title }) => title);
}

/** Keeps the trail from being deleted until the transaction ends; false when it is gone. */
export async function holdTrail(tx: Tx, catalogId: string, trailId: string): Promise<boolean> {
  const row = await tx.row(sql`
    select 1 from trails where catalog_id = ${catalogId} and trail_id = ${trailId} for key share`);
  return row !== undefined;
}

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
