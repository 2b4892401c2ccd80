// SQL for images: rows of content_assets, and the trails they were uploaded for or are shown in.
import type { Db, Tx } from '../storage/database.ts';
import { type Sql, sql } from '../storage/sql.ts';
import { imagePrivacy, keptTrails, trailThatHolds } from '../trails/views-store.ts';

export interface AssetRow {
  readonly key: string;
  readonly content_type: string;
  readonly size_bytes: number;
  readonly width: number;
  readonly height: number;
}

/** Adds the image to the catalog, or renews its row. An image without a trail stays without one. */
export async function upsertAsset(
  tx: Tx,
  catalogId: string,
  asset: AssetRow & { readonly standalone: boolean; readonly uploaded_by: string | null },
): Promise<void> {
  await tx.rows(sql`
    insert into content_assets (catalog_id, key, content_type, size_bytes, width, height, standalone, uploaded_by)
    values (${catalogId}, ${asset.key}, ${asset.content_type}, ${asset.size_bytes}, ${asset.width}, ${asset.height},
      ${asset.standalone}, ${asset.uploaded_by})
    on conflict (catalog_id, key) do update
    set standalone = content_assets.standalone or excluded.standalone, uploaded_at = excluded.uploaded_at`);
}

export async function insertUse(tx: Tx, catalogId: string, key: string, trailId: string): Promise<void> {
  await tx.rows(sql`
    insert into content_asset_trails (catalog_id, key, trail_id) values (${catalogId}, ${key}, ${trailId})
    on conflict do nothing`);
}

export interface FoundAsset extends Pick<AssetRow, 'key' | 'content_type'> {
  readonly catalog_id: string;
  /** True if the catalog requires a credential for its images. */
  readonly is_private: boolean;
}

/** Finds the image by its key in any catalog, because the URL contains only the key. */
export const findAssetRow = (db: Db, key: string): Promise<FoundAsset | undefined> =>
  db.row<FoundAsset>(sql`
    select a.catalog_id, a.key, a.content_type, c.private_images as is_private
    from content_assets a join ${imagePrivacy} c on c.catalog_id = a.catalog_id
    where a.key = ${key} limit 1`);

/** Returns the keys that this catalog owns. */
export async function keysOfCatalog(db: Db, catalogId: string, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows<{ key: string }>(sql`
    select key from content_assets where catalog_id = ${catalogId} and key = any(${keys}::text[])`);
  return new Set(rows.map((row) => row.key));
}

/** Returns the keys that any catalog owns. */
export async function ownedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows<{ key: string }>(sql`
    select distinct key from content_assets where key = any(${keys}::text[])`);
  return new Set(rows.map((row) => row.key));
}

/** Returns the catalogs that own an image whose trails are all deleted. */
export async function catalogsWithLooseAssets(db: Db): Promise<string[]> {
  const rows = await db.rows<{ catalog_id: string }>(sql`
    select distinct catalog_id from content_assets a where ${isLoose(sql`a.catalog_id`)}`);
  return rows.map((row) => row.catalog_id);
}

/** Returns and locks the catalog's images whose trails are all deleted, to block uploads of the same image. */
export async function holdLooseAssets(tx: Tx, catalogId: string): Promise<string[]> {
  const rows = await tx.rows<{ key: string }>(sql`
    select key from content_assets a where catalog_id = ${catalogId} and ${isLoose(sql`${catalogId}`)}
    order by key for update`);
  return rows.map((row) => row.key);
}

/** Assigns each image to a trail that shows it in its draft or a version, if there is one. */
export async function passOnToReaders(tx: Tx, catalogId: string, keys: readonly string[]): Promise<void> {
  await tx.rows(sql`
    insert into content_asset_trails (catalog_id, key, trail_id)
    select ${catalogId}::uuid, key, reader.trail_id
    from unnest(${keys}::text[]) as key
    cross join lateral ${trailThatHolds(sql`${catalogId}::uuid`, sql`key`)} as reader
    on conflict do nothing`);
}

/** Removes the images that still have no trail. */
export async function deleteLooseAssets(tx: Tx, catalogId: string, keys: readonly string[]): Promise<void> {
  await tx.rows(sql`
    delete from content_assets a where catalog_id = ${catalogId} and key = any(${keys}::text[])
      and ${isLoose(sql`${catalogId}`)}`);
}

/** True if no trail uses the image, not even a deleted trail that can still be restored. */
const isLoose = (catalogId: Sql): Sql => sql`not a.standalone and not exists (
    select 1 from content_asset_trails u where u.catalog_id = ${catalogId} and u.key = a.key)
  and not exists (select 1 from ${keptTrails} d where d.catalog_id = ${catalogId} and strpos(d.content, a.key) > 0)`;
