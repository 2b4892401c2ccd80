// SQL for memberships, both active and deactivated.
import type { Db, Tx } from '../../storage/database.ts';
import { laterThan, nextNumber } from '../../storage/next-stamp.ts';
import { type Sql, sql, trusted } from '../../storage/sql.ts';
import { type Person, searchKeyOf } from '../accounts/account.ts';
import { proofByTeam, provenByDomain, rememberMembers } from '../accounts/account-home-store.ts';
import type { Member, Membership } from '../member.ts';
import { freeSeat, takeSeats } from '../seats/seat-store.ts';
import { emailKeyOf, isCurrent } from '../views-store.ts';

const COLUMNS = sql`m.account_id, a.name, a.email, m.status, m.connection_id, m.manager_id,
  t.owner_id = m.account_id as is_owner,
  m.joined_at, m.deactivated_at`;
/** False for people whom a connection deleted and who can still be restored. */
export const IS_LISTED: Sql = sql`m.left_at is null`;
const FROM = sql`members m join accounts a on a.account_id = m.account_id join teams t on t.team_id = m.team_id`;

/** The member, active or deactivated. Undefined if there is none. */
export const findMember = (db: Db, teamId: string, accountId: string): Promise<Member | undefined> =>
  db.row<Member>(sql`
    select ${COLUMNS} from ${FROM} where m.team_id = ${teamId} and m.account_id = ${accountId} and ${IS_LISTED}`);

/**
 * Locks the membership until the transaction ends. Reads it after locking: a single statement would return the Owner
 * from before it waited.
 */
export async function lockMember(tx: Tx, teamId: string, accountId: string): Promise<Member | undefined> {
  await tx.rows(sql`select 1 from members where team_id = ${teamId} and account_id = ${accountId} for update`);
  return findMember(tx, teamId, accountId);
}

/** Locks an active membership until the transaction ends. Returns its activation; undefined if there is none. */
export async function holdActiveMember(tx: Tx, teamId: string, accountId: string): Promise<number | undefined> {
  const row = await tx.row<{ activation: number }>(sql`
    select activation from members
    where team_id = ${teamId} and account_id = ${accountId} and status = 'active' for share`);
  return row?.activation;
}

/** Like `holdActiveMember`, but with an exclusive lock, to enforce limits per person. */
export async function lockActiveMember(tx: Tx, teamId: string, accountId: string): Promise<number | undefined> {
  const row = await tx.row<{ activation: number }>(sql`
    select activation from members
    where team_id = ${teamId} and account_id = ${accountId} and status = 'active' for no key update`);
  return row?.activation;
}

/** The member with that e-mail address, ignoring case. Undefined if there is none. */
export const findMemberByEmail = (db: Db, teamId: string, email: string): Promise<Member | undefined> =>
  db.row<Member>(
    sql`select ${COLUMNS} from ${FROM}
      where m.team_id = ${teamId} and a.email_key = ${emailKeyOf(email)} and ${IS_LISTED}`,
  );

/** Returns those of the addresses that already belong to members, folded. */
export const selectMemberAddresses = (db: Db, teamId: string, emails: readonly string[]) =>
  db.rows<{ email_key: string }>(sql`
    select a.email_key from unnest(${emails}::text[]) as wanted (email)
      join accounts a on a.email_key = lower(wanted.email)
      join members m on m.team_id = ${teamId} and m.account_id = a.account_id and ${IS_LISTED}`);

/** The value of `deactivated_at` for a membership that changes to this status now. */
export const deactivatedAt = (status: Member['status'] | Sql): Sql =>
  sql`case when ${status}::text = 'deactivated' then clock_timestamp() end`;

/**
 * Inserts account and membership in one statement. Undefined, with nothing inserted, if the e-mail address is taken.
 */
export const insertPerson = (tx: Tx, teamId: string, accountId: string, person: Person, membership: Membership) =>
  tx.row<{ account_id: string }>(sql`
    with account as (
      insert into accounts (account_id, email, name, given_name, family_name, search_key, email_proof, email_team_id)
      select ${accountId}::uuid, ${person.email}, ${person.name}, ${person.given_name}, ${person.family_name},
        ${searchKeyOf(person)}, ${proofByTeam(teamId, sql`${person.email}::text`)}
      on conflict (email_key) do nothing returning account_id
    ), member as (
      insert into members (team_id, account_id, status, connection_id, deactivated_at)
      select ${teamId}::uuid, account_id, ${membership.status}::text, ${membership.connection_id}::uuid,
        ${deactivatedAt(membership.status)}
      from account
      returning account_id, status
    ), ${takeSeats(teamId, seatTaken)}
    select account_id from member`);

/** Adds an account to the team. Undefined if it is already a member. */
export const insertMember = (tx: Tx, teamId: string, accountId: string, membership: Membership) =>
  tx.row<{ account_id: string }>(sql`
    with member as (
      insert into members (team_id, account_id, status, connection_id, deactivated_at)
      values (${teamId}, ${accountId}, ${membership.status}, ${membership.connection_id},
        ${deactivatedAt(membership.status)})
      on conflict do nothing returning account_id, status
    ), ${provenByDomain(teamId)}, ${takeSeats(teamId, seatTaken)}
    select account_id from member`);

