// SQL for grants to groups. opened-trails-store.ts determines which people they reach.
import { groupWithSource } from '../../directory/fragments-store.ts';
import { people, personName } from '../../directory/views-store.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { sql } from '../../storage/sql.ts';
import type { Status } from '../lifecycle.ts';
import type { Reach, Visibility } from '../visibility.ts';
import { granteeCount } from './opened-trails-store.ts';

/** A group that a trail is open to. */
export interface GroupGrantRow {
  readonly group_id: string;
  readonly name: string;
  /** The connection that syncs the group; null if the service manages it. */
  readonly connection_id: string | null;
  readonly connection_name: string | null;
  readonly reach: Reach;
  readonly edits: boolean;
  readonly granted_at: string;
}

/** The groups of the trail, oldest grant first. */
export const selectGroupGrants = (db: Db, catalogId: string, trailId: string): Promise<GroupGrantRow[]> =>
  db.rows<GroupGrantRow>(sql`
    select given.grantee_id as group_id, d.display_name as name, d.connection_id, d.connection_name, given.reach,
      given.edits, given.granted_at
    from trail_grants given cross join lateral ${groupWithSource(sql`${catalogId}`, sql`given.grantee_id`)} d
    where given.catalog_id = ${catalogId} and given.trail_id = ${trailId} and given.kind = 'group'
    order by given.granted_at, given.grantee_id`);

/** A person with a direct grant. */
export interface PersonGrantRow {
  readonly user_id: string;
  readonly name: string;
  readonly email: string | null;
  readonly edits: boolean;
  readonly granted_at: string;
}

/** The people with a grant on the trail, oldest grant first. */
export const selectPersonGrants = (db: Db, catalogId: string, trailId: string): Promise<PersonGrantRow[]> =>
  db.rows<PersonGrantRow>(sql`
    select g.grantee_id as user_id, coalesce(${personName('p')}, '') as name, p.email, g.edits, g.granted_at
    from trail_grants g left join ${people} p on p.account_id = g.grantee_id
    where g.catalog_id = ${catalogId} and g.trail_id = ${trailId} and g.kind = 'user'
    order by g.granted_at, g.grantee_id`);

export const updateEdits = (tx: Tx, catalogId: string, trailId: string, accountId: string, edits: boolean) =>
  tx.rows<object>(sql`
    update trail_grants set edits = ${edits}::boolean
    where catalog_id = ${catalogId} and trail_id = ${trailId} and kind = 'user' and grantee_id = ${accountId}`);

/** The number of people, workspaces and groups with a grant on the trail or on one of its sets. */
export async function countAudience(db: Db, catalogId: string, trailId: string): Promise<number> {
  const row = await db.row<{ total: number }>(sql`
    select ${granteeCount(catalogId, sql`${trailId}`)} as total`);
  return row?.total ?? 0;
}

/** The properties of a trail that determine whether it can be granted. */
export interface LockedTrail {
  readonly trail_id: string;
  readonly title: string;
  readonly status: Status;
  readonly visibility: Visibility;
  readonly revision: number;
  readonly published_revision: number | null;
}

/** Locks the trails that exist, in an order that prevents deadlocks. */
export const lockTrails = (tx: Tx, catalogId: string, trailIds: readonly string[]): Promise<LockedTrail[]> =>
  tx.rows<LockedTrail>(sql`
    select t.trail_id, t.title, t.status, t.visibility, t.revision, t.published_revision from trails t
    where t.catalog_id = ${catalogId} and t.trail_id = any(${trailIds}::uuid[]) order by t.trail_id for update`);

/** Opens the trails to the group and returns those that were not open before. Existing grants keep their rights. */
export const insertGroupGrants = (
  tx: Tx,
  catalogId: string,
  trailIds: readonly string[],
  groupId: string,
  { reach, edits }: GroupRights,
  grantedBy: string | null,
): Promise<{ readonly trail_id: string }[]> =>
  tx.rows(sql`
    insert into trail_grants (catalog_id, trail_id, kind, grantee_id, reach, edits, granted_by)
    select ${catalogId}::uuid, trail_id, 'group', ${groupId}::uuid, ${reach}, ${edits}::boolean, ${grantedBy}::uuid
    from unnest(${trailIds}::uuid[]) as named (trail_id)
    on conflict do nothing returning trail_id`);

