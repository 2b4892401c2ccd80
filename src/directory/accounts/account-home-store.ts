// The SQL of whose an account is: the one question behind linking, adding by hand, links and passwords.
import type { Db, Tx } from '../../storage/database.ts';
import { matching } from '../../storage/key-range.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import { emailKeyOf } from '../views-store.ts';

/** True where the domain of the e-mail address of the account `a` is verified for the team. */
const isOfDomainSql = (teamId: string): Sql => sql`
  exists (select from team_domains d where d.team_id = ${teamId} and d.domain = split_part(a.email_key, '@', 2))`;

/**
 * True where the account `a` counts as the team's: the domain of its e-mail address is verified for the team, or only
 * this team ever had it as a member (Decision 64). An operator of the service is never a team's by the second.
 */
export const isTeamsOwnSql = (teamId: string): Sql => sql`(
  ${isOfDomainSql(teamId)}
  or (
    not a.is_operator
    and not exists (select from members o where o.account_id = a.account_id and o.team_id <> ${teamId})
    and not exists (select from former_members o where o.account_id = a.account_id and o.team_id <> ${teamId})
    and (
      exists (select from members h where h.team_id = ${teamId} and h.account_id = a.account_id)
      or exists (select from former_members h where h.team_id = ${teamId} and h.account_id = a.account_id)
    )
  ))`;

export interface AccountHome {
  readonly account_id: string;
  readonly is_member: boolean;
  readonly is_teams_own: boolean;
}

/** The account of that e-mail address as it stands to the team. */
export const findHomeByEmail = (db: Db, teamId: string, email: string): Promise<AccountHome | undefined> =>
  db.row<AccountHome>(sql`
    select a.account_id, ${isTeamsOwnSql(teamId)} as is_teams_own,
      exists (select from members m where m.team_id = ${teamId} and m.account_id = a.account_id) as is_member
    from accounts a where a.email_key = ${emailKeyOf(email)}`);

/**
 * True where the account counts as the team's: its domain is verified there, or only this team ever had it (Decision
 * 64).
 */
export const isTeamsOwn = async (db: Db, teamId: string, accountId: string): Promise<boolean> => {
  const row = await db.row<{ is_teams_own: boolean }>(sql`
    select ${isTeamsOwnSql(teamId)} as is_teams_own from accounts a where a.account_id = ${accountId}`);
  return row?.is_teams_own ?? false;
};

/** True where the team has proved that the account's address is one of its own. */
export const isOfTeamsDomain = async (db: Db, teamId: string, accountId: string): Promise<boolean> => {
  const row = await db.row<{ is_of_domain: boolean }>(sql`
    select ${isOfDomainSql(teamId)} as is_of_domain from accounts a where a.account_id = ${accountId}`);
  return row?.is_of_domain ?? false;
};

/** Remembers that these people were members: of the team, or (with `accountId`) one of them. */
export async function rememberMembers(tx: Tx, teamId: string, accountId?: string): Promise<void> {
  await tx.rows(sql`
    insert into former_members (team_id, account_id)
    select team_id, account_id from members
    where team_id = ${teamId} and ${matching(sql`account_id`, accountId)}
    on conflict do nothing`);
}
