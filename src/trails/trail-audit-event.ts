// Audit events about trails. Saves are not audited, because every revision records who saved it.
import type { AuditEvent } from '../audit/audit-event.ts';
import { type By, recordAuditEvents } from '../audit/audit-log.ts';
import type { Tx } from '../storage/database.ts';

export type TrailAuditEvent =
  | 'trail.created'
  | 'trail.moved'
  | 'trail.visibility_changed'
  | 'trail.published'
  | 'trail.note_changed'
  | 'trail.unpublished'
  | 'trail.archived'
  | 'trail.unarchived'
  | 'trail.deleted'
  | 'trail.undeleted'
  | 'trail.grant.added'
  | 'trail.grant.removed'
  | 'trail.grant.changed'
  | 'trail.group.added'
  | 'trail.group.changed'
  | 'trail.group.removed'
  | 'trail.approval_requested'
  | 'trail.approved'
  | 'trail.approval_withdrawn'
  | 'trail.finding_accepted'
  | 'trail.finding_reopened'
  | 'trail.publish_scheduled'
  | 'trail.unpublish_scheduled'
  | 'trail.schedule_cancelled'
  | 'trail.schedule_failed'
  | 'trail.care_changed'
  | 'trail.reviewed';

type Facts = Readonly<Record<string, unknown>>;
type Subject = { readonly trail_id: string; readonly title: string };

/** What happened to a trail, and the values before and after. */
export interface TrailFacts {
  readonly kind: TrailAuditEvent;
  readonly before?: Facts;
  readonly after?: Facts;
}

/** The audit event about the trail. A catalog's id is its workspace's id. */
export const trailEvent = (catalogId: string, trail: Subject, { kind, ...change }: TrailFacts, by: By): AuditEvent => ({
  team_id: catalogId,
  kind,
  actor: by.actor,
  subject: { kind: 'trail', id: trail.trail_id, name: trail.title },
  ...change,
  request_id: by.request_id,
});

/** Records an audit event about the trail in the transaction of the change. */
export const recordTrail = (
  tx: Tx,
  catalogId: string,
  trail: Subject,
  kind: TrailAuditEvent,
  by: By,
  change: Omit<TrailFacts, 'kind'> = {},
): Promise<void> => recordAuditEvents(tx, [trailEvent(catalogId, trail, { kind, ...change }, by)]);
