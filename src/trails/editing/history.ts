// The history of a draft: every save stores a revision, and the last ones stay readable. A save or a restore that
// replaced work can be undone by restoring the revision before it.

import type { By } from '../../audit/audit-log.ts';
import { membersText } from '../../base/json.ts';
import { refuse } from '../../base/refusal.ts';
import { t } from '../../base/texts/t.ts';
import type { Db } from '../../storage/database.ts';
import { parseDocument } from '../document/full-document.ts';
import { KEPT_REVISIONS } from '../document/limits.ts';
import { type PersonRef, personRef } from '../trail.ts';
import type { TrailDetailRow } from '../trail-json.ts';
import type { DraftRow } from '../trail-read-store.ts';
import type { TrailRules } from '../trail-rules.ts';
import { noSuchTrail } from '../trails.ts';
import { findKeptRevision, findRevisions, type RevisionRow } from './history-store.ts';
import { changedFields, type OnRace, saveDocument } from './save-document.ts';

/** Who saved a revision and when, and the version that was made from it. */
export interface Revision {
  readonly revision: number;
  readonly saved_at: string;
  readonly saved_by: PersonRef | null;
  readonly is_current: boolean;
  readonly version: number | null;
  /** Fields that differ from another revision. */
  readonly changed_fields: readonly string[] | null;
}

/** The kept revisions of the draft, newest first. Fails with `not-found` for an unknown trail. */
export async function listRevisions(db: Db, catalogId: string, trailId: string): Promise<Revision[]> {
  const rows = (await findRevisions(db, catalogId, trailId)) ?? noSuchTrail();
  return rows.map((row) => ({ ...revisionOf(row), changed_fields: row.changed_fields }));
}

/**
 * A kept revision as JSON text, with its document and the fields that differ from the revision `against`. Fails with
 * `not-found` if the trail or a revision does not exist.
 */
export async function revisionJson(
  db: Db,
  catalogId: string,
  trailId: string,
  revision: number,
  against: number | undefined,
): Promise<string> {
  const { document, ...row } = await getRevision(db, catalogId, trailId, revision);
  const other = against === undefined ? undefined : await getRevision(db, catalogId, trailId, against);
  const changed_fields = other && changedFields(parseDocument(other.document), parseDocument(document));
  return `{${membersText({ ...revisionOf(row), changed_fields: changed_fields ?? null })},"document":${document}}`;
}

/**
 * Saves the document of a kept revision as the revision after the `read` draft, in any status. Needs no transaction.
 * Fails with `not-found`, and like `saveDocument`.
 */
export async function restoreRevision(
  db: Db,
  catalogId: string,
  read: DraftRow,
  revision: number,
  by: By,
  rules: TrailRules,
  onRace: OnRace = 'overwrite',
): Promise<TrailDetailRow> {
  const { document } = await getRevision(db, catalogId, read.trail_id, revision);
  return saveDocument(db, catalogId, read, parseDocument(document), by, rules, { onRace, action: 'restore' });
}

const getRevision = async (db: Db, catalogId: string, trailId: string, revision: number) =>
  (await findKeptRevision(db, catalogId, trailId, revision)) ?? notKept(revision);

const revisionOf = ({ revision, saved_at, saved_by, saved_by_name, is_current, version }: RevisionRow) => ({
  ...{ revision, saved_at, is_current, version },
  saved_by: personRef(saved_by, saved_by_name),
});

function notKept(revision: number): never {
  throw refuse(
    'not-found',
    t(
      'Revision {revision} is not stored, or there is no such trail in this catalog. A trail keeps ' +
        'its last {kept} revisions, and every published version.',
      { revision: String(revision), kept: KEPT_REVISIONS },
    ),
  );
}
