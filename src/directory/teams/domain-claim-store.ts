// SQL for domain claims.
import type { Db, Tx } from '../../storage/database.ts';
import { matching } from '../../storage/key-range.ts';
import { sql } from '../../storage/sql.ts';

/** A domain that a workspace claims to own, and the result of the last DNS check. */
export interface ClaimRow {
  readonly domain: string;
  readonly secret: string;
  readonly created_at: string;
  readonly checked_at: string | null;
  readonly problem: string | null;
}

const COLUMNS = sql`domain, secret, created_at, checked_at, problem`;

export const selectClaims = (db: Db, teamId: string): Promise<ClaimRow[]> =>
  db.rows(sql`select ${COLUMNS} from domain_claims where team_id = ${teamId} order by domain`);

export const findClaim = (db: Db, teamId: string, domain: string): Promise<ClaimRow | undefined> =>
  db.row(sql`select ${COLUMNS} from domain_claims where team_id = ${teamId} and domain = ${domain}`);

/** Claims the domain. An existing claim keeps its secret, so that its DNS record remains valid. */
export async function insertClaim(tx: Tx, teamId: string, domain: string, secret: string): Promise<void> {
  await tx.rows(sql`
    insert into domain_claims (team_id, domain, secret) values (${teamId}, ${domain}, ${secret})
    on conflict (team_id, domain) do nothing`);
}

export async function updateChecked(
  db: Db,
  teamId: string,
  { domain, secret }: Pick<ClaimRow, 'domain' | 'secret'>,
  at: string,
  problem: string,
): Promise<void> {
  await db.rows(sql`
    update domain_claims set checked_at = ${at}, problem = ${problem}
    where team_id = ${teamId} and domain = ${domain} and secret = ${secret}`);
}

/** Deletes the claim. If a secret is given, deletes the claim only if it has that secret. */
export const deleteClaim = (tx: Tx, teamId: string, domain: string, secret?: string) =>
  tx.row<{ domain: string }>(sql`
    delete from domain_claims
    where team_id = ${teamId} and domain = ${domain} and ${matching(sql`secret`, secret)} returning domain`);
