// The SQL of passwords.

import { emailKeyOf, people } from '../directory/views-store.ts';
import type { Db, Tx } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';

export interface PasswordRow {
  readonly account_id: string;
  readonly hash: string;
  /** The only workspace that the password opens; null: all of the person's workspaces. */
  readonly team_id: string | null;
  /** The account's proof number when the password was set. Not used for a password that opens only one workspace. */
  readonly proof_number: number;
}

/** True for a password `w` unless the account's address has changed without proof since it was set. */
export const isGoodPassword = sql`(w.team_id is not null
  or w.proof_number = (select a.proof_number from ${people} a where a.account_id = w.account_id))`;

export const findByEmail = (db: Db, email: string): Promise<PasswordRow | undefined> =>
  db.row<PasswordRow>(sql`
    select w.account_id, w.hash, w.team_id, w.proof_number from ${people} a
    join passwords w on w.account_id = a.account_id and (w.team_id is not null or w.proof_number = a.proof_number)
    where a.email_key = ${emailKeyOf(email)}`);

/** The account's password, valid or not. */
export const findByAccount = (db: Db, accountId: string): Promise<PasswordRow | undefined> =>
  db.row<PasswordRow>(
    sql`select account_id, hash, team_id, proof_number from passwords where account_id = ${accountId}`,
  );

/** Locks the password row until the transaction ends. False if the password has changed. */
export async function holdPassword(tx: Tx, { account_id, hash, team_id }: PasswordRow): Promise<boolean> {
  const row = await tx.row(sql`
    select 1 from passwords where account_id = ${account_id} and hash = ${hash}
      and team_id is not distinct from ${team_id}::uuid for share`);
  return row !== undefined;
}

/** Replaces the password whose hash is `replaced` (null: there is none yet). False if the stored one differs. */
export async function putPassword(
  tx: Tx,
  password: PasswordRow,
  replaced: string | null,
  now: string,
): Promise<boolean> {
  const { account_id, hash, team_id, proof_number } = password;
  const row = await tx.row(
    replaced === null
      ? sql`
        insert into passwords (account_id, hash, team_id, proof_number, changed_at)
        values (${account_id}, ${hash}, ${team_id}, ${proof_number}, ${now})
        on conflict do nothing returning account_id`
      : sql`
        update passwords set hash = ${hash}, team_id = ${team_id}, proof_number = ${proof_number}, changed_at = ${now}
        where account_id = ${account_id} and hash = ${replaced} returning account_id`,
  );
  return row !== undefined;
}

/** Deletes the person's password if it opens only that workspace. False if there is none. */
export async function deletePasswordInto(tx: Tx, teamId: string, accountId: string): Promise<boolean> {
  const row = await tx.row(sql`
    delete from passwords where account_id = ${accountId} and team_id = ${teamId} returning account_id`);
  return row !== undefined;
}
