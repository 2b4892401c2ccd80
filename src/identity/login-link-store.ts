// The SQL of one-time sign-in links.
import { people } from '../directory/views-store.ts';
import type { Tx } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';

export interface LoginLink {
  readonly account_id: string;
  /** Null: wherever the person belongs. */
  readonly team_id: string | null;
  /** The session that it opens is good in that team alone. */
  readonly confined: boolean;
  /** Of the account when the link was made. */
  readonly proof_number: number;
  /** Of the memberships that it may lead into; null: of an earlier release, into all. */
  readonly activations: readonly number[] | null;
}

/** Keeps the link; those that ran out leave on the way. */
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
 * Takes the link out, if it is still good: of several who try at once, one gets it. A link that is not confined ends
 * when the address that it was made for changes without proof.
 */
export async function takeLink(tx: Tx, hash: Buffer, now: string): Promise<LoginLink | undefined> {
  type Row = Omit<LoginLink, 'activations'> & { readonly activations: readonly string[] | null };
  const row = await tx.row<Row>(sql`
    delete from login_links l where token_hash = ${hash} and expires_at > ${now}::timestamptz
      and (confined or proof_number = (select a.proof_number from ${people} a where a.account_id = l.account_id))
    returning account_id, team_id, confined, proof_number, activations::text[] as activations`);
  return row && { ...row, activations: row.activations?.map(Number) ?? null };
}

/** Takes back the person's links into that workspace alone. */
export async function deleteLinksInto(tx: Tx, teamId: string, accountId: string): Promise<void> {
  await tx.rows(sql`delete from login_links where account_id = ${accountId} and team_id = ${teamId} and confined`);
}
