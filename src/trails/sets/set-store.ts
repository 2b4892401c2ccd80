// SQL for sets of trails. ../readers/opened-trails-store.ts determines who is covered by a grant on a set.
import { groupWithSource } from '../../directory/fragments-store.ts';
import { people, personName } from '../../directory/views-store.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { sql } from '../../storage/sql.ts';
import type { Status } from '../lifecycle.ts';
import type { Reach } from '../visibility.ts';

export interface SetWords {
  readonly name: string;
  readonly description: string;
}

export interface SetRow extends SetWords {
  readonly set_id: string;
  readonly trail_count: number;
  /** People and groups with a grant; 0: the set is shown to everyone. */
  readonly audience_count: number;
}

/** The sets of the catalog in order, or only one of them. */
export const selectSets = (db: Db, catalogId: string, setId?: string): Promise<SetRow[]> =>
  db.rows<SetRow>(sql`
    select s.set_id, s.name, s.description,
      (select count(*) from trail_set_items i where i.catalog_id = ${catalogId} and i.set_id = s.set_id) as trail_count,
      (select count(*) from trail_set_grants g where g.catalog_id = ${catalogId} and g.set_id = s.set_id)
        as audience_count
    from trail_sets s
    where s.catalog_id = ${catalogId} and ${setId === undefined ? sql`true` : sql`s.set_id = ${setId}`}
    order by s.sort_order, s.set_id`);

export interface LockedSet extends SetWords {
  readonly set_id: string;
}

/** Locks the set until the transaction ends. */
export const lockSetRow = (tx: Tx, catalogId: string, setId: string): Promise<LockedSet | undefined> =>
  tx.row<LockedSet>(sql`
    select s.set_id, s.name, s.description from trail_sets s
    where s.catalog_id = ${catalogId} and s.set_id = ${setId} for update`);

/** Locks all sets of the catalog, in an order that prevents deadlocks. */
export const lockSetRows = (tx: Tx, catalogId: string): Promise<object[]> =>
  tx.rows(sql`select s.set_id from trail_sets s where s.catalog_id = ${catalogId} order by s.set_id for update`);

/** Adds the set at the end. Undefined if the catalog has one with that name. */
export const insertSet = (tx: Tx, catalogId: string, set: LockedSet & { readonly name_key: string }) =>
  tx.row<object>(sql`
    insert into trail_sets (catalog_id, set_id, name, name_key, description, sort_order)
    select ${catalogId}::uuid, ${set.set_id}::uuid, ${set.name}, ${set.name_key}, ${set.description},
      coalesce(max(s.sort_order), 0) + 1
    from trail_sets s where s.catalog_id = ${catalogId}
    on conflict on constraint trail_sets_name do nothing returning 1 as made`);

export const updateSet = (tx: Tx, catalogId: string, set: LockedSet & { readonly name_key: string }) =>
  tx.rows<object>(sql`
    update trail_sets set name = ${set.name}, name_key = ${set.name_key}, description = ${set.description}
    where catalog_id = ${catalogId} and set_id = ${set.set_id}`);

export const deleteSetRow = (tx: Tx, catalogId: string, setId: string): Promise<object[]> =>
  tx.rows(sql`delete from trail_sets where catalog_id = ${catalogId} and set_id = ${setId}`);

/** Numbers the sets in this order. Other sets keep their numbers. */
export const updateSetOrder = (tx: Tx, catalogId: string, setIds: readonly string[]): Promise<object[]> =>
  tx.rows(sql`
    update trail_sets s set sort_order = p.place
    from unnest(${setIds}::uuid[]) with ordinality as p (set_id, place)
    where s.catalog_id = ${catalogId} and s.set_id = p.set_id`);

/** A trail in a set. */
export interface SetItem {
  readonly trail_id: string;
  readonly title: string;
  readonly status: Status;
}

/** The trails of the set, in its order. */
export const selectItems = (db: Db, catalogId: string, setId: string): Promise<SetItem[]> =>
  db.rows<SetItem>(sql`
    select t.trail_id, t.title, t.status
    from trail_set_items i join trails t on t.catalog_id = ${catalogId} and t.trail_id = i.trail_id
    where i.catalog_id = ${catalogId} and i.set_id = ${setId} order by i.place, i.trail_id`);

