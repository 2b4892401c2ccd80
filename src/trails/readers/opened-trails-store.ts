// SQL for the restricted trails that are open to a grantee. This is the only file that determines which people a grant
// reaches. All code that reads trails uses visible-trail-store.ts, which uses this file.
import { groupsOfMember, isInGroup, membersOfGroup } from '../../directory/fragments-store.ts';
import { amongKeys } from '../../storage/key-range.ts';
import { join, nothing, type Sql, sql, trusted } from '../../storage/sql.ts';

/** A grantee of a restricted trail: a person of the workspace, any member of a group (for previews), or a workspace. */
export interface Grantee {
  readonly kind: 'user' | 'group' | 'team';
  readonly id: string;
}

/**
 * Selects (grantee_id, trail_id): the trails and sets of trails that are granted to these people, groups or workspaces
 * themselves.
 */
export const grantedTo = (catalogId: string, granteeIds: readonly string[]): Sql => sql`
  select g.grantee_id, g.trail_id from trail_grants g
  where g.catalog_id = ${catalogId} and g.grantee_id = any(${granteeIds}::uuid[])
  union
  select g.grantee_id, i.trail_id from trail_set_grants g cross join lateral (
    select i.trail_id from trail_set_items i where i.catalog_id = ${catalogId} and i.set_id = g.set_id offset 0) i
  where g.catalog_id = ${catalogId} and g.grantee_id = any(${granteeIds}::uuid[])`;

/** Which grants count: all, only those that feature their trails, or only those that allow editing. */
type Counted = 'all' | 'featured' | 'edits';

/**
 * Selects `trail_id`: the trails of the catalog that are open to the grantee, optionally only those among these ids.
 * For a person: through a direct grant, or through a group that they are in now. A grant is for one
 * trail or for a set of trails.
 */
export const openedTo = (catalogId: string, grantee: Grantee, among?: readonly string[]): Sql =>
  reached(catalogId, grantee, 'all', among);

/**
 * The same rule for a single trail, true if it is open to the grantee. Looks up the groups of the trail, because there
 * are fewer of them than trails of a person. `offset 0` keeps the planner from reading the person's trails.
 */
export function isOpenTo(catalogId: string, { kind, id }: Grantee, trailId: Sql): Sql {
  const catalog = sql`${catalogId}`;
  const own = sql`g.kind = ${kind} and g.grantee_id = ${id}`;
  const theirs = sql`g.kind = 'group' and ${isInGroup(catalog, sql`g.grantee_id`, sql`${id}`)}`;
  const reaching = kind === 'user' ? [own, theirs] : [own];
  const alone = reaching.map(
    (condition) => sql`exists (
      select 1 from trail_grants g where g.catalog_id = ${catalog} and g.trail_id = ${trailId} and ${condition}
      offset 0)`,
  );
  if (kind === 'team') return join(alone, ' or ');
  const inSets = reaching.map(
    (condition) => sql`exists (
      select 1 from trail_set_grants g where g.catalog_id = ${catalog} and g.set_id = i.set_id and ${condition}
      offset 0)`,
  );
  return sql`(${join(alone, ' or ')} or exists (
    select 1 from trail_set_items i
    where i.catalog_id = ${catalog} and i.trail_id = ${trailId} and (${join(inSets, ' or ')}) offset 0))`;
}

/** Selects `trail_id`: the trails that a group of the grantee features. */
export const featuredTo = (catalogId: string, grantee: Grantee): Sql => reached(catalogId, grantee, 'featured');

/** Selects `trail_id`: the trails that the person edits, optionally only those among these ids. */
export const editedBy = (catalogId: string, accountId: string, among?: readonly string[]): Sql =>
  reached(catalogId, { kind: 'user', id: accountId }, 'edits', among);

function reached(catalogId: string, { kind, id }: Grantee, counted: Counted, among?: readonly string[]): Sql {
  const catalog = sql`${catalogId}`;
  if (kind === 'team') return ofTrails(catalog, sql`'team'`, sql`${id}`, counted, among);
  if (kind === 'group') return grantsOf(catalog, sql`'group'`, sql`${id}`, counted, among);
  // Looks up each group. A join would read all grants if statistics say there are almost none.
  return sql`${grantsOf(catalog, sql`'user'`, sql`${id}`, counted, among)}
    union all
    select through.trail_id from ${groupsOfMember(catalog, sql`${id}`)} own cross join lateral (
      select trail_id from (
        ${grantsOf(catalog, sql`'group'`, sql`own.group_id`, counted, among)}) opened offset 0) through`;
}

