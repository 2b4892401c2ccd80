// Audit events about trails. Saves are not audited, because every revision records who saved it.
import { type By, recordAuditEvents } from '../audit/audit-log.ts';
import type { Tx } from '../storage/database.ts';

export type TrailAuditEvent =
  | 'trail.created'
  | 'trail.updated'
  | 'trail.published'
  | 'trail.note_changed'
  | 'trail.unpublished'
  | 'trail.archived'
  | 'trail.unarchived'
  | 'trail.deleted'
  | 'trail.undeleted'
  | 'trail.grant.added'
  | 'trail.grant.removed'
  | 'trail.approval_requested'
  | 'trail.approved'
  | 'trail.approval_withdrawn'
  | 'trail.publish_scheduled'
  | 'trail.unpublish_scheduled'
  | 'trail.schedule_cancelled'
  | 'trail.schedule_failed'
  | 'trail.care_changed'
  | 'trail.reviewed';

type Facts = Readonly<Record<string, unknown>>;

/** Records an audit event about the trail in the transaction of the change. A catalog's id is its workspace's id. */
export const recordTrail = (
  tx: Tx,
  catalogId: string,
  trail: { readonly trail_id: string; readonly title: string },
  kind: TrailAuditEvent,
  by: By,
  change: { readonly before?: Facts; readonly after?: Facts } = {},
): Promise<void> =>
  recordAuditEvents(tx, [
    {
      team_id: catalogId,
      kind,
      actor: by.actor,
      subject: { kind: 'trail', id: trail.trail_id, name: trail.title },
      ...change,
      request_id: by.request_id,
    },
  ]);
