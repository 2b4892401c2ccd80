// SQL that changes trails. Every change checks, in its statement or under the trail's lock, whether it is still
// allowed. Lock order: the trail, then its catalog.
import type { By } from '../audit/audit-log.ts';
import { announcing } from '../audit/fragments-store.ts';
import { newId } from '../base/id.ts';
import { asRows } from '../storage/batched-read.ts';
import type { Db, Tx } from '../storage/database.ts';
import { laterThan } from '../storage/next-stamp.ts';
import { bindParameters, compiledStatement, join, type Sql, sql, trusted } from '../storage/sql.ts';
import { KEPT_REVISIONS } from './document/limits.ts';
import { columnAssignments, columnNames, columnValues, valuesOf } from './document/listed-columns-store.ts';
import type { ListedColumns } from './document/listed-fields.ts';
import { LISTED_FIELDS } from './document/trail-fields.ts';
import type { Status } from './lifecycle.ts';
import { LAST_NUMBER } from './place-between.ts';
import type { TrailDetailRow } from './trail-json.ts';
import { detailColumns, rowVersion, withCreator } from './trail-read-store.ts';

/** A document to store: its JSON text, and the data for lists and search. */
export interface StoredDraft {
  readonly document: string;
  readonly listed: ListedColumns;
  readonly prompt_count: number;
  readonly search_text: string;
  readonly publish_issues: string;
}

/**
 * Inserts a draft with its first revision at the end of the catalog's order, even if trails were moved or renumbered.
 * If the last possible order number is taken, the draft still comes last, because later ids are greater.
 */
export const insertTrail = (tx: Tx, catalogId: string, trailId: string, draft: StoredDraft, createdBy: string | null) =>
  tx.row<TrailDetailRow>(sql`
    with last as (
      select greatest(${lastNumberOf(catalogId, 'draft')}, ${lastNumberOf(catalogId, 'live')})::bigint as number
    ), place as (
      update catalogs c
      set next_sort_order = least(greatest(c.next_sort_order, last.number + 1) + 1, ${LAST_NUMBER}::bigint)
      from last where c.catalog_id = ${catalogId}
      returning greatest(c.next_sort_order - 1, last.number)::integer as sort_order
    ), t as (
      insert into trails (catalog_id, trail_id, sort_order, document, ${columnNames},
        prompt_count, search_text, publish_issues, created_by, created_at, updated_at, saved_at)
      select ${catalogId}::uuid, ${trailId}::uuid, sort_order, ${draft.document}::json,
        ${columnValues(valuesOf(draft.listed))},
        ${draft.prompt_count}::integer, ${draft.search_text}, ${draft.publish_issues}::json, ${createdBy}::uuid,
        statement_timestamp(), statement_timestamp(), statement_timestamp()
      from place returning *
    ), kept as (
      ${keepRevision(catalogId, createdBy)}
    ), searched as (
      insert into trail_search (catalog_id, trail_id, search_text)
      select ${catalogId}::uuid, trail_id, search_text from t
    )
    select ${detailColumns} from t ${withCreator}`);

/** The highest order number of a trail with that status, or null. */
const lastNumberOf = (catalogId: string, status: Status): Sql => sql`(
  select l.sort_order from trails l where l.catalog_id = ${catalogId} and l.status = ${status}
  order by l.sort_order desc, l.trail_id desc limit 1)`;

/** A saved trail with its version (`trailRead`). */
export interface SavedRow extends TrailDetailRow {
  readonly version: string;
}

/** A draft to save as the revision after `revision`. */
export interface Save {
  readonly trail_id: string;
  readonly revision: number;
  readonly draft: StoredDraft;
  readonly by: By;
  readonly action: 'edit' | 'restore';
}

/**
 * Saves the draft if the trail is still at `revision` and, except for a restore, not archived. Otherwise returns
 * undefined and changes nothing. It is one statement, so exactly one of several concurrent savers succeeds.
 */
export const saveRevision = (db: Db, catalogId: string, save: Save): Promise<SavedRow | undefined> =>
  db.row<SavedRow>(savingOne([catalogId, ...savedValues(save)]));

/**
 * Saves several trails in one statement, with results in the same order. Also undefined for a trail that another
 * transaction has locked. There may be at most one save per trail.
 */
