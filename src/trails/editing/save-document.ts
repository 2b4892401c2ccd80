// Saving a draft with optimistic concurrency (contract 3.1, Decision 9): two round trips, and no transaction needed.
import type { By } from '../../audit/audit-log.ts';
import { refuse } from '../../base/refusal.ts';
import type { Db } from '../../storage/database.ts';
import type { TrailDocument } from '../document/document.ts';
import { type FullDocument, parseDocument } from '../document/full-document.ts';
import { nextStatus } from '../lifecycle.ts';
import { asRead, type DraftRow, findRevision, type ReadTrail, trailRead } from '../trail-read-store.ts';
import type { TrailRules } from '../trail-rules.ts';
import { type SavedRow, saveRevision } from '../trail-write-store.ts';
import { getDraft } from '../trails.ts';
import type { CoalescedSaves } from './coalesced-saves.ts';
import { storedDraft } from './stored-draft.ts';

/** What to do when someone else saved first: refuse, or save over whatever is there (`If-Match: *`, restore). */
export type OnRace = 'refuse' | 'overwrite';

export interface SaveOptions {
  readonly onRace?: OnRace;
  readonly action?: 'edit' | 'restore';
  /** With the saves of others; never inside a transaction. */
  readonly together?: CoalescedSaves | undefined;
}

/**
 * Saves `document`, which passed `requireDraft`, as the next revision of the draft that was `read`. Refuses with
 * `conflict` when the trail is archived, `revision-conflict` when it is no longer at that revision, `not-found` when it
 * is gone.
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
  // A save that came to nothing beside others is made alone: only that waits for the holder of the trail.
  let beside = together;
  for (let current = read; ; beside = undefined) {
    nextStatus(current.status, action);
    const draft = storedDraft(document, parseDocument(current.document), rules);
    const save = { trail_id: read.trail_id, revision: current.revision, draft, by, action };
    const saved = await (beside?.save(catalogId, save) ?? saveRevision(db, catalogId, save));
    if (saved !== undefined) return remembered(db, catalogId, saved);
    current = await getDraft(db, catalogId, read.trail_id);
    if (onRace === 'refuse' && current.revision !== read.revision) {
      throw await staleRevision(db, catalogId, current, read.revision);
    }
  }
}

/** A caller that saves a trail reads it next, or saves it again. */
function remembered(db: Db, catalogId: string, { version, ...row }: SavedRow): ReadTrail {
  const trail = asRead(row);
  db.remember?.(trailRead, { catalog_id: catalogId, trail_id: row.trail_id }, trail, version);
  return trail;
}

/**
 * The refusal for a caller who edited from `editedFrom` while the trail is at another revision (Decision 9). `hint` is
 * said instead of the usual remedy.
 */
export async function staleRevision(
  db: Db,
  catalogId: string,
  current: DraftRow,
  editedFrom: number | undefined,
  hint = `The trail is at revision ${current.revision} now. Read it, merge your change, and send If-Match: ` +
    `"${current.revision}".`,
): Promise<Error> {
  const changed_fields = await changedFieldsSince(db, catalogId, current, editedFrom);
  const extras = { current_revision: current.revision, ...(changed_fields === undefined ? {} : { changed_fields }) };
  return refuse('revision-conflict', hint, extras);
}

/** Top-level fields that differ between that revision and the present draft; undefined where it is no longer known. */
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

/** The top-level fields in which two documents differ, in the order of the specification. */
const changedFields = (before: FullDocument, after: FullDocument): string[] =>
  (Object.keys(after) as (keyof FullDocument)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