/** The rights that a grant gives to the members of a group. */
export interface GroupRights {
  readonly reach: Reach;
  /** True if they may edit the trail. */
  readonly edits: boolean;
}

/** Changes existing grants and returns the changed ones with their previous rights. Rights that are undefined stay. */
export const updateGroupGrants = (
  tx: Tx,
  catalogId: string,
  trailIds: readonly string[],
  groupId: string,
  reach: Reach | undefined,
  edits: boolean | undefined,
): Promise<(GroupRights & { readonly trail_id: string })[]> =>
  tx.rows(sql`
    update trail_grants g set reach = coalesce(${reach ?? null}::text, g.reach),
      edits = coalesce(${edits ?? null}::boolean, g.edits)
    from (
      select o.trail_id, o.reach, o.edits from trail_grants o
      where o.catalog_id = ${catalogId} and o.kind = 'group' and o.grantee_id = ${groupId}
        and o.trail_id = any(${trailIds}::uuid[])) old
    where g.catalog_id = ${catalogId} and g.kind = 'group' and g.grantee_id = ${groupId} and g.trail_id = old.trail_id
      and (old.reach <> coalesce(${reach ?? null}::text, old.reach)
        or old.edits <> coalesce(${edits ?? null}::boolean, old.edits))
    returning old.trail_id, old.reach, old.edits`);

/** Ends grants of the group and returns the trails that were open to it. */
export const deleteGroupGrants = (tx: Tx, catalogId: string, trailIds: readonly string[], groupId: string) =>
  tx.rows<GroupRights & { readonly trail_id: string }>(sql`
    delete from trail_grants
    where catalog_id = ${catalogId} and kind = 'group' and grantee_id = ${groupId}
      and trail_id = any(${trailIds}::uuid[]) returning trail_id, reach, edits`);

/** A trail that is open to a group. */
export interface GrantedTrail {
  readonly trail_id: string;
  readonly title: string;
  readonly status: Status;
  readonly reach: Reach;
  readonly edits: boolean;
}

/** The trails that are open to the group, by title. */
export const selectTrailsOfGroup = (db: Db, catalogId: string, groupId: string): Promise<GrantedTrail[]> =>
  db.rows<GrantedTrail>(sql`
    select t.trail_id, t.title, t.status, g.reach, g.edits from trail_grants g
      cross join lateral (
        select t.trail_id, t.title, t.status from trails t
        where t.catalog_id = ${catalogId} and t.trail_id = g.trail_id offset 0) t
    where g.catalog_id = ${catalogId} and g.kind = 'group' and g.grantee_id = ${groupId}
    order by lower(t.title), t.trail_id`);

/** What a group gives to its members. This ends when the group is deleted. */
export interface GroupGives {
  readonly trails: number;
  readonly sets: number;
  /** The trails and sets that the members may edit. */
  readonly edits: number;
  /** True if the group's members approve trails. */
  readonly approves: boolean;
}

export async function countGrantsOfGroup(db: Db, catalogId: string, groupId: string): Promise<GroupGives> {
  const row = await db.row<GroupGives>(sql`
    select count(*) filter (where g.is_trail) as trails, count(*) filter (where not g.is_trail) as sets,
      count(*) filter (where g.edits) as edits,
      exists (
        select 1 from catalogs c where c.catalog_id = ${catalogId} and c.approver_group_id = ${groupId}) as approves
    from (
      select true as is_trail, t.edits from trail_grants t
      where t.catalog_id = ${catalogId} and t.kind = 'group' and t.grantee_id = ${groupId}
      union all
      select false, s.edits from trail_set_grants s
      where s.catalog_id = ${catalogId} and s.kind = 'group' and s.grantee_id = ${groupId}) g`);
  return row ?? { trails: 0, sets: 0, edits: 0, approves: false };
}
