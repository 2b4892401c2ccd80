// SQL for what employees see: only published versions. No statement here reads a draft.
import type { Db } from '../../storage/database.ts';
import { firstRows, limitOf } from '../../storage/limit.ts';
import { nothing, type Sql, sql } from '../../storage/sql.ts';
import type { Visibility } from '../visibility.ts';
import { featuredTo, type Grantee, grantedTo, isOpenTo, openedTo } from './opened-trails-store.ts';

/** A reader: a member of a workspace. */
export interface ReaderIdentity {
  readonly team_id: string;
  readonly account_id: string;
}

/** A reader, or a preview of what someone would see who is only in this group. */
export type ReaderView = ReaderIdentity | { readonly team_id: string; readonly group_id: string };

/** A published trail without its document. */
export interface VisibleTrailHead {
  readonly catalog_id: string;
  readonly trail_id: string;
  readonly sort_order: number;
  readonly version: number;
  readonly published_at: string;
  readonly skill_name: string;
  /** JSON text: the names of the prompts by prompt id. */
  readonly prompt_names: string;
}

/** A published trail. `document` is the JSON text of the version that employees see. */
export interface VisibleTrailRow extends VisibleTrailHead {
  readonly document: string;
  readonly visibility: Visibility;
}

/** Trails published by an older release during an upgrade do not have a name yet. */
const skillName: Sql = sql`coalesce(t.skill_name, 'trail-' || right(t.trail_id::text, 12)) as skill_name`;

const visibleColumns: Sql = sql`
  t.catalog_id, t.trail_id, t.sort_order, ${skillName}, t.prompt_names, v.version, v.document, t.published_at,
  t.visibility`;

/**
 * The published version of each trail `t` of the catalog. `offset 0` forces one look-up per trail; without statistics
 * the planner would read all versions.
 */
const itsLiveVersion = (catalogId: string): Sql => sql`
  cross join lateral (
    select v.version, v.document from trail_versions v
    where v.catalog_id = ${catalogId} and v.trail_id = t.trail_id and v.version = t.published_version offset 0) v`;

/** The trails of a catalog as `t`, or only those with these ids, looked up one by one. */
const trailsOf = (catalogId: string, trailIds: readonly string[] | undefined): Sql =>
  trailIds === undefined
    ? sql`trails t`
    : sql`unnest(${[...new Set(trailIds)]}::uuid[]) as named (trail_id) cross join lateral (
        select * from trails t where t.catalog_id = ${catalogId} and t.trail_id = named.trail_id offset 0) t`;

/**
 * Live trails of one catalog that the grantee may see, in order, optionally limited to these ids. `everybody` sees
 * unrestricted trails.
 */
export const visibleRows = (db: Db, catalogId: string, grantee: Grantee | 'everybody', trailIds?: readonly string[]) =>
  db.rows<VisibleTrailRow>(sql`
    select ${visibleColumns} from ${trailsOf(catalogId, trailIds)} ${itsLiveVersion(catalogId)}
    where t.catalog_id = ${catalogId} and t.status = 'live' and ${isShownTo(catalogId, grantee, trailIds)}
    order by t.sort_order, t.trail_id`);

/** A trail's position in the order of its catalog. */
export type OrderedPlace = Pick<VisibleTrailHead, 'sort_order' | 'trail_id'>;

/** At most that many of these trails after that position (null: from the beginning). */
export const visiblePage = (db: Db, catalogId: string, grantee: Grantee, after: OrderedPlace | null, count: number) =>
  db.rows<VisibleTrailRow>(sql`
    select ${visibleColumns} from (${firstRows(
      sql`select t.* from trails t
        where t.catalog_id = ${catalogId} and t.status = 'live' and ${isShownTo(catalogId, grantee)} ${beyond(after)}`,
      sql`sort_order, trail_id`,
      count,
    )}) t ${itsLiveVersion(catalogId)}
    order by t.sort_order, t.trail_id`);

const beyond = (after: OrderedPlace | null): Sql =>
  after === null ? nothing : sql`and (t.sort_order, t.trail_id) > (${after.sort_order}, ${after.trail_id}::uuid)`;

/**
 * Like `visibleRows`, but without the documents, at most the first `most`, and starting with the trails that a group of
 * the grantee features.
 */
export const visibleHeads = (
  db: Db,
  catalogId: string,
  grantee: Grantee | 'everybody',
  trailIds?: readonly string[],
  most?: number,
) =>
  db.rows<VisibleTrailHead>(sql`
    select t.catalog_id, t.trail_id, t.sort_order, ${skillName}, t.prompt_names, t.published_version as version,
      t.published_at
    from ${trailsOf(catalogId, trailIds)}
    where t.catalog_id = ${catalogId} and t.status = 'live' and ${isShownTo(catalogId, grantee, trailIds)}
    order by ${featuredFirst(catalogId, grantee, trailIds)} t.sort_order, t.trail_id
    ${most === undefined ? nothing : limitOf(most)}`);

const featuredFirst = (catalogId: string, grantee: Grantee | 'everybody', trailIds?: readonly string[]): Sql =>
  grantee === 'everybody' || grantee.kind === 'team' || trailIds !== undefined
    ? nothing
    : sql`t.trail_id in (${featuredTo(catalogId, grantee)}) desc,`;

