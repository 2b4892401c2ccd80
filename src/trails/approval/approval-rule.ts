// Whether a catalog wants another person's approval before a revision is published.
import { type By, recordChange } from '../../audit/audit-log.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { findApprovalRule, updateApprovalRule } from './approval-store.ts';

/** True where publishing needs an approval. */
export const isApprovalRequired = async (db: Db, catalogId: string): Promise<boolean> =>
  (await findApprovalRule(db, catalogId))?.approval_required ?? false;

/** Sets the rule; what is live stays live. Audited as `catalog.approval_changed`, a no-op not at all. */
export async function setApprovalRequired(tx: Tx, catalogId: string, isRequired: boolean, by: By): Promise<void> {
  if ((await updateApprovalRule(tx, catalogId, isRequired)) === undefined) return;
  const subject = { kind: 'catalog', id: catalogId, name: 'the catalog' };
  await recordChange(tx, catalogId, 'catalog.approval_changed', subject, by, {
    before: { approval_required: !isRequired },
    after: { approval_required: isRequired },
  });
}
