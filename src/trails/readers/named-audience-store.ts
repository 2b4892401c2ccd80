// SQL for audiences by name, as files state them: the groups of trails and sets, and the people who edit.
import { groupOf } from '../../directory/fragments-store.ts';
import { people } from '../../directory/views-store.ts';
import type { Db } from '../../storage/database.ts';
import { afterKey, amongKeys } from '../../storage/key-range.ts';
import { roundedLimit } from '../../storage/limit.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import type { Reach } from '../visibility.ts';

/** A grant to a group, or to a person who edits. `reach` is null for people. */
export interface NamedGrant {
  readonly kind: 'user' | 'group';
  readonly grantee_id: string;
  /** The name of the group, or the address of the person; null if the person has none. */
  readonly name: string | null;
  readonly reach: Reach | null;
  readonly edits: boolean;
}

const isNamed = sql`(g.kind = 'group' or (g.kind = 'user' and g.edits))`;

const namedGrants = (catalogId: string, grants: Sql): Sql => sql`
  select given.id, given.kind, given.grantee_id, coalesce(d.display_name, p.email) as name, given.reach, given.edits
  from (${grants}) given
    left join lateral ${groupOf(sql`${catalogId}`, sql`given.grantee_id`)} d on given.kind = 'group'
    left join ${people} p on given.kind = 'user' and p.account_id = given.grantee_id
  order by given.id, given.kind, lower(coalesce(d.display_name, p.email)), given.grantee_id`;

/** The grants on these trails. `id` is the trail. */
export const selectGrantsOfTrails = async (
  db: Db,
  catalogId: string,
  trailIds: readonly string[],
): Promise<(NamedGrant & { readonly id: string })[]> =>
  trailIds.length === 0
    ? []
    : db.rows(
        namedGrants(
          catalogId,
          sql`select g.trail_id as id, g.kind, g.grantee_id, g.reach, g.edits from trail_grants g
            where g.catalog_id = ${catalogId} and ${amongKeys(sql`g.trail_id`, trailIds)} and ${isNamed}`,
        ),
      );

/** The grants on all sets of the catalog. `id` is the set. */
export const selectGrantsOfSets = (db: Db, catalogId: string): Promise<(NamedGrant & { readonly id: string })[]> =>
  db.rows(
    namedGrants(
      catalogId,
      sql`select g.set_id as id, g.kind, g.grantee_id, g.reach, g.edits from trail_set_grants g
        where g.catalog_id = ${catalogId} and ${isNamed}`,
    ),
  );

/** The trails that have such a grant, sorted by id, that follow `after`. */
export const selectNamedTrails = (
  db: Db,
  catalogId: string,
  after: string | null,
  count: number,
): Promise<{ readonly trail_id: string }[]> =>
  db.rows(sql`
    select distinct g.trail_id from trail_grants g
    where g.catalog_id = ${catalogId} and ${afterKey(sql`g.trail_id`, after)} and ${isNamed}
    order by g.trail_id ${roundedLimit(count)}`);