const grantsOf = (catalog: Sql, kind: Sql, id: Sql, counted: Counted, among: readonly string[] | undefined): Sql =>
  sql`${ofTrails(catalog, kind, id, counted, among)}
    union all
    select i.trail_id from trail_set_grants g cross join lateral (
      select i.trail_id from trail_set_items i
      where i.catalog_id = ${catalog} and i.set_id = g.set_id ${onlyAmong('i', among)} offset 0) i
    where g.catalog_id = ${catalog} and g.kind = ${kind} and g.grantee_id = ${id} ${COUNTED[counted]}`;

const ofTrails = (catalog: Sql, kind: Sql, id: Sql, counted: Counted, among: readonly string[] | undefined): Sql => sql`
  select g.trail_id from trail_grants g
  where g.catalog_id = ${catalog} and g.kind = ${kind} and g.grantee_id = ${id} ${COUNTED[counted]}
    ${onlyAmong('g', among)}`;

const COUNTED: Readonly<Record<Counted, Sql>> = {
  all: nothing,
  featured: sql`and g.reach = 'featured'`,
  edits: sql`and g.edits`,
};

const onlyAmong = (alias: string, ids: readonly string[] | undefined): Sql =>
  ids === undefined ? nothing : sql`and ${amongKeys(trusted(`${alias}.trail_id`), ids)}`;

/**
 * Selects (kind, grantee_id, set_id): the grants on the trail and on its sets. For a grant on the trail itself,
 * `set_id` is null.
 */
const grantsOnTrail = (catalog: Sql, trailId: Sql): Sql => sql`
  select g.kind, g.grantee_id, null::uuid as set_id from trail_grants g
  where g.catalog_id = ${catalog} and g.trail_id = ${trailId}
  union all
  select g.kind, g.grantee_id, i.set_id from trail_set_items i cross join lateral (
    select g.kind, g.grantee_id from trail_set_grants g
    where g.catalog_id = ${catalog} and g.set_id = i.set_id offset 0) g
  where i.catalog_id = ${catalog} and i.trail_id = ${trailId}`;

/** The number of people, groups and workspaces to whom a grant on the trail or on one of its sets opens it. */
export const granteeCount = (catalogId: string, trailId: Sql): Sql => sql`(
  select count(distinct (given.kind, given.grantee_id)) from (${grantsOnTrail(sql`${catalogId}`, trailId)}) given)`;

/** Selects `account_id`: everyone with access through a grant, including inactive people. */
export const reachedBy = (catalogId: string, trailId: string): Sql => {
  const catalog = sql`${catalogId}`;
  const grants = grantsOnTrail(catalog, sql`${trailId}`);
  return sql`
    select own.grantee_id as account_id from (${grants}) own where own.kind = 'user'
    union
    select m.account_id from (${grants}) given cross join lateral ${membersOfGroup(catalog, sql`given.grantee_id`)} m
    where given.kind = 'group'`;
};

/**
 * Selects (trail_id, account_id, kind, group_id, set_id): the reasons that these people see these trails, except for
 * trails that everyone sees. There is one row per person, trail and reason.
 */
export const reasonsFor = (catalogId: string, trailIds: readonly string[], accountIds: readonly string[]): Sql => {
  const catalog = sql`${catalogId}`;
  return sql`
    select t.trail_id, p.account_id, given.kind, given.set_id,
      case given.kind when 'group' then given.grantee_id end as group_id
    from unnest(${trailIds}::uuid[]) as t (trail_id)
      cross join lateral (select * from (${grantsOnTrail(catalog, sql`t.trail_id`)}) of_trail offset 0) given
      cross join unnest(${accountIds}::uuid[]) as p (account_id)
    where case given.kind
      when 'user' then given.grantee_id = p.account_id
      when 'group' then ${isInGroup(catalog, sql`given.grantee_id`, sql`p.account_id`)} end`;
};
