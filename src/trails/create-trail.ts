// The birth of a trail (spec 3.1): a draft, out of a document or a title alone.
import type { By } from '../audit/audit-log.ts';
import { newId } from '../base/id.ts';
import type { Tx } from '../storage/database.ts';
import type { TrailDocument } from './document.ts';
import { storedDraft } from './stored-draft.ts';
import { recordTrail } from './trail-happening.ts';
import type { TrailDetailRow } from './trail-json.ts';
import type { TrailRules } from './trail-rules.ts';
import { insertTrail } from './trail-write-store.ts';
import { requireDraft } from './validate-document.ts';

/**
 * The document that a CreateTrailBody asks for, checked as a draft: its own, with `title` filled in where it has none.
 * Refuses with `validation`; paths of findings are those within the document.
 */
export function documentToCreate(
  body: { document?: unknown; title?: string | null },
  rules: TrailRules,
): TrailDocument {
  const document = body.document ?? {};
  const title = body.title ?? undefined;
  const isTitled = typeof document !== 'object' || ('title' in document && document.title !== '');
  return requireDraft(isTitled || title === undefined ? document : { ...document, title }, rules.schema);
}

/** Creates a draft at the end of the catalog's order. `document` has passed `documentToCreate`. */
export async function createTrail(
  tx: Tx,
  catalogId: string,
  document: TrailDocument,
  by: By,
  rules: TrailRules,
): Promise<TrailDetailRow> {
  const trail = await insertTrail(tx, catalogId, newId(), storedDraft(document, undefined, rules), by.account_id);
  if (trail === undefined) throw new Error(`catalog ${catalogId} does not exist`);
  await recordTrail(tx, catalogId, trail, 'trail.created', by);
  return trail;
}
