// Rules that an admin sets for a whole catalog. New catalogs start with every switch off.
import { type By, recordChange } from '../../audit/audit-log.ts';
import { lockGroup } from '../../directory/groups/groups.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { DEFAULT_DECISIONS, type SafetyDecisions } from '../checks/safety-checks.ts';
import {
  type CatalogRules,
  type CatalogRulesChange,
  findCatalogRules,
  updateCatalogRules,
} from './catalog-rules-store.ts';

export type { CatalogRules } from './catalog-rules-store.ts';

const NO_RULES: CatalogRules = {
  approval_required: false,
  approver_group_id: null,
  publish_to_delete: false,
  keep_deleted: false,
  private_images: false,
  plugin_trails: 10,
  safety: DEFAULT_DECISIONS,
  link_domains: [],
};

/** The highest possible `plugin_trails`: Claude Code and Codex show a model the descriptions of about fifty skills. */
export const MAX_PLUGIN_TRAILS = 50;

export async function getCatalogRules(db: Db, catalogId: string): Promise<CatalogRules> {
  const row = await findCatalogRules(db, catalogId);
  if (row === undefined) return NO_RULES;
  return { ...row, safety: { ...DEFAULT_DECISIONS, ...(JSON.parse(row.safety) as Partial<SafetyDecisions>) } };
}

/**
 * Changes the given rules and returns all rules. The audit log records only the changed ones. Fails with `not-found`
 * for an unknown group.
 */
export async function changeCatalogRules(
  tx: Tx,
  catalogId: string,
  change: CatalogRulesChange,
  by: By,
): Promise<CatalogRules> {
  // The lock keeps the group from being deleted in the meantime.
  if (typeof change.approver_group_id === 'string') await lockGroup(tx, catalogId, change.approver_group_id);
  const before = await getCatalogRules(tx, catalogId);
  const after: CatalogRules = { ...before, ...change, safety: { ...before.safety, ...change.safety } };
  const isChanged = (rule: keyof CatalogRules) => JSON.stringify(after[rule]) !== JSON.stringify(before[rule]);
  const changed = (Object.keys(NO_RULES) as (keyof CatalogRules)[]).filter(isChanged);
  if (changed.length === 0) return before;
  await updateCatalogRules(tx, catalogId, change);
  const subject = { kind: 'catalog', id: catalogId, name: 'the catalog' };
  const only = (rules: CatalogRules) => Object.fromEntries(changed.map((rule) => [rule, rules[rule]]));
  await recordChange(tx, catalogId, 'catalog.rules_changed', subject, by, { before: only(before), after: only(after) });
  return after;
}

/** Ends the rule that a group approves, because the locked group is about to be deleted. */
export async function endApprovers(tx: Tx, catalogId: string, groupId: string, by: By): Promise<void> {
  const { approver_group_id } = await getCatalogRules(tx, catalogId);
  if (approver_group_id === groupId) await changeCatalogRules(tx, catalogId, { approver_group_id: null }, by);
}
