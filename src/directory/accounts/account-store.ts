// SQL for accounts.
import type { Db, Tx } from '../../storage/database.ts';
import { nothing, type Sql, sql } from '../../storage/sql.ts';
import { emailKeyOf } from '../views-store.ts';
import { type Account, type Person, searchKeyOf } from './account.ts';
import { HAS_DOMAIN_STILL, proofByTeam } from './account-home-store.ts';

const COLUMNS = sql`account_id, email, name, given_name, family_name, is_operator, proof_number`;

/**
 * Inserts the account. Undefined if its e-mail address is taken. The team vouches for the address. If no team is given,
 * an operator does.
 */
export const insertAccount = (
  tx: Tx,
  accountId: string,
  person: Person,
  teamId: string | null,
): Promise<Account | undefined> => {
  const proof: Sql = teamId === null ? sql`'operator', null` : proofByTeam(teamId, sql`${person.email}::text`);
  return tx.row<Account>(sql`
    insert into accounts (account_id, email, name, given_name, family_name, search_key, email_proof, email_team_id)
    select ${accountId}::uuid, ${person.email}, ${person.name}, ${person.given_name}, ${person.family_name},
      ${searchKeyOf(person)}, ${proof}
    on conflict (email_key) do nothing returning ${COLUMNS}`);
};

export const findAccountByEmail = (db: Db, email: string): Promise<Account | undefined> =>
  db.row<Account>(sql`select ${COLUMNS} from accounts where email_key = ${emailKeyOf(email)}`);

export const findAccount = (db: Db, accountId: string): Promise<Account | undefined> =>
  db.row<Account>(sql`select ${COLUMNS} from accounts where account_id = ${accountId}`);

/** A team's hold on an account, which decides whether the team may change it. */
export interface Hold {
  readonly is_owner: boolean;
  /** The account is also a member of other teams. */
  readonly is_shared: boolean;
  /**
   * True if the team has verified the domain of the current address (`holds_now`) and of the requested one
   * (`holds_requested`).
   */
  readonly holds_now: boolean;
  readonly holds_requested: boolean;
}

/**
 * Locks a member's account and returns the team's hold on it. Reads it after locking: a single statement would miss a
 * team that the person has just joined.
 */
export async function lockAccountForTeam(
  tx: Tx,
  teamId: string,
  accountId: string,
  requestedEmail: string | null,
): Promise<(Account & Hold) | undefined> {
  await tx.rows(sql`select 1 from accounts where account_id = ${accountId} for update`);
  const row = await tx.row<Account & Omit<Hold, 'is_shared'>>(sql`
    select a.account_id, a.email, a.name, a.given_name, a.family_name, a.is_operator, a.proof_number,
      t.owner_id = a.account_id as is_owner,
      exists (select 1 from domain_owners d where d.team_id = ${teamId}
        and d.domain = split_part(a.email_key, '@', 2)) as holds_now,
      exists (select 1 from domain_owners d where d.team_id = ${teamId}
        and d.domain = lower(split_part(${requestedEmail}, '@', 2))) as holds_requested
    from accounts a join members m on m.account_id = a.account_id join teams t on t.team_id = m.team_id
    where m.team_id = ${teamId} and a.account_id = ${accountId}`);
  if (row === undefined) return undefined;
  const other = await tx.row(sql`
    select 1 from members where account_id = ${accountId} and team_id <> ${teamId} limit 1`);
  return { ...row, is_shared: other !== undefined };
}

/** A team's proof of the address that it assigns to an account. */
export interface AddressProof {
  readonly proof: 'domain' | 'word';
  readonly team_id: string;
}

/**
 * Updates the person. `proof` means that the address changes. If only the team vouches for the new address, the account
 * gets a new proof number, and credentials that depend on the old address become invalid.
 */
export async function updateAccount(
  tx: Tx,
  accountId: string,
  person: Person,
  proof: AddressProof | undefined,
): Promise<void> {
  const proven = proof
    ? sql`, email_proof = ${proof.proof}, email_team_id = ${proof.team_id},
        proof_number = proof_number + ${proof.proof === 'word' ? 1 : 0}`
    : nothing;
  await tx.rows(sql`
    update accounts set email = ${person.email}, name = ${person.name}, given_name = ${person.given_name},
      family_name = ${person.family_name}, search_key = ${searchKeyOf(person)}${proven},
      updated_at = statement_timestamp()
    where account_id = ${accountId}`);
}

/**
 * Records that the person followed an operator's link to this address, if the account's proof number has not changed
 * since the link was created.
 */
export async function proveByPerson(tx: Tx, accountId: string, proofNumber: number): Promise<void> {
  await tx.rows(sql`
    update accounts a set email_proof = 'person', email_team_id = null
    where account_id = ${accountId} and proof_number = ${proofNumber} and email_proof <> 'person'
      and not ${HAS_DOMAIN_STILL}`);
}

/** Grants or revokes the operator role. Undefined if nothing changed. */
export const setOperator = (tx: Tx, accountId: string, isOperator: boolean): Promise<Account | undefined> =>
  tx.row<Account>(sql`
    update accounts set is_operator = ${isOperator}, updated_at = statement_timestamp(),
      email_proof = case when ${isOperator} and email_team_id is not null then 'operator' else email_proof end,
      email_team_id = case when not ${isOperator} then email_team_id end
    where account_id = ${accountId} and is_operator <> ${isOperator} returning ${COLUMNS}`);

/** The operators of the service, sorted by name. */
export const listOperators = (db: Db): Promise<Account[]> =>
  db.rows<Account>(sql`select ${COLUMNS} from accounts where is_operator order by lower(name), account_id`);

/** Locks the operators until the transaction ends, in a fixed order that prevents deadlocks. */
export async function holdOperators(tx: Tx): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ account_id: string }>(sql`
    select account_id from accounts where is_operator order by account_id for no key update`);
  return new Set(rows.map(({ account_id }) => account_id));
}

/** True if the account belongs to an operator. Locks it until the transaction ends. */
export async function holdOperator(tx: Tx, accountId: string): Promise<boolean> {
  const row = await tx.row(sql`
    select 1 from accounts where account_id = ${accountId} and is_operator for share`);
  return row !== undefined;
}
