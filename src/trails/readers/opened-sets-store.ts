// SQL for the sets that an employee sees. Whether the employee sees their trails is decided for each trail separately.
import { groupsOfMember } from '../../directory/fragments-store.ts';
import type { Db } from '../../storage/database.ts';
import { sql } from '../../storage/sql.ts';
import type { ReaderIdentity } from './visible-trail-store.ts';

/** A trail in a set that is open to the reader. The reader may not see the trail. */
export interface OpenSetItem {
  readonly set_id: string;
  readonly name: string;
  readonly description: string;
  readonly trail_id: string;
}

/** The content of the sets that are granted to the reader (perhaps through a group) or have no grants at all. */
export const setsOpenTo = (db: Db, { team_id, account_id }: ReaderIdentity): Promise<OpenSetItem[]> =>
  db.rows<OpenSetItem>(sql`
    select s.set_id, s.name, s.description, i.trail_id
    from trail_sets s join trail_set_items i on i.catalog_id = ${team_id} and i.set_id = s.set_id
    where s.catalog_id = ${team_id} and (
      s.set_id not in (select g.set_id from trail_set_grants g where g.catalog_id = ${team_id})
      or s.set_id in (
        select g.set_id from trail_set_grants g
        where g.catalog_id = ${team_id} and g.kind = 'user' and g.grantee_id = ${account_id}
        union all
        select through.set_id from ${groupsOfMember(sql`${team_id}`, sql`${account_id}`)} own cross join lateral (
          select g.set_id from trail_set_grants g
          where g.catalog_id = ${team_id} and g.kind = 'group' and g.grantee_id = own.group_id offset 0) through))
    order by s.sort_order, s.set_id, i.place, i.trail_id`);
