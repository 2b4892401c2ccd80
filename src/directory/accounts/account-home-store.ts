// SQL that decides whether an account belongs to a team. Linking, adding people by hand, sign-in links and passwords
// depend on it.
import type { Db, Tx } from '../../storage/database.ts';
import { matching } from '../../storage/key-range.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import { emailKeyOf } from '../views-store.ts';

/** True if the domain of this e-mail address is verified for the team. */
const isVerifiedSql = (teamId: string, email: Sql): Sql => sql`
  lower(split_part(${email}, '@', 2)) = any(array(select d.domain from domain_owners d where d.team_id = ${teamId}))`;

/** True if the team has verified the domain of account `a`'s e-mail address. */
const isOfDomainSql = (teamId: string): Sql => isVerifiedSql(teamId, sql`a.email_key`);

/** The columns `email_proof, email_team_id` of an account whose address comes from the team. */
export const proofByTeam = (teamId: string, email: Sql): Sql => sql`
  case when ${isVerifiedSql(teamId, email)} then 'domain' else 'word' end, ${teamId}::uuid`;

/**
 * The `with` list entry that marks the addresses of people who join a team (`member` has their ids) as proven by the
 * team's verified domain. Until now, only another workspace vouched for these addresses. That workspace's admins must
 * not get in here, so credentials that depend on it become invalid.
 */
export const provenByDomain = (teamId: string): Sql => sql`proven_address as (
  update accounts a set email_proof = 'domain', email_team_id = ${teamId}, proof_number = a.proof_number + 1
  from member where a.account_id = member.account_id and a.email_proof in ('word', 'domain')
    and a.email_team_id is distinct from ${teamId}::uuid and ${isOfDomainSql(teamId)})`;

/** The facts that decide whether the account counts as the team's own. */
export interface HomeFacts {
  readonly account_id: string;
  /** The team has verified the domain of its address. */
  readonly is_of_domain: boolean;
  /** It is or was a member of the team, and does not belong to an operator. */
  readonly was_here: boolean;
}

/** Selects the `HomeFacts` of account `a`. */
export const homeFacts = (teamId: string): Sql => sql`
  a.account_id, ${isOfDomainSql(teamId)} as is_of_domain,
  not a.is_operator and (exists (select 1 from members h where h.team_id = ${teamId} and h.account_id = a.account_id)
    or exists (select 1 from former_members h
      where h.team_id = ${teamId} and h.account_id = a.account_id)) as was_here`;

/**
 * True if the account counts as the team's own: the team has verified the domain of its address, or no other team ever
 * had it as a member (Decision 64). The second condition does not apply to operators.
 */
export const isOwn = async (db: Db, teamId: string, { account_id, is_of_domain, was_here }: HomeFacts) =>
  is_of_domain || (was_here && !(await isKnownElsewhere(db, teamId, account_id)));

/** True if another team has or had the account as a member. */
const isKnownElsewhere = async (db: Db, teamId: string, accountId: string): Promise<boolean> =>
  (await db.row(sql`
    select 1 from (
      select team_id, account_id from members union all select team_id, account_id from former_members) o
    where o.account_id = ${accountId} and o.team_id <> ${teamId} limit 1`)) !== undefined;

export interface AccountHome {
  readonly account_id: string;
  readonly is_member: boolean;
  readonly is_teams_own: boolean;
}

/**
 * Finds the account with that e-mail address and its relation to the team. The address cannot change until the
 * transaction ends.
 */
export async function findHomeByEmail(tx: Tx, teamId: string, email: string): Promise<AccountHome | undefined> {
  const row = await tx.row<HomeFacts & { is_member: boolean }>(sql`
    select ${homeFacts(teamId)},
      exists (select 1 from members m
        where m.team_id = ${teamId} and m.account_id = a.account_id and m.left_at is null) as is_member
    from accounts a where a.email_key = ${emailKeyOf(email)} for key share of a`);
  if (row === undefined) return undefined;
  return { account_id: row.account_id, is_member: row.is_member, is_teams_own: await isOwn(tx, teamId, row) };
}

/** True if the account counts as the team's own (`isOwn`). */
export const isTeamsOwn = async (db: Db, teamId: string, accountId: string): Promise<boolean> => {
  const row = await db.row<HomeFacts>(sql`
    select ${homeFacts(teamId)} from accounts a where a.account_id = ${accountId}`);
  return row !== undefined && isOwn(db, teamId, row);
};

/** True if the team has verified the domain of the account's address. */
export const isOfTeamsDomain = async (db: Db, teamId: string, accountId: string): Promise<boolean> => {
  const row = await db.row<{ is_of_domain: boolean }>(sql`
    select ${isOfDomainSql(teamId)} as is_of_domain from accounts a where a.account_id = ${accountId}`);
  return row?.is_of_domain ?? false;
};

/** True if the workspace whose verified domain proved account `a`'s address still has that domain. */
export const HAS_DOMAIN_STILL = sql`(a.email_proof = 'domain' and exists (
  select 1 from domain_owners d where d.team_id = a.email_team_id and d.domain = split_part(a.email_key, '@', 2)))`;

/**
 * True if someone vouches for the account's address: an operator, the person, or a workspace that still has its domain
 * verified. A domain that was given up may belong to someone else now.
 */
export const isAddressProven = async (db: Db, accountId: string): Promise<boolean> =>
  (await db.row(sql`
    select 1 from accounts a where a.account_id = ${accountId}
      and (a.email_proof in ('person', 'operator') or ${HAS_DOMAIN_STILL})`)) !== undefined;

/** Records former members: everyone in the team, or only `accountId`. */
export async function rememberMembers(tx: Tx, teamId: string, accountId?: string): Promise<void> {
  await tx.rows(sql`
    insert into former_members (team_id, account_id)
    select team_id, account_id from members
    where team_id = ${teamId} and ${matching(sql`account_id`, accountId)}
    on conflict do nothing`);
}
