// The statements of visible-trail-store.ts from before groups. `?now` is the URL of the current store.
/** @typedef {import('../../src/storage/database.ts').Db} Db */
/** @typedef {import('../../src/trails/readers/opened-trails-store.ts').Grantee} Grantee */
/** @typedef {Parameters<typeof import('../../src/trails/readers/visible-trail-store.ts').visibleRows>[2]} Whom */

const now = new URL(import.meta.url).searchParams.get('now') ?? '';
/** @type {typeof import('../../src/trails/readers/visible-trail-store.ts')} */
const current = await import(`${now}?current`);
/** @type {typeof import('../../src/storage/sql.ts')} */
const { sql } = await import(new URL('../../storage/sql.js', now).href);

export const { namedInTrails, otherToolIds, listLiveTitles, listLivePublishedBefore } = current;

/** @type {(catalogId: string, grantee: Whom) => import('../../src/storage/sql.ts').Sql} */
const shownTo = (catalogId, grantee) =>
  grantee === 'everybody'
    ? sql`t.catalog_id = ${catalogId} and t.status = 'live' and t.visibility = 'all_teams'`
    : sql`t.catalog_id = ${catalogId} and t.status = 'live' and (t.visibility = 'all_teams' or exists (
        select 1 from trail_grants g where g.catalog_id = t.catalog_id and g.trail_id = t.trail_id
          and g.kind = ${grantee.kind} and g.grantee_id = ${grantee.id}))`;
/** @type {(catalogId: string, ids?: readonly string[]) => import('../../src/storage/sql.ts').Sql} */
const trailsOf = (catalogId, ids) =>
  ids === undefined
    ? sql`trails t`
    : sql`unnest(${ids}::uuid[]) as named (trail_id) cross join lateral (
        select * from trails t where t.catalog_id = ${catalogId} and t.trail_id = named.trail_id offset 0) t`;
const version = sql`cross join lateral (
  select v.version, v.document from trail_versions v
  where v.catalog_id = t.catalog_id and v.trail_id = t.trail_id and v.version = t.published_version offset 0) v`;
const head = sql`t.catalog_id, t.trail_id, t.sort_order, t.skill_name, t.prompt_names, t.published_at`;

/** @type {(db: Db, catalogId: string, grantee: Whom, ids?: readonly string[]) => Promise<object[]>} */
export const visibleRows = (db, catalogId, grantee, ids) =>
  db.rows(sql`
    select ${head}, v.version, v.document, t.visibility from ${trailsOf(catalogId, ids)} ${version}
    where ${shownTo(catalogId, grantee)} order by t.sort_order, t.trail_id`);

/** @type {(db: Db, catalogId: string, grantee: Whom, ids?: readonly string[]) => Promise<object[]>} */
export const visibleHeads = (db, catalogId, grantee, ids) =>
  db.rows(sql`
    select ${head}, t.published_version as version from ${trailsOf(catalogId, ids)}
    where ${shownTo(catalogId, grantee)} order by t.sort_order, t.trail_id`);

// The bench reads first pages only.
/** @type {(db: Db, catalogId: string, grantee: Whom, after: null, count: number) => Promise<object[]>} */
export const visiblePage = (db, catalogId, grantee, _after, count) =>
  db.rows(sql`
    select ${head}, v.version, v.document, t.visibility from (
      select t.* from trails t where ${shownTo(catalogId, grantee)}
      order by sort_order, trail_id limit ${count}) t ${version} order by t.sort_order, t.trail_id`);

/** @type {(db: Db, catalogId: string, grantee: Grantee) => Promise<string[]>} */
export async function excludedIds(db, catalogId, { kind, id }) {
  /** @type {{ trail_id: string }[]} */
  const rows = await db.rows(sql`
    select t.trail_id from trails t
    where t.catalog_id = ${catalogId} and t.status = 'live' and t.visibility = 'restricted' and not exists (
      select 1 from trail_grants g where g.catalog_id = t.catalog_id and g.trail_id = t.trail_id
        and g.kind = ${kind} and g.grantee_id = ${id})`);
  return rows.map(({ trail_id }) => trail_id);
}

export const featuredIds = async () => [];
