// Creates a trail (contract 3.1): a draft, from a document or only a title.
import type { By } from '../../audit/audit-log.ts';
import { newId } from '../../base/id.ts';
import { refuse } from '../../base/refusal.ts';
import { isBlank } from '../../base/text.ts';
import type { Tx } from '../../storage/database.ts';
import { workspaceIssues } from '../checks/workspace-safety.ts';
import type { TrailDocument } from '../document/document.ts';
import { type FullDocument, withDefaults } from '../document/full-document.ts';
import { recordTrail } from '../trail-audit-event.ts';
import type { TrailDetailRow } from '../trail-json.ts';
import type { TrailRules } from '../trail-rules.ts';
import { insertTrail } from '../trail-write-store.ts';
import { storedDraft } from './stored-draft.ts';

/** The document in a CreateTrailBody, not yet validated. Without a title, it gets the body's (contract 2.7). */
export function proposedDocument(body: { readonly document?: unknown; readonly title?: unknown }): unknown {
  const document = body.document ?? {};
  const isTitled =
    typeof document !== 'object' || Array.isArray(document) || ('title' in document && !saysNothing(document.title));
  return isTitled || (body.title ?? null) === null ? document : { ...document, title: body.title };
}

const saysNothing = (title: unknown): boolean => typeof title === 'string' && isBlank(title);

/**
 * Creates a draft at the end of the catalog's order. `document` must have passed `requireDraft`. Fails with
 * `not-found` if the workspace no longer exists.
 */
export async function createTrail(
  tx: Tx,
  catalogId: string,
  document: TrailDocument | FullDocument,
  by: By,
  rules: TrailRules,
): Promise<TrailDetailRow> {
  const safety = await workspaceIssues(tx, catalogId, null, withDefaults(document), rules);
  const draft = storedDraft(document, undefined, rules, safety);
  const trail = await insertTrail(tx, catalogId, newId(), draft, by.account_id);
  if (trail === undefined) throw refuse('not-found', 'There is no such catalog. Its workspace was deleted.');
  await recordTrail(tx, catalogId, trail, 'trail.created', by);
  return trail;
}