/** The trails of all sets, in the order of each set. */
export const selectItemsOfSets = (db: Db, catalogId: string) =>
  db.rows<{ readonly set_id: string; readonly trail_id: string }>(sql`
    select i.set_id, i.trail_id from trail_set_items i where i.catalog_id = ${catalogId}
    order by i.set_id, i.place, i.trail_id`);

/** Makes these trails the content of the set, in this order. */
export async function replaceItems(
  tx: Tx,
  catalogId: string,
  setId: string,
  trailIds: readonly string[],
): Promise<void> {
  await tx.rows(sql`
    delete from trail_set_items
    where catalog_id = ${catalogId} and set_id = ${setId} and trail_id <> all(${trailIds}::uuid[])`);
  await tx.rows(sql`
    insert into trail_set_items (catalog_id, set_id, trail_id, place)
    select ${catalogId}::uuid, ${setId}::uuid, p.trail_id, p.place
    from unnest(${trailIds}::uuid[]) with ordinality as p (trail_id, place)
    on conflict (catalog_id, set_id, trail_id) do update set place = excluded.place`);
}

/** A person or a group that the set is open to. */
export interface SetGrantRow {
  readonly kind: 'user' | 'group';
  readonly grantee_id: string;
  readonly name: string;
  readonly email: string | null;
  /** The connection that syncs the group; null for people and for groups that the service manages. */
  readonly connection_id: string | null;
  readonly connection_name: string | null;
  /** The group's rights; null for people. */
  readonly reach: Reach | null;
  readonly edits: boolean;
  readonly granted_at: string;
}

/** The grants on the set, oldest first. */
export const selectSetGrants = (db: Db, catalogId: string, setId: string): Promise<SetGrantRow[]> =>
  db.rows<SetGrantRow>(sql`
    select given.kind, given.grantee_id, coalesce(d.display_name, ${personName('p')}, '') as name, p.email,
      d.connection_id, d.connection_name, given.reach, given.edits, given.granted_at
    from trail_set_grants given
      left join lateral ${groupWithSource(sql`${catalogId}`, sql`given.grantee_id`)} d on given.kind = 'group'
      left join ${people} p on given.kind = 'user' and p.account_id = given.grantee_id
    where given.catalog_id = ${catalogId} and given.set_id = ${setId}
    order by given.granted_at, given.grantee_id`);

/** The content of a grant. */
export interface SetGrant {
  readonly kind: SetGrantRow['kind'];
  readonly grantee_id: string;
  readonly reach: Reach | null;
  readonly edits: boolean;
}

export const upsertSetGrant = (
  tx: Tx,
  catalogId: string,
  setId: string,
  { kind, grantee_id, reach, edits }: SetGrant,
  grantedBy: string | null,
): Promise<object[]> =>
  tx.rows(sql`
    insert into trail_set_grants (catalog_id, set_id, kind, grantee_id, reach, edits, granted_by)
    values (${catalogId}, ${setId}, ${kind}, ${grantee_id}, ${reach}, ${edits}, ${grantedBy})
    on conflict (catalog_id, set_id, kind, grantee_id)
      do update set reach = excluded.reach, edits = excluded.edits`);

/** Ends a grant and returns it; undefined if it did not exist. */
export const deleteSetGrant = (
  tx: Tx,
  catalogId: string,
  setId: string,
  { kind, grantee_id }: Pick<SetGrant, 'kind' | 'grantee_id'>,
): Promise<SetGrant | undefined> =>
  tx.row<SetGrant>(sql`
    delete from trail_set_grants
    where catalog_id = ${catalogId} and set_id = ${setId} and kind = ${kind} and grantee_id = ${grantee_id}
    returning kind, grantee_id, reach, edits`);

/** Locks the sets with a grant to the group, in an order that prevents deadlocks. */
export const lockSetsOfGroup = (tx: Tx, catalogId: string, groupId: string): Promise<LockedSet[]> =>
  tx.rows<LockedSet>(sql`
    select s.set_id, s.name, s.description from trail_sets s
    where s.catalog_id = ${catalogId} and s.set_id in (
      select g.set_id from trail_set_grants g
      where g.catalog_id = ${catalogId} and g.kind = 'group' and g.grantee_id = ${groupId})
    order by s.set_id for update`);
