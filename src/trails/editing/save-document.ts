// Saves a draft with optimistic concurrency (contract 3.1, Decision 9): two round trips, without a transaction.

import type { By } from '../../audit/audit-log.ts';
import { refuse } from '../../base/refusal.ts';
import { type Sentence, t } from '../../base/texts/t.ts';
import type { Db, Remember } from '../../storage/database.ts';
import { workspaceIssues } from '../checks/workspace-safety.ts';
import type { TrailDocument } from '../document/document.ts';
import { type FullDocument, parseDocument, withDefaults } from '../document/full-document.ts';
import { nextStatus } from '../lifecycle.ts';
import { asRead, type DraftRow, findRevision, type ReadTrail, trailRead } from '../trail-read-store.ts';
import type { TrailRules } from '../trail-rules.ts';
import { type SavedRow, saveRevision } from '../trail-write-store.ts';
import { getDraft } from '../trails.ts';
import type { CoalescedSaves } from './coalesced-saves.ts';
import { storedDraft } from './stored-draft.ts';

/** What to do if someone else saved first: refuse, or overwrite (`If-Match: *`, restore). */
export type OnRace = 'refuse' | 'overwrite';

export interface SaveOptions {
  readonly onRace?: OnRace;
  readonly action?: 'edit' | 'restore';
  /** Combines the save with others. Never use this inside a transaction. */
  readonly together?: CoalescedSaves | undefined;
}

/**
 * Saves `document`, which passed `requireDraft`, as the revision after the `read` draft. Fails with `conflict` if the
 * trail is archived, `revision-conflict` if it is no longer at that revision, and `not-found` if it no longer exists.
 */
export async function saveDocument(
  db: Db,
  catalogId: string,
  read: DraftRow,
  document: TrailDocument | FullDocument,
  by: By,
  rules: TrailRules,
  { onRace = 'refuse', action = 'edit', together }: SaveOptions = {},
): Promise<ReadTrail> {
  // If the combined save fails, tries a separate one, which waits for the trail's lock.
  let beside = together;
  const safety = await workspaceIssues(db, catalogId, read.trail_id, withDefaults(document), rules);
  for (let current = read; ; beside = undefined) {
    nextStatus(current.status, action);
    const draft = storedDraft(document, parseDocument(current.document), rules, safety);
    const save = { trail_id: read.trail_id, revision: current.revision, draft, by, action };
    const remember = db.remembering?.();
    const saved = await (beside?.save(catalogId, save) ?? saveRevision(db, catalogId, save));
    if (saved !== undefined) return remembered(remember, catalogId, saved);
    current = await getDraft(db, catalogId, read.trail_id);
    if (onRace === 'refuse' && current.revision !== read.revision) {
      throw await staleRevision(db, catalogId, current, read.revision);
    }
  }
}

/** Remembers the trail, because a caller that saves it usually reads it next or saves again. */
function remembered(remember: Remember | undefined, catalogId: string, { version, ...row }: SavedRow): ReadTrail {
  const trail = asRead(row);
  remember?.(trailRead, { catalog_id: catalogId, trail_id: row.trail_id }, trail, version);
  return trail;
}

/**
 * The refusal for a caller who edited revision `editedFrom` while the trail is at another (Decision 9). `hint` replaces
 * the usual remedy.
 */
export async function staleRevision(
  db: Db,
  catalogId: string,
  current: DraftRow,
  editedFrom: number | undefined,
  hint: Sentence = t(
    'The trail is at revision {revision} now. Read it, merge your change, and send If-Match: "{revision}".',
    { revision: String(current.revision) },
  ),
): Promise<Error> {
  const changed_fields = await changedFieldsSince(db, catalogId, current, editedFrom);
  const extras = { current_revision: current.revision, ...(changed_fields === undefined ? {} : { changed_fields }) };
  return refuse('revision-conflict', hint, extras);
}

/**
 * The top-level fields that differ between that revision and the current draft; undefined if it is no longer stored.
 */
async function changedFieldsSince(
  db: Db,
  catalogId: string,
  current: DraftRow,
  revision: number | undefined,
): Promise<string[] | undefined> {
  if (revision === undefined) return undefined;
  const text = await findRevision(db, catalogId, current.trail_id, revision);
  return text === undefined ? undefined : changedFields(parseDocument(text), parseDocument(current.document));
}

/** The top-level fields that differ between two documents, in the order of the specification. */
export const changedFields = (before: FullDocument, after: FullDocument): string[] =>
  (Object.keys(after) as (keyof FullDocument)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