export async function saveRevisions(
  db: Db,
  catalogId: string,
  saves: readonly Save[],
): Promise<readonly (SavedRow | undefined)[]> {
  const given = saves.map(savedValues);
  const columns = Object.keys(SAVED).map((_, at) => given.map((values) => values[at]));
  const rows = await db.rows<SavedRow>(savingSeveral([catalogId, ...columns]));
  const saved = new Map(rows.map((row) => [row.trail_id, row]));
  return saves.map(({ trail_id }) => saved.get(trail_id));
}

/** The parameters of a save other than its catalog, by name and type. */
const SAVED: Readonly<Record<string, string>> = {
  trail_id: 'uuid',
  revision: 'integer',
  is_restore: 'boolean',
  saved_by: 'uuid',
  event_id: 'uuid',
  actor: 'text',
  document: 'text',
  prompt_count: 'integer',
  search_text: 'text',
  publish_issues: 'text',
  ...Object.fromEntries(LISTED_FIELDS.map(({ name }) => [name, 'text'])),
};

/** In the order of `SAVED`. */
const savedValues = ({ trail_id, revision, draft, by, action }: Save): readonly unknown[] => [
  ...[trail_id, revision, action === 'restore', by.account_id, newId(), JSON.stringify(by.actor)],
  ...[draft.document, draft.prompt_count, draft.search_text, draft.publish_issues, ...valuesOf(draft.listed)],
];

const [CATALOG_ID, ...PARAMETERS] = bindParameters(Object.keys(SAVED).length + 1);
const ONE = join(
  Object.entries(SAVED).map(([name, type], at) => sql`${PARAMETERS[at]}${trusted(`::${type} as ${name}`)}`),
);
/** Combined saves skip locked trails instead of waiting. Citus reads a join with "asked" in the wrong format here. */
const FREE = sql`
  select l.trail_id from trails l
  where l.catalog_id = ${CATALOG_ID} and l.trail_id = any(${PARAMETERS[0]}::uuid[]) for no key update skip locked`;
/** The SQL texts are built once. */
const savingOne = compiledStatement(savingTemplate(sql`asked as (select ${ONE})`, sql`asked`));
const savingSeveral = compiledStatement(
  savingTemplate(
    sql`asked as (select * from ${asRows('asked', SAVED, PARAMETERS)}), free as (${FREE})`,
    sql`asked join free on free.trail_id = asked.trail_id`,
  ),
);

/** Performs the saves in `asked`. `source` has one row per trail. */
function savingTemplate(asked: Sql, source: Sql): Sql {
  return sql`
    with ${asked}, t as (
      update trails u set revision = greatest(u.revision, last_revision) + 1, document = asked.document::json,
        ${columnAssignments(LISTED_FIELDS.map(({ name }) => trusted(`asked.${name}`)))},
        prompt_count = asked.prompt_count, search_text = asked.search_text,
        publish_issues = asked.publish_issues::json, only_saved = true,
        updated_at = ${laterThan(sql`u.updated_at`)}, saved_at = statement_timestamp()
      from ${source}
      where u.catalog_id = ${CATALOG_ID} and u.trail_id = asked.trail_id and u.revision = asked.revision
        and (u.status <> 'archived' or asked.is_restore)
      returning u.*, asked.saved_by, asked.event_id, asked.actor
    ), kept as (
      ${keepRevision(CATALOG_ID, sql`saved_by`)}
    ), announced as (
      ${announcing(
        { team_id: CATALOG_ID, event_id: sql`r.event_id`, kind: 'trail.saved', actor: sql`r.actor` },
        sql`select statement_timestamp() as at, event_id, actor,
          jsonb_build_object('kind', 'trail', 'id', trail_id, 'name', title) as subject,
          jsonb_build_object('revision', revision) as details from t`,
      )}
    ), searched as (
      update trail_search s set search_text = t.search_text from t
      where s.catalog_id = ${CATALOG_ID} and s.trail_id = t.trail_id and s.search_text <> t.search_text
    ), forgotten as (
      delete from trail_revisions r using t
      where r.catalog_id = ${CATALOG_ID} and r.trail_id = t.trail_id
        and r.revision <= t.revision - ${KEPT_REVISIONS}::integer
        -- Numbers skipped after a restore do not count as revisions.
        and t.last_revision <= t.revision - ${KEPT_REVISIONS}::integer
    )
    select ${detailColumns}, ${rowVersion} as version from t ${withCreator}`;
}

