// SQL for public catalogs.
import type { Db, Tx } from '../storage/database.ts';
import { limitOf } from '../storage/limit.ts';
import { sql } from '../storage/sql.ts';

export async function isCatalogPublic(db: Db, catalogId: string): Promise<boolean> {
  const row = await db.row(sql`select 1 from public_catalogs where catalog_id = ${catalogId}`);
  return row !== undefined;
}

/** The public catalogs of the service, oldest publication first, at most `limit`. */
export async function publicCatalogIds(db: Db, limit: number): Promise<string[]> {
  const rows = await db.rows<{ catalog_id: string }>(sql`
    select catalog_id from public_catalogs order by made_public_at, catalog_id ${limitOf(limit)}`);
  return rows.map(({ catalog_id }) => catalog_id);
}

/** Makes the catalog public or private. Returns whether that changed anything. */
export async function setIsPublic(tx: Tx, catalogId: string, isPublic: boolean): Promise<boolean> {
  const rows = isPublic
    ? await tx.rows(sql`
        insert into public_catalogs (catalog_id) values (${catalogId}) on conflict do nothing returning 1`)
    : await tx.rows(sql`delete from public_catalogs where catalog_id = ${catalogId} returning 1`);
  return rows.length > 0;
}
