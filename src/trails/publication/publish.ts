// Publication (contract 3.1, Decisions 19, 21, 22), after which employees see this revision.
import type { By } from '../../audit/audit-log.ts';
import type { Tx } from '../../storage/database.ts';
import { requireApproval } from '../approval/approval.ts';
import { requireReady } from '../checks/ready-to-publish.ts';
import { parseDocument } from '../document/full-document.ts';
import { recordTrail } from '../trail-audit-event.ts';
import type { TrailDetailRow } from '../trail-json.ts';
import type { TrailRules } from '../trail-rules.ts';
import { lastVersionOf, noteLiveChange, setPublished } from '../trail-write-store.ts';
import { getLockedTrail, noSuchTrail } from '../trails.ts';
import { noteOf } from './note.ts';
import { nameTrail } from './skill-name.ts';
import { insertVersion, updateNote } from './version-store.ts';

/** A publication: the revision that the caller saw, and a note for the version list. */
export interface Publication {
  readonly trail_id: string;
  readonly revision: number;
  readonly note: string | null;
}

/**
 * Publishes the trail at that revision. A live trail with an unchanged draft gets no new version, but a note replaces
 * the live version's note (audited as `trail.note_changed` if it differs). Fails with `conflict` if the trail is
 * archived, has changed since the caller saw it, or lacks a required approval; with `validation` if an issue with
 * severity error remains.
 */
export async function publishTrail(
  tx: Tx,
  catalogId: string,
  publication: Publication,
  by: By,
  rules: TrailRules,
): Promise<TrailDetailRow> {
  const { trail_id, revision, note } = publication;
  const trail = await getLockedTrail(tx, catalogId, trail_id);
  await requireReady(tx, catalogId, trail, revision, rules);
  if (trail.status === 'live' && trail.published_revision === trail.revision)
    return withNote(tx, catalogId, trail, note, by);
  const approval = await requireApproval(tx, catalogId, trail);
  const version = (await lastVersionOf(tx, catalogId, trail_id)) + 1;
  await insertVersion(tx, catalogId, trail_id, version, noteOf(note), by.account_id);
  const live = (await setPublished(tx, catalogId, trail_id, version)) ?? noSuchTrail();
  await noteLiveChange(tx, catalogId, trail_id);
  await nameTrail(tx, catalogId, trail_id, parseDocument(trail.document));
  await recordTrail(tx, catalogId, live, 'trail.published', by, { after: { version, revision, ...approval } });
  return live;
}

async function withNote(tx: Tx, catalogId: string, trail: TrailDetailRow, note: string | null, by: By) {
  const { trail_id, published_version: version } = trail;
  if (note === null || version === null) return trail;
  const kept = noteOf(note);
  const before = await updateNote(tx, catalogId, trail_id, version, kept);
  if (before === undefined) return trail;
  await recordTrail(tx, catalogId, trail, 'trail.note_changed', by, { before, after: { note: kept, version } });
  return trail;
}
