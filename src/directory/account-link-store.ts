// The SQL of the linking rule.
import type { Tx } from '../storage/database.ts';
import { type Sql, sql } from '../storage/sql.ts';
import { type Person, searchKeyOf } from './account.ts';
import { isTeamsOwnSql } from './account-home-store.ts';
import type { Membership } from './member.ts';
import { deactivatedAt } from './member-store.ts';
import { takeSeat } from './seat-store.ts';

export interface Link {
  readonly account_id: string;
  readonly name: string;
  /** Null: no member of the team. */
  readonly status: Membership['status'] | null;
  readonly connection_id: string | null;
  readonly is_owner: boolean;
  /** Its domain is verified for the team, or only this team ever had it. */
  readonly is_teams_own: boolean;
}

/** The account of that e-mail address as the team may see it, its membership held until the transaction ends. */
export async function findLink(tx: Tx, teamId: string, email: string): Promise<Link | undefined> {
  await tx.rows(sql`
    select 1 from members m join accounts a on a.account_id = m.account_id
    where m.team_id = ${teamId} and a.email_key = lower(${email}) for update of m`);
  return tx.row<Link>(sql`
    select a.account_id, a.name, m.status, m.connection_id, t.owner_id = a.account_id as is_owner,
      ${isTeamsOwnSql(teamId)} as is_teams_own
    from accounts a join teams t on t.team_id = ${teamId}
    left join members m on m.team_id = t.team_id and m.account_id = a.account_id
    where a.email_key = lower(${email})`);
}

/** True where `newMemberSql` made somebody: what is recorded of it hangs on this. */
export const hasNewMember: Sql = sql`exists (select from new_member)`;

/**
 * The `with` list that lets somebody new in: `new_member (account_id)` is the new member's row, or none when the e-mail
 * address is taken or `unless` holds. `recording` goes on with the list and may ask for `new_member` too.
 */
export const newMemberSql = (
  teamId: string,
  accountId: string,
  person: Person,
  membership: Membership,
  unless: Sql,
  recording: Sql,
): Sql => sql`
  account as (
    insert into accounts (account_id, email, name, given_name, family_name, search_key)
    select ${accountId}::uuid, ${person.email}::text, ${person.name}::text, ${person.given_name}::text,
      ${person.family_name}::text, ${searchKeyOf(person)}::text
    where not ${unless}
    on conflict (email_key) do nothing returning account_id
  ), new_member as (
    insert into members (team_id, account_id, status, connection_id, deactivated_at)
    select ${teamId}::uuid, account_id, ${membership.status}::text, ${membership.connection_id}::uuid,
      ${deactivatedAt(membership.status)} from account
    returning account_id, status
  ), ${takeSeat(teamId, sql`exists (select from new_member where status = 'active')`)}, ${recording}`;

/** True while a member waits for a manager of one of these (folded) names. */
export const awaitedSql = (teamId: string, names: readonly string[]): Sql => sql`exists (
  select from members w where w.team_id = ${teamId} and w.manager_id is null
        and w.manager_ref = any(${names}::text[]))`;
