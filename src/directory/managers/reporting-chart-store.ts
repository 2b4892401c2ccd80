// SQL for the reporting chart.
import type { Db } from '../../storage/database.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import type { ChartPerson } from './chart-person.ts';

const person = (teamId: string): Sql => sql`m.account_id as user_id, a.name,
  case m.status when 'active' then 'active' else 'deprovisioned' end as status,
  (select count(*) from members r where r.team_id = ${teamId} and r.manager_id = m.account_id
    and r.status = 'active') as report_count`;

/**
 * People who have left but are still above an active person. Without them, the chart would lose the people below.
 * `union` stops at a cycle.
 */
const heads = (teamId: string): Sql => sql`heads as (
  select m.account_id, m.manager_id from members m
  where m.team_id = ${teamId} and m.status <> 'active' and exists (
    select 1 from members r where r.team_id = ${teamId} and r.manager_id = m.account_id and r.status = 'active')
  union
  select m.account_id, m.manager_id from heads l
  join members m on m.team_id = ${teamId} and m.account_id = l.manager_id and m.status <> 'active'
)`;

/** True if an active person, or one of `heads`, reports to `m`. */
const leads = (teamId: string): Sql => sql`(exists (select 1 from members r
    where r.team_id = ${teamId} and r.manager_id = m.account_id and r.status = 'active')
  or exists (select 1 from heads l where l.manager_id = m.account_id))`;

const people = (db: Db, teamId: string, condition: Sql): Promise<ChartPerson[]> =>
  db.rows<ChartPerson>(sql`
    with recursive ${heads(teamId)}
    select ${person(teamId)}, ${leads(teamId)} as leads from members m join accounts a on a.account_id = m.account_id
    where m.team_id = ${teamId} and ${condition}
      and (m.status = 'active' or m.account_id in (select account_id from heads))
    order by lower(a.name), m.account_id`);

export const selectReports = (db: Db, teamId: string, accountId: string): Promise<ChartPerson[]> =>
  people(db, teamId, sql`m.manager_id = ${accountId}`);

export const selectTops = (db: Db, teamId: string): Promise<ChartPerson[]> =>
  people(db, teamId, sql`m.manager_id is null and ${leads(teamId)}`);

/** The managers above a person, nearest first. In a cycle, stops before a person would be repeated. */
export const managersAbove = (db: Db, teamId: string, accountId: string): Promise<ChartPerson[]> =>
  db.rows<ChartPerson>(sql`
    with recursive chain as (
      select m.account_id, m.manager_id, 0 as height, array[m.account_id] as seen
      from members m where m.team_id = ${teamId} and m.account_id = ${accountId}
      union all
      select m.account_id, m.manager_id, c.height + 1, c.seen || m.account_id
      from chain c join members m on m.team_id = ${teamId} and m.account_id = c.manager_id
      where m.account_id <> all (c.seen) and c.height < 100
    )
    select ${person(teamId)}, true as leads
    from chain c join members m on m.team_id = ${teamId} and m.account_id = c.account_id
    join accounts a on a.account_id = m.account_id
    where c.height > 0 order by c.height`);