function keepRevision(catalogId: unknown, savedBy: unknown): Sql {
  return sql`
    insert into trail_revisions (catalog_id, trail_id, revision, document, saved_by)
    select ${catalogId}::uuid, trail_id, revision, document, ${savedBy}::uuid from t`;
}

/** Publishes the current revision of the locked trail as that version. */
export const setPublished = (tx: Tx, catalogId: string, trailId: string, version: number) =>
  change(
    tx,
    catalogId,
    trailId,
    sql`status = 'live', published_version = ${version}, published_revision = revision, last_version = ${version},
      published_at = statement_timestamp(), ${changedNow}`,
  );

/** Sets the locked trail to a status that employees cannot see. */
export const setHidden = (tx: Tx, catalogId: string, trailId: string, status: Exclude<Status, 'live'>) =>
  change(
    tx,
    catalogId,
    trailId,
    sql`status = ${status}, published_version = null, published_revision = null, published_at = null, ${changedNow}`,
  );

/** Sets the position and visibility of the locked trail. */
export const setOrderAndVisibility = (
  tx: Tx,
  catalogId: string,
  trailId: string,
  sortOrder: number,
  visibility: string,
) => change(tx, catalogId, trailId, sql`sort_order = ${sortOrder}, visibility = ${visibility}, ${changedNow}`);

/** Recounts the people and workspaces with a grant on the locked trail (contract 2.5); groups do not count. */
export const setGrantCount = (tx: Tx, catalogId: string, trailId: string) =>
  change(
    tx,
    catalogId,
    trailId,
    sql`grant_count = (select count(*) from trail_grants g where g.catalog_id = ${catalogId}
      and g.trail_id = ${trailId} and g.kind <> 'group'), ${changedNow}`,
  );

/** Stores the result of an example run of the locked trail. `updated_at` stays (Decision 23). */
export const setSurfacingTests = (tx: Tx, catalogId: string, trailId: string, summary: string, issues: string) =>
  change(
    tx,
    catalogId,
    trailId,
    sql`surfacing_tests = ${summary}::json, surfacing_tests_revision = revision, publish_issues = ${issues}::json,
      only_saved = false`,
  );

/** Replaces the publish issues of the locked trail. `updated_at` stays, because the document does. */
export const setPublishIssues = (tx: Tx, catalogId: string, trailId: string, issues: string) =>
  change(tx, catalogId, trailId, sql`publish_issues = ${issues}::json, only_saved = false`);

/** Deletes the trail with its revisions, versions and grants. */
export const removeTrail = (tx: Tx, catalogId: string, trailId: string): Promise<object[]> =>
  tx.rows(sql`delete from trails where catalog_id = ${catalogId} and trail_id = ${trailId}`);

/** The highest version number that the trail ever had. */
export async function lastVersionOf(tx: Tx, catalogId: string, trailId: string): Promise<number> {
  const row = await tx.row<{ last_version: number }>(sql`
    select last_version from trails where catalog_id = ${catalogId} and trail_id = ${trailId}`);
  return row?.last_version ?? 0;
}

/** Records a change that employees see, for everyone who follows the catalog. */
export const noteLiveChange = (tx: Tx, catalogId: string, trailId: string): Promise<object[]> =>
  tx.rows(sql`
    with step as (
      update catalogs set live_seq = live_seq + 1 where catalog_id = ${catalogId} returning live_seq
    )
    insert into catalog_changes (catalog_id, seq, trail_id)
    select ${catalogId}::uuid, live_seq, ${trailId}::uuid from step`);

/**
 * Marks a change outside the document, which readers must notice regardless of their revision. Last-Modified has a
 * resolution of seconds, so two changes never share a second (Decision 10). The time is in UTC, as in next-stamp.ts.
 */
export const changedNow: Sql = sql`
  updated_at = greatest(statement_timestamp(),
    (date_trunc('second', updated_at at time zone 'UTC') + interval '1 second') at time zone 'UTC'),
    only_saved = false`;

const change = (tx: Tx, catalogId: string, trailId: string, assignments: Sql): Promise<TrailDetailRow | undefined> =>
  tx.row<TrailDetailRow>(sql`
    with t as (
      update trails set ${assignments} where catalog_id = ${catalogId} and trail_id = ${trailId} returning *
    )
    select ${detailColumns} from t ${withCreator}`);
