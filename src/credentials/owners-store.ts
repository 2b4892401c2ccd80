// SQL that maps tokens and ids to tenants. A request contains a token but not its tenant. A statement on a tenant's
// table must name the tenant as a parameter (docs/scale.md), so it is looked up first.
import type { Db, Tx } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';

/** Looks something up in the tenant that owns the token with that hash. Undefined if the token is unknown. */
export async function inTenantOfToken<Row>(
  db: Db,
  hash: Buffer,
  find: (tenantId: string) => Promise<Row>,
): Promise<Row | undefined> {
  const owner = await db.row<{ tenant_id: string }>(sql`
    select o.tenant_id from token_owners o where o.token_hash = ${hash}`);
  return owner && find(owner.tenant_id);
}

/**
 * Looks something up in the tenant that owns a grant, or a connection with a workload identity. Undefined if it is
 * unknown.
 */
export async function inTenantOfId<Row>(
  db: Db,
  id: string,
  find: (tenantId: string) => Promise<Row>,
): Promise<Row | undefined> {
  const owner = await db.row<{ tenant_id: string }>(sql`select o.tenant_id from id_owners o where o.id = ${id}`);
  return owner && find(owner.tenant_id);
}

/** Records a token's tenant in the transaction that stores the token. */
export async function noteTokenOwner(tx: Db, tenantId: string, hash: Buffer): Promise<void> {
  await tx.rows(sql`
    insert into token_owners (token_hash, tenant_id) values (${hash}, ${tenantId}) on conflict do nothing`);
}

export async function noteIdOwner(tx: Db, tenantId: string, id: string): Promise<void> {
  await tx.rows(sql`insert into id_owners (id, tenant_id) values (${id}, ${tenantId}) on conflict do nothing`);
}

/** Call this after deleting the tokens themselves. */
export async function forgetTokens(db: Db, hashes: readonly Buffer[]): Promise<void> {
  if (hashes.length === 0) return;
  await db.rows(sql`delete from token_owners where token_hash = any(${hashes}::bytea[])`);
}

export async function forgetIds(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.rows(sql`delete from id_owners where id = any(${ids}::uuid[])`);
}

/** Deletes every entry of a workspace that is being deleted. */
export async function forgetAllOf(tx: Tx, tenantId: string): Promise<void> {
  await tx.rows(sql`delete from token_owners where tenant_id = ${tenantId}`);
  await tx.rows(sql`delete from id_owners where tenant_id = ${tenantId}`);
}
