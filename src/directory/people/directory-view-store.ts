// SQL for the directory view. First finds the people on the page, and then adds their details.
import { normalForm } from '@cairn/scim-protocol/normal-form';
import type { Db } from '../../storage/database.ts';
import { roundedLimit } from '../../storage/limit.ts';
import { holdsWords, nearlyHoldsWords } from '../../storage/searched-words.ts';
import { join, type Sql, sql, trusted } from '../../storage/sql.ts';
import { IS_LISTED } from '../members/member-store.ts';
import { groupMembers } from '../views-store.ts';
import type {
  DirectoryFilter,
  DirectoryOrder,
  DirectoryPlace,
  DirectoryTotals,
  SortedRow,
} from './directory-person.ts';

/** A page of the team's people that follow `after`, in that order and then by id. */
export const selectDirectory = (
  db: Db,
  teamId: string,
  filter: DirectoryFilter & { readonly user_id?: string },
  after: DirectoryPlace | null,
  limit: number,
  order: DirectoryOrder = 'name',
): Promise<SortedRow[]> => {
  const key = order.endsWith('name') ? sql`lower(a.name)` : sql`m.joined_at`;
  const isDown = order.startsWith('-');
  const way = trusted(isDown ? 'desc' : 'asc');
  return db.rows(sql`
    with page as (
      select m.*, a.name, a.email, ${key} as sort_key
      from ${peopleOf(teamId, filter.role)}
      where ${join([...conditionsOf(teamId, filter), ...beyond(after, key, isDown)], ' and ')}
      order by ${key} ${way}, m.account_id ${way} ${roundedLimit(limit)}
    )
    select p.sort_key, p.account_id as user_id, p.name, p.email,
      case p.status when 'active' then 'active' else 'deprovisioned' end as status,
      array(
        select 'owner' from teams t where t.team_id = ${teamId} and t.owner_id = p.account_id
        union select role from member_roles r where r.team_id = ${teamId} and r.account_id = p.account_id
        union select r.role from ${groupMembers(teamId)} gm
          join group_roles r on r.team_id = gm.team_id and r.group_id = gm.group_id
          where gm.account_id = p.account_id
        order by 1
      ) as roles,
      case when c.connection_id is not null
        then jsonb_build_object('connection_id', c.connection_id, 'name', c.name) end as source,
      case when b.account_id is not null
        then jsonb_build_object('user_id', b.account_id, 'name', b.name) end as manager,
      (select count(*) from members r where r.team_id = ${teamId} and r.manager_id = p.account_id
        and r.status = 'active') as report_count,
      p.joined_at, p.deactivated_at as deprovisioned_at
    from page p
    left join connections c on c.team_id = ${teamId} and c.connection_id = p.connection_id
    left join accounts b on b.account_id = p.manager_id
    order by p.sort_key ${way}, p.account_id ${way} limit ${limit}`);
};

/** How many people match the filter, counted in a single scan of the team's people. */
export async function directoryTotals(db: Db, teamId: string, filter: DirectoryFilter): Promise<DirectoryTotals> {
  const row = await db.row<DirectoryTotals>(sql`
    select count(*) as people, count(*) filter (where m.status = 'active') as active,
      count(*) filter (where m.status <> 'active') as deprovisioned
    from ${peopleOf(teamId, filter.role)}
    where ${join(conditionsOf(teamId, filter), ' and ')}`);
  return row ?? { people: 0, active: 0, deprovisioned: 0 };
}

/**
 * The members `m` with their accounts `a`. For a role filter, first finds the few people with that role and then looks
 * them up, because the workspace may be large.
 */
const peopleOf = (teamId: string, role: string | undefined): Sql =>
  role === undefined
    ? sql`members m join accounts a on a.account_id = m.account_id`
    : sql`(
        select r.account_id from member_roles r where r.team_id = ${teamId} and r.role = ${role}
        union select gm.account_id from group_roles r
          join ${groupMembers(teamId)} gm on gm.group_id = r.group_id
          where r.team_id = ${teamId} and r.role = ${role}
        union select t.owner_id from teams t where t.team_id = ${teamId} and ${role} = 'owner'
      ) held
      cross join lateral (
        select * from members m where m.team_id = ${teamId} and m.account_id = held.account_id offset 0) m
      cross join lateral (select * from accounts a where a.account_id = m.account_id offset 0) a`;

function conditionsOf(teamId: string, filter: DirectoryFilter & { readonly user_id?: string }): Sql[] {
  const { q, status, source, group_id, manager_id, user_id } = filter;
  return [
    sql`m.team_id = ${teamId}`,
    IS_LISTED,
    ...(user_id === undefined ? [] : [sql`m.account_id = ${user_id}`]),
    ...(q === undefined || q === '' ? [] : [isSearched(teamId, normalForm(q))]),
    ...(status === undefined ? [] : [sql`m.status = ${status === 'active' ? 'active' : 'deactivated'}`]),
    ...(source === undefined ? [] : [sourceIs(source)]),
    ...(group_id === undefined ? [] : [isIn(teamId, group_id)]),
    ...(manager_id === undefined ? [] : [sql`m.manager_id = ${manager_id}`]),
  ];
}

const searchKey: Sql = sql`coalesce(a.search_key, lower(a.name || ' ' || coalesce(a.email, '')))`;

/** True if the person has every word. If nobody in the team has, a word may contain a typo. */
const isSearched = (teamId: string, q: string): Sql => sql`(${holdsWords(searchKey, q)} or (
  (select not exists (
    select 1 from members m join accounts a on a.account_id = m.account_id
    where m.team_id = ${teamId} and ${IS_LISTED} and ${holdsWords(searchKey, q)}))
  and ${nearlyHoldsWords(searchKey, q)}))`;

const sourceIs = (source: string): Sql =>
  source === 'service' ? sql`m.connection_id is null` : sql`m.connection_id = ${source}`;

const isIn = (teamId: string, groupId: string): Sql => sql`exists (
  select 1 from ${groupMembers(teamId)} gm where gm.group_id = ${groupId} and gm.account_id = m.account_id)`;

function beyond(after: DirectoryPlace | null, key: Sql, isDown: boolean): Sql[] {
  if (after === null) return [];
  const { sort_key, user_id } = after;
  return isDown
    ? [sql`(${key}, m.account_id) < (${sort_key}, ${user_id}::uuid)`]
    : [sql`(${key}, m.account_id) > (${sort_key}, ${user_id}::uuid)`];
}