/** Ids of the live trails that a group of the grantee features, in catalog order. */
export async function featuredIds(db: Db, catalogId: string, grantee: Grantee): Promise<string[]> {
  const rows = await db.rows<{ trail_id: string }>(sql`
    select t.trail_id from (select distinct trail_id from (${featuredTo(catalogId, grantee)}) g) named
      cross join lateral (
        select t.trail_id, t.sort_order from trails t
        where t.catalog_id = ${catalogId} and t.trail_id = named.trail_id and t.status = 'live' offset 0) t
    order by t.sort_order, t.trail_id`);
  return rows.map(({ trail_id }) => trail_id);
}

/** A restricted live trail that is granted to a person or to a group. */
export interface OpenTrail {
  readonly grantee_id: string;
  readonly trail_id: string;
  readonly title: string;
}

/** The restricted live trails of the catalog that are granted to these people and groups themselves. */
export const selectOpenTrails = (db: Db, catalogId: string, granteeIds: readonly string[]): Promise<OpenTrail[]> =>
  db.rows<OpenTrail>(sql`
    select g.grantee_id, g.trail_id, t.title from (${grantedTo(catalogId, granteeIds)}) g
      cross join lateral (
        select t.title from trails t
        where t.catalog_id = ${catalogId} and t.trail_id = g.trail_id and t.status = 'live'
          and t.visibility = 'restricted' offset 0) t`);

/** A role or an AI tool that published trails name, and how many do. */
export interface NamedInTrails {
  readonly kind: 'role' | 'tool';
  readonly name: string;
  readonly trails: number;
}

/** The roles and AI tools that most of these trails name, 20 of each, most frequent first. */
export const namedInTrails = (db: Db, catalogId: string, grantee: Grantee | 'everybody'): Promise<NamedInTrails[]> =>
  db.rows<NamedInTrails>(sql`
    with visible as materialized (
      select v.document ->> 'target_role' as role, v.document -> 'tools' as tools
      from trails t ${itsLiveVersion(catalogId)}
      where t.catalog_id = ${catalogId} and t.status = 'live' and ${isShownTo(catalogId, grantee)})
    (select 'role' as kind, role as name, count(*)::integer as trails from visible where role <> ''
      group by role order by count(*) desc, role limit 20)
    union all
    (select 'tool', named.id, count(*)::integer
      from visible cross join lateral json_array_elements_text(tools) named (id)
      group by named.id order by count(*) desc, named.id limit 20)`);

/**
 * The visibility rule, for a trail `t`. Without ids, it reads the grantee's grants once per statement and not once per
 * trail.
 */
const isShownTo = (catalogId: string, grantee: Grantee | 'everybody', trailIds?: readonly string[]): Sql => {
  if (grantee === 'everybody') return sql`t.visibility = 'all_teams'`;
  return trailIds === undefined
    ? sql`(t.visibility = 'all_teams' or t.trail_id in (${openedTo(catalogId, grantee)}))`
    : sql`(t.visibility = 'all_teams' or ${isOpenTo(catalogId, grantee, sql`t.trail_id`)})`;
};

/** Ids of a catalog's live restricted trails that this grantee cannot see. */
export async function excludedIds(db: Db, catalogId: string, grantee: Grantee): Promise<string[]> {
  const rows = await db.rows<{ trail_id: string }>(sql`
    select t.trail_id from trails t
    where t.catalog_id = ${catalogId} and t.status = 'live' and not ${isShownTo(catalogId, grantee)}`);
  return rows.map(({ trail_id }) => trail_id);
}

/** Ids of a catalog's live trails whose published version lists AI tools, but not this one. */
export async function otherToolIds(db: Db, catalogId: string, tool: string): Promise<string[]> {
  const rows = await db.rows<{ trail_id: string }>(sql`
    select t.trail_id from trails t ${itsLiveVersion(catalogId)}
    where t.catalog_id = ${catalogId} and t.status = 'live' and json_array_length(v.document -> 'tools') > 0
      and not exists (select 1 from json_array_elements_text(v.document -> 'tools') as named(id)
        where named.id = ${tool})`);
  return rows.map(({ trail_id }) => trail_id);
}

/** All live trails of the catalog with their published titles, in order, regardless of visibility. */
export const listLiveTitles = (db: Db, catalogId: string): Promise<{ trail_id: string; title: string }[]> =>
  db.rows(sql`
    select t.trail_id, v.document ->> 'title' as title from trails t ${itsLiveVersion(catalogId)}
    where t.catalog_id = ${catalogId} and t.status = 'live'
    order by t.sort_order, t.trail_id`);

/** A live trail, and the time since which employees have seen its version. */
export interface LiveTrail {
  readonly id: string;
  readonly title: string;
  readonly published_at: string;
}

/** Live trails with versions from before that time, oldest first, regardless of visibility. */
export const listLivePublishedBefore = (db: Db, catalogId: string, before: string): Promise<LiveTrail[]> =>
  db.rows<LiveTrail>(sql`
    select t.trail_id as id, t.title, t.published_at from trails t
    where t.catalog_id = ${catalogId} and t.status = 'live' and t.published_at < ${before}::timestamptz
    order by t.published_at, t.trail_id`);
