// SQL for the list of groups.
import { normalForm } from '@cairn/scim-protocol/normal-form';
import type { Db } from '../../storage/database.ts';
import { limitOf, roundedLimit } from '../../storage/limit.ts';
import { holdsWords } from '../../storage/searched-words.ts';
import { join, type Sql, sql } from '../../storage/sql.ts';
import { groupMembers } from '../views-store.ts';
import type { GroupFilter, ListedGroup } from './listed-group.ts';

type GroupRowFilter = GroupFilter & { readonly group_id?: string };

/** Groups sorted by name, following `after`. Counts members only for groups on the page. */
export const selectGroups = (db: Db, teamId: string, filter: GroupRowFilter, after: string | null, limit: number) =>
  db.rows<ListedGroup>(sql`
    with page as (
      select * from groups g where ${join(conditionsOf(teamId, filter, after), ' and ')}
        order by g.name_key ${roundedLimit(limit)}
    )
    select g.group_id, g.display_name, g.name_key, g.description, g.connection_id, c.name as connection_name, g.version,
      g.admin_waits, g.created_at, g.updated_at,
      people.member_count, people.active_count,
      array(select r.role from group_roles r where r.team_id = ${teamId} and r.group_id = g.group_id
        order by r.role) as roles
    from page g left join connections c on c.team_id = ${teamId} and c.connection_id = g.connection_id
      cross join lateral ${itsPeople(teamId)} people
    order by g.name_key limit ${limit}`);

/** A group's name and source, without counting its members. */
export type NamedGroup = Pick<ListedGroup, 'group_id' | 'display_name' | 'connection_id' | 'connection_name'>;

/** A page of proposals. */
const MAX_FOUND = 8;

/** The first groups whose name contains `q`, by name. */
export const findGroupsByName = (db: Db, teamId: string, q: string): Promise<NamedGroup[]> =>
  db.rows<NamedGroup>(sql`
    select g.group_id, g.display_name, g.connection_id, c.name as connection_name
    from groups g left join connections c on c.team_id = ${teamId} and c.connection_id = g.connection_id
    where ${join(conditionsOf(teamId, { q }, null), ' and ')} order by g.name_key ${limitOf(MAX_FOUND)}`);

/** The groups with these folded names. */
export const findGroupsOfNames = (db: Db, teamId: string, nameKeys: readonly string[]) =>
  db.rows<{ readonly group_id: string; readonly name_key: string }>(sql`
    select g.group_id, g.name_key from groups g
    where g.team_id = ${teamId} and g.name_key = any(${nameKeys}::text[])`);

/**
 * The number of members of group `g`, and of active ones. Looks up each person, because a join would read the whole
 * workspace.
 */
const itsPeople = (teamId: string): Sql => sql`(
  select count(*) as member_count, count(*) filter (where (
    select m.status from members m where m.team_id = ${teamId} and m.account_id = gm.account_id) = 'active'
  ) as active_count
  from ${groupMembers(teamId)} gm where gm.group_id = g.group_id)`;

const conditionsOf = (
  teamId: string,
  { q, source, group_id, member_id }: GroupRowFilter,
  after: string | null,
): Sql[] => [
  sql`g.team_id = ${teamId}`,
  ...(group_id === undefined ? [] : [sql`g.group_id = ${group_id}`]),
  ...(q === undefined || q === '' ? [] : [holdsWords(sql`g.name_key`, normalForm(q))]),
  ...(source === undefined
    ? []
    : [source === 'service' ? sql`g.connection_id is null` : sql`g.connection_id = ${source}`]),
  ...(member_id === undefined
    ? []
    : [
        sql`exists (select 1 from ${groupMembers(teamId)} gm where gm.group_id = g.group_id
          and gm.account_id = ${member_id})`,
      ]),
  ...(after === null ? [] : [sql`g.name_key > ${after}`]),
];
