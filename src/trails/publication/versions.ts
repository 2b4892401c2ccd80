// Published versions (contract 2.7, 3.1): listing, reading, and restoring into the draft.

import type { By } from '../../audit/audit-log.ts';
import { membersText } from '../../base/json.ts';
import { refuse } from '../../base/refusal.ts';
import { t } from '../../base/texts/t.ts';
import type { Db } from '../../storage/database.ts';
import { parseDocument } from '../document/full-document.ts';
import { type OnRace, saveDocument } from '../editing/save-document.ts';
import { personRef, type VersionResource } from '../trail.ts';
import type { TrailDetailRow } from '../trail-json.ts';
import type { DraftRow } from '../trail-read-store.ts';
import type { TrailRules } from '../trail-rules.ts';
import { noSuchTrail } from '../trails.ts';
import { findVersion, findVersions, type VersionDetailRow } from './version-store.ts';

/** All versions of the trail, newest first. Fails with `not-found` for an unknown trail. */
export async function listVersions(db: Db, catalogId: string, trailId: string): Promise<VersionResource[]> {
  const rows = (await findVersions(db, catalogId, trailId)) ?? noSuchTrail();
  return rows.map(({ created_by, created_by_name, ...version }) => ({
    ...version,
    created_by: personRef(created_by, created_by_name),
  }));
}

/** One version. Fails with `not-found` if the trail or the version does not exist. */
export const getVersion = async (
  db: Db,
  catalogId: string,
  trailId: string,
  version: number,
): Promise<VersionDetailRow> => (await findVersion(db, catalogId, trailId, version)) ?? noSuchVersion(version);

/** VersionDetailResource (contract 2.7) as JSON text, with the published document. */
export const versionDetailJson = ({ document, ...row }: VersionDetailRow): string =>
  `{${membersText(row)},"document":${document}}`;

/**
 * Saves the version's document as the revision after the `read` draft. Allowed in any status; changes neither status
 * nor versions (Decisions 21 and 22). Needs no transaction. Fails like `saveDocument`.
 */
export async function restoreVersion(
  db: Db,
  catalogId: string,
  read: DraftRow,
  { document }: Pick<VersionDetailRow, 'document'>,
  by: By,
  rules: TrailRules,
  onRace: OnRace = 'overwrite',
): Promise<TrailDetailRow> {
  // The snapshot was validated when it was saved, so limits that have become stricter do not prevent restoring it.
  return saveDocument(db, catalogId, read, parseDocument(document), by, rules, { onRace, action: 'restore' });
}

function noSuchVersion(version: number): never {
  throw refuse(
    'not-found',
    t('This trail has no version {version}, or there is no such trail in this catalog.', { version: String(version) }),
  );
}
