// SQL for the linking rule.
import type { Tx } from '../../storage/database.ts';
import { type Sql, sql, trusted } from '../../storage/sql.ts';
import { type Person, searchKeyOf } from '../accounts/account.ts';
import { type HomeFacts, homeFacts, isOwn, proofByTeam } from '../accounts/account-home-store.ts';
import type { Membership } from '../member.ts';
import { deactivatedAt } from '../members/member-store.ts';
import { takeSeats } from '../seats/seat-store.ts';
import { emailKeyOf } from '../views-store.ts';

export interface Link {
  readonly account_id: string;
  readonly name: string;
  /** Null if the account is not a member of the team. */
  readonly status: Membership['status'] | null;
  readonly connection_id: string | null;
  readonly is_owner: boolean;
  /** True if the team has verified its domain, or no other team ever had it as a member. */
  readonly is_teams_own: boolean;
}

/**
 * The account with that e-mail address and its relation to the team. Locks the account and its membership until the
 * transaction ends.
 */
export async function findLink(tx: Tx, teamId: string, email: string): Promise<Link | undefined> {
  await tx.rows(sql`
    select 1 from members m join accounts a on a.account_id = m.account_id
    where m.team_id = ${teamId} and a.email_key = ${emailKeyOf(email)} for update of m`);
  const row = await tx.row<Omit<Link, 'is_teams_own'> & HomeFacts>(sql`
    select ${homeFacts(teamId)}, a.name, m.status, m.connection_id, t.owner_id = a.account_id as is_owner
    from accounts a join teams t on t.team_id = ${teamId}
    left join members m on m.team_id = ${teamId} and m.account_id = a.account_id
    where a.email_key = ${emailKeyOf(email)} for update of a`);
  if (row === undefined) return undefined;
  const { account_id, name, status, connection_id, is_owner } = row;
  return { account_id, name, status, connection_id, is_owner, is_teams_own: await isOwn(tx, teamId, row) };
}

/** A person who is new to the service. */
export interface NewAccount {
  readonly account_id: string;
  readonly person: Person;
  readonly membership: Membership;
  /** The folded names by which a member may refer to the person as manager. */
  readonly names: readonly string[];
}

/** True if an audit entry is about a person that `newMembersSql` added. Limits the audit entries to these people. */
export const isOfNewMember: Sql = sql`(entry.subject ->> 'id')::uuid in (select account_id from new_member)`;

/**
 * The `with` list that adds people. `new_member (account_id)` has a row for each person, except those whose e-mail
 * address is taken and those that a member is waiting for as a manager. It has no rows if `condition` is false.
 * `recording` continues the list and may use `new_member`. People are inserted in the order of their addresses, so that
 * concurrent statements don't deadlock.
 */
export const newMembersSql = (
  teamId: string,
  people: readonly NewAccount[],
  condition: Sql,
  recording: Sql,
): Sql => sql`
  arrival as materialized (
    select * from jsonb_to_recordset(${JSON.stringify(people.map(arrivalOf))}::text::jsonb) as arrival (
      account_id uuid, email text, name text, given_name text, family_name text, search_key text, names text[],
      status text, connection_id uuid
    )
  ), awaited as materialized (
    select called.name from unnest(${people.flatMap(({ names }) => names)}::text[]) as called (name)
    cross join lateral (
      select 1 from members w where w.team_id = ${teamId} and w.manager_id is null and w.manager_ref = called.name
      limit 1) waiting
  ), account as (
    insert into accounts (account_id, email, name, given_name, family_name, search_key, email_proof, email_team_id)
    select n.account_id, n.email, n.name, n.given_name, n.family_name, n.search_key,
      ${proofByTeam(teamId, trusted('n.email'))} from arrival n
    where ${condition} and not n.names && array(select name from awaited) order by lower(n.email)
    on conflict (email_key) do nothing returning account_id
  ), new_member as (
    insert into members (team_id, account_id, status, connection_id, deactivated_at)
    select ${teamId}::uuid, n.account_id, n.status, n.connection_id, ${deactivatedAt(trusted('n.status'))}
    from account join arrival n on n.account_id = account.account_id
    returning account_id, status
  ), ${takeSeats(teamId, sql`select 1 from new_member where status = 'active'`)}, ${recording}`;

const arrivalOf = ({ account_id, person, membership, names }: NewAccount) => ({
  account_id,
  ...person,
  search_key: searchKeyOf(person),
  names,
  ...membership,
});
