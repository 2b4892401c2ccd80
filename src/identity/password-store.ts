// The SQL of passwords.

import { emailKeyOf, people } from '../directory/views-store.ts';
import type { Db, Tx } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';

export interface PasswordRow {
  readonly account_id: string;
  readonly hash: string;
  /** The one workspace that the password opens; null: all that are the person's. */
  readonly team_id: string | null;
}

export const findByEmail = (db: Db, email: string): Promise<PasswordRow | undefined> =>
  db.row<PasswordRow>(sql`
    select p.account_id, p.hash, p.team_id from ${people} a join passwords p on p.account_id = a.account_id
    where a.email_key = ${emailKeyOf(email)}`);

export const findByAccount = (db: Db, accountId: string): Promise<PasswordRow | undefined> =>
  db.row<PasswordRow>(sql`select account_id, hash, team_id from passwords where account_id = ${accountId}`);

/** Keeps the password as it is until the transaction ends; false where it is no longer that one. */
export async function holdPassword(tx: Tx, { account_id, hash, team_id }: PasswordRow): Promise<boolean> {
  const row = await tx.row(sql`
    select from passwords where account_id = ${account_id} and hash = ${hash}
      and team_id is not distinct from ${team_id}::uuid for share`);
  return row !== undefined;
}

/**
 * Stores the password in place of `replaced` (its hash; null: there was none). False when that is not what is there.
 */
export async function putPassword(
  tx: Tx,
  password: PasswordRow,
  replaced: string | null,
  now: string,
): Promise<boolean> {
  const { account_id, hash, team_id } = password;
  const row = await tx.row(
    replaced === null
      ? sql`
        insert into passwords (account_id, hash, team_id, changed_at) values (${account_id}, ${hash}, ${team_id},
          ${now})
        on conflict do nothing returning account_id`
      : sql`
        update passwords set hash = ${hash}, team_id = ${team_id}, changed_at = ${now}
        where account_id = ${account_id} and hash = ${replaced} returning account_id`,
  );
  return row !== undefined;
}

/** Takes away the person's password that opens that workspace alone; false where there is none. */
export async function deletePasswordInto(tx: Tx, teamId: string, accountId: string): Promise<boolean> {
  const row = await tx.row(sql`
    delete from passwords where account_id = ${accountId} and team_id = ${teamId} returning account_id`);
  return row !== undefined;
}
