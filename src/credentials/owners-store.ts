// The SQL that tells whose a token or an id is. A request brings it without its tenant, and a statement on a tenant's
// table names the tenant: these look-ups come first, inside the same statement (docs/scale.md).
import type { Db, Tx } from '../storage/database.ts';
import { type Sql, sql } from '../storage/sql.ts';

/** The tenant of the token of that hash, as a scalar; null where nobody has it. */
export const tenantOfToken = (hash: Buffer): Sql =>
  sql`(select o.tenant_id from token_owners o where o.token_hash = ${hash})`;

/** The tenant of a grant, or of a connection with a workload identity, as a scalar; null where there is none. */
export const tenantOfId = (id: string): Sql => sql`(select o.tenant_id from id_owners o where o.id = ${id})`;

/** Notes whose a token is, in the transaction that stores it. */
export async function noteTokenOwner(tx: Db, tenantId: string, hash: Buffer): Promise<void> {
  await tx.rows(sql`
    insert into token_owners (token_hash, tenant_id) values (${hash}, ${tenantId}) on conflict do nothing`);
}

export async function noteIdOwner(tx: Db, tenantId: string, id: string): Promise<void> {
  await tx.rows(sql`insert into id_owners (id, tenant_id) values (${id}, ${tenantId}) on conflict do nothing`);
}

/** After the tokens themselves went. */
export async function forgetTokens(db: Db, hashes: readonly Buffer[]): Promise<void> {
  if (hashes.length === 0) return;
  await db.rows(sql`delete from token_owners where token_hash = any(${hashes}::bytea[])`);
}

export async function forgetIds(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.rows(sql`delete from id_owners where id = any(${ids}::uuid[])`);
}

/** Forgets every token and id of a workspace that goes. */
export async function forgetAllOf(tx: Tx, tenantId: string): Promise<void> {
  await tx.rows(sql`delete from token_owners where tenant_id = ${tenantId}`);
  await tx.rows(sql`delete from id_owners where tenant_id = ${tenantId}`);
}