const seatTaken: Sql = sql`select 1 from member where status = 'active'`;

const ENDS_ACTIVATION = sql`deactivated_at = statement_timestamp(), activation = ${nextNumber('activation')}`;

/**
 * Sets the status and takes or frees the seat. Deactivating ends all of the person's sessions in this team
 * (identity/session-store.ts).
 */
export async function updateStatus(tx: Tx, teamId: string, accountId: string, status: Member['status']): Promise<void> {
  const seat =
    status === 'active'
      ? takeSeats(teamId, sql`select 1 from moved`)
      : sql`freed_seat as (${freeSeat(teamId, sql`exists (select 1 from moved)`)})`;
  await tx.rows(sql`
    with moved as (
      update members set status = ${status}, ${status === 'active' ? sql`deactivated_at = null` : ENDS_ACTIVATION}
      where team_id = ${teamId} and account_id = ${accountId} and status <> ${status}
      returning account_id
    ), ${seat}
    select 1 from moved`);
}

/** Begins the next activation, which ends the person's sessions, links and grants in this team in every process. */
export async function renewActivation(tx: Tx, teamId: string, accountId: string): Promise<void> {
  await tx.rows(sql`
    update members set activation = ${nextNumber('activation')}, stamp = ${nextNumber('stamp')}
    where team_id = ${teamId} and account_id = ${accountId}`);
}

export async function updateMemberConnection(
  tx: Tx,
  teamId: string,
  accountId: string,
  connectionId: string | null,
): Promise<void> {
  await tx.rows(sql`
    update members set connection_id = ${connectionId} where team_id = ${teamId} and account_id = ${accountId}`);
}

/**
 * Transfers members of a connection to other connections. `heirs` is a subselect of (account_id, connection_id,
 * active). Does not transfer members whose status differs from `active`.
 */
export async function passMembersOn(tx: Tx, teamId: string, connectionId: string, heirs: Sql): Promise<void> {
  await tx.rows(sql`
    update members m set connection_id = heir.connection_id from ${heirs} heir
    where m.team_id = ${teamId} and m.account_id = heir.account_id and m.connection_id = ${connectionId}
      and (m.status = 'active') = heir.active`);
}

/**
 * Ends the membership and deletes its direct roles, group memberships and provisioned records. Clears the manager of
 * its reports, updates the versions of its groups, and frees the seat.
 */
export async function deleteMember(tx: Tx, teamId: string, accountId: string): Promise<void> {
  await releaseReports(tx, teamId, accountId);
  await changeItsGroups(tx, teamId, accountId);
  await eraseMember(tx, teamId, accountId);
}

/** The rest of `deleteMember` for a member who has left the groups and the reporting chart. */
export async function eraseMember(tx: Tx, teamId: string, accountId: string): Promise<void> {
  await rememberMembers(tx, teamId, accountId);
  await tx.rows(sql`
    with gone as (
      delete from members where team_id = ${teamId} and account_id = ${accountId} returning status
    )
    ${freeSeat(teamId, sql`exists (select 1 from gone where status = 'active')`)}`);
}

/** Clears the manager of the reports. Remembers them, in case the account returns. */
export async function releaseReports(tx: Tx, teamId: string, accountId: string): Promise<void> {
  await tx.rows(sql`
    update members set manager_id = null, former_manager_id = ${accountId}
    where team_id = ${teamId} and manager_id = ${accountId}`);
}

/** Updates the versions of the person's groups. */
export async function changeItsGroups(tx: Tx, teamId: string, accountId: string): Promise<void> {
  await tx.rows(sql`
    update groups g set version = g.version + 1, updated_at = ${laterThan(sql`g.updated_at`)}
    where g.team_id = ${teamId} and g.group_id in (
      select gm.group_id from group_memberships gm
      where gm.team_id = ${teamId} and gm.account_id = ${accountId} and ${isCurrent(teamId)})`);
}

/** Hides the members from the directory, or (false) lists them again. */
export async function updateListing(tx: Tx, teamId: string, accountIds: readonly string[], isHidden: boolean) {
  await tx.rows(sql`
    update members set left_at = ${trusted(isHidden ? 'statement_timestamp()' : 'null')}
    where team_id = ${teamId} and account_id = any(${accountIds}::uuid[])`);
}

/** Locks the membership. Returns whether the person is hidden. Undefined if there is no membership. */
export const lockListing = (tx: Tx, teamId: string, accountId: string) =>
  tx.row<Pick<Member, 'status' | 'connection_id' | 'manager_id'> & { readonly is_hidden: boolean }>(sql`
    select left_at is not null as is_hidden, status, connection_id, manager_id from members
    where team_id = ${teamId} and account_id = ${accountId} for update`);
