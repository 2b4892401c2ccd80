// The SQL of one-time sign-in links.
import { people } from '../directory/views-store.ts';
import type { Tx } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';

export interface LoginLink {
  readonly account_id: string;
  /** Null: any workspace that the person belongs to. */
  readonly team_id: string | null;
  /** The link opens a session that is valid only in that team. */
  readonly confined: boolean;
  /** The account's proof number when the link was created. */
  readonly proof_number: number;
  /** Activations of the memberships that the link may open; null: any. */
  readonly activations: readonly number[] | null;
}

/** Stores the link and deletes expired ones. */
export async function insertLink(
  tx: Tx,
  link: LoginLink & { readonly token_hash: Buffer; readonly expires_at: string; readonly now: string },
): Promise<void> {
  await tx.rows(sql`delete from login_links where expires_at <= ${link.now}::timestamptz`);
  await tx.rows(sql`
    insert into login_links (token_hash, account_id, team_id, confined, expires_at, activations, proof_number)
    values (${link.token_hash}, ${link.account_id}, ${link.team_id}, ${link.confined}, ${link.expires_at},
      ${link.activations}::bigint[], ${link.proof_number})`);
}

/**
 * Deletes and returns the link if it is still valid. Only one of several concurrent callers gets it. A link that is not
 * confined becomes invalid if the account's address changes without proof.
 */
export async function takeLink(tx: Tx, hash: Buffer, now: string): Promise<LoginLink | undefined> {
  type Row = Omit<LoginLink, 'activations'> & { readonly activations: readonly string[] | null };
  const row = await tx.row<Row>(sql`
    delete from login_links l where token_hash = ${hash} and expires_at > ${now}::timestamptz
      and (confined or proof_number = (select a.proof_number from ${people} a where a.account_id = l.account_id))
    returning account_id, team_id, confined, proof_number, activations::text[] as activations`);
  return row && { ...row, activations: row.activations?.map(Number) ?? null };
}

/** Deletes the person's links that are confined to that workspace. */
export async function deleteLinksInto(tx: Tx, teamId: string, accountId: string): Promise<void> {
  await tx.rows(sql`delete from login_links where account_id = ${accountId} and team_id = ${teamId} and confined`);
}
