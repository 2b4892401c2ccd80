// Published versions (contract 2.7, 3.1): listed, read, and restored into the draft.
import type { By } from '../../audit/audit-log.ts';
import { membersText } from '../../base/json-text.ts';
import { refuse } from '../../base/refusal.ts';
import type { Db } from '../../storage/database.ts';
import { parseDocument } from '../document/full-document.ts';
import { type OnRace, saveDocument } from '../editing/save-document.ts';
import { personRef, type VersionResource } from '../trail.ts';
import type { TrailDetailRow } from '../trail-json.ts';
import type { DraftRow } from '../trail-read-store.ts';
import type { TrailRules } from '../trail-rules.ts';
import { noSuchTrail } from '../trails.ts';
import { findVersion, findVersions, type VersionDetailRow } from './version-store.ts';

/** All versions of the trail, newest first. Refuses with `not-found` where there is no such trail. */
export async function listVersions(db: Db, catalogId: string, trailId: string): Promise<VersionResource[]> {
  const rows = (await findVersions(db, catalogId, trailId)) ?? noSuchTrail();
  return rows.map(({ created_by, created_by_name, ...version }) => ({
    ...version,
    created_by: personRef(created_by, created_by_name),
  }));
}

/** One version. Refuses with `not-found` where the catalog has no such trail, or the trail no such version. */
export const getVersion = async (
  db: Db,
  catalogId: string,
  trailId: string,
  version: number,
): Promise<VersionDetailRow> => (await findVersion(db, catalogId, trailId, version)) ?? noSuchVersion(version);

/** VersionDetailResource (contract 2.7) as JSON text, the document as it was published. */
export const versionDetailJson = ({ document, ...row }: VersionDetailRow): string =>
  `{${membersText(row)},"document":${document}}`;

/**
 * Makes the version's document the next revision of the draft that was `read`: a save, which changes neither status
 * nor versions, in any status (Decisions 21 and 22). It needs no transaction. Refuses as `saveDocument`.
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
  // A snapshot was checked when it was saved: limits that are narrower now do not take it away.
  return saveDocument(db, catalogId, read, parseDocument(document), by, rules, { onRace, action: 'restore' });
}

function noSuchVersion(version: number): never {
  throw refuse('not-found', `There is no version ${version} of such a trail in this catalog.`);
}
