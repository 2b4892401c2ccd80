// SQL for the rules of a catalog, which are columns of its row.
import type { Db, Tx } from '../../storage/database.ts';
import { sql } from '../../storage/sql.ts';
import type { SafetyDecisions } from '../checks/safety-checks.ts';

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
  /** What becomes of safety findings, by class. */
  readonly safety: SafetyDecisions;
  /** Links to other domains are safety findings. Empty: links to any domain are allowed. */
  readonly link_domains: readonly string[];
}

/** A change of rules. Classes that it does not name keep their decision. */
export type CatalogRulesChange = Partial<Omit<CatalogRules, 'safety'>> & { readonly safety?: Partial<SafetyDecisions> };

/** The rules with `safety` as JSON text, which names only decisions that differ from the defaults. */
interface CatalogRulesRow extends Omit<CatalogRules, 'safety'> {
  readonly safety: string;
}

export const findCatalogRules = (db: Db, catalogId: string): Promise<CatalogRulesRow | undefined> =>
  db.row<CatalogRulesRow>(sql`
    select approval_required, approver_group_id, publish_to_delete, keep_deleted, private_images, plugin_trails, safety,
      link_domains
    from catalogs where catalog_id = ${catalogId}`);

/** Omitted rules stay unchanged, even if another admin changes them concurrently. */
export async function updateCatalogRules(tx: Tx, catalogId: string, change: CatalogRulesChange): Promise<void> {
  await tx.rows(sql`
    update catalogs set
      approval_required = coalesce(${change.approval_required ?? null}::boolean, approval_required),
      approver_group_id = case when ${change.approver_group_id !== undefined}::boolean
        then ${change.approver_group_id ?? null}::uuid else approver_group_id end,
      publish_to_delete = coalesce(${change.publish_to_delete ?? null}::boolean, publish_to_delete),
      keep_deleted = coalesce(${change.keep_deleted ?? null}::boolean, keep_deleted),
      private_images = coalesce(${change.private_images ?? null}::boolean, private_images),
      plugin_trails = coalesce(${change.plugin_trails ?? null}::smallint, plugin_trails),
      safety = (safety::jsonb || ${JSON.stringify(change.safety ?? {})}::jsonb)::json,
      link_domains = coalesce(${change.link_domains ?? null}::text[], link_domains)
    where catalog_id = ${catalogId}`);
}
