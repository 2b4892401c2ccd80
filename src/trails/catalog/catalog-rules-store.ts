// SQL for the rules of a catalog, which are columns of its row.
import type { Db, Tx } from '../../storage/database.ts';
import { sql } from '../../storage/sql.ts';

export interface CatalogRules {
  /** Publishing requires another person's approval. */
  readonly approval_required: boolean;
  /** Only publishers who are in this group approve; null: every publisher. */
  readonly approver_group_id: string | null;
  /** Deleting a live trail requires the right to publish. */
  readonly publish_to_delete: boolean;
  /** Admins can restore deleted trails for 30 days. */
  readonly keep_deleted: boolean;
  /** Images require a credential of the workspace. */
  readonly private_images: boolean;
  /** Maximum number of trails that packages for AI tools contain as skills. */
  readonly plugin_trails: number;
}

export const findCatalogRules = (db: Db, catalogId: string): Promise<CatalogRules | undefined> =>
  db.row<CatalogRules>(sql`
    select approval_required, approver_group_id, publish_to_delete, keep_deleted, private_images, plugin_trails
    from catalogs where catalog_id = ${catalogId}`);

/** Omitted rules stay unchanged, even if another admin changes them concurrently. */
export async function updateCatalogRules(tx: Tx, catalogId: string, change: Partial<CatalogRules>): Promise<void> {
  await tx.rows(sql`
    update catalogs set
      approval_required = coalesce(${change.approval_required ?? null}::boolean, approval_required),
      approver_group_id = case when ${change.approver_group_id !== undefined}::boolean
        then ${change.approver_group_id ?? null}::uuid else approver_group_id end,
      publish_to_delete = coalesce(${change.publish_to_delete ?? null}::boolean, publish_to_delete),
      keep_deleted = coalesce(${change.keep_deleted ?? null}::boolean, keep_deleted),
      private_images = coalesce(${change.private_images ?? null}::boolean, private_images),
      plugin_trails = coalesce(${change.plugin_trails ?? null}::smallint, plugin_trails)
    where catalog_id = ${catalogId}`);
}
