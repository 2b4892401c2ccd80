// Scheduled publishing and unpublishing. run-schedules.ts carries it out with the rights that the scheduling person has
// at that time.
import type { By } from '../../audit/audit-log.ts';
import { DAY_MS, instant } from '../../base/clock.ts';
import { invalid } from '../../base/issue.ts';
import { refuse } from '../../base/refusal.ts';
import { requireSeen, type SeenOf } from '../../base/seen.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { requireReady } from '../checks/ready-to-publish.ts';
import { MAX_SCHEDULED_DAYS } from '../document/limits.ts';
import { type FirstRows, withTotal } from '../first-rows.ts';
import { nextStatus } from '../lifecycle.ts';
import { recordTrail } from '../trail-audit-event.ts';
import type { TrailDetailRow } from '../trail-json.ts';
import type { TrailRules } from '../trail-rules.ts';
import { getLockedTrail, getTrail } from '../trails.ts';
import {
  type ComingChange,
  deleteSchedule,
  findSchedules,
  type ScheduledAction,
  type ScheduleKey,
  type ScheduleRow,
  selectComing,
  upsertSchedule,
} from './schedule-store.ts';

/** The planned action and its time. `revision` is the revision that the person saw. */
export interface WantedSchedule {
  readonly trail_id: string;
  readonly action: ScheduledAction;
  readonly at: string;
  readonly revision: number;
  readonly note: string | null;
  readonly seen?: SeenOf<SeenSchedule>;
}

/** When the pending schedule was made; null if none is pending. */
interface SeenSchedule {
  readonly scheduled_at: string | null;
}

/** The trail's schedules by time: pending ones and the outcomes of the last ones. Fails with `not-found`. */
export async function listSchedules(db: Db, catalogId: string, trailId: string): Promise<ScheduleRow[]> {
  await getTrail(db, catalogId, trailId);
  return findSchedules(db, catalogId, trailId);
}

/** Planned changes of trails. */
export type ComingChanges = FirstRows<ComingChange>;

const COMING_SHOWN = 10;

/** The catalog's planned changes, soonest first. Makes one query. */
export const comingChanges = async (db: Db, catalogId: string): Promise<ComingChanges> =>
  withTotal(await selectComing(db, catalogId, COMING_SHOWN));

/**
 * Schedules the action, replacing the trail's last schedule for it. A publication applies to exactly that revision; a
 * required approval may still be given until then. Fails with `validation` if the time is past or over a year away,
 * with `conflict` if it can never happen or the pending schedule is not the one that the caller saw, and like
 * `requireReady`.
 */
export async function scheduleAction(
  tx: Tx,
  catalogId: string,
  wanted: WantedSchedule,
  by: By,
  rules: TrailRules,
  now: number,
): Promise<ScheduleRow[]> {
  const { trail_id, action, note } = wanted;
  if (by.account_id === null)
    throw refuse('forbidden', 'Only a person can schedule, because the change uses their rights.');
  const trail = await getLockedTrail(tx, catalogId, trail_id);
  const run_at = checkedTime(wanted.at, now);
  const others = await findSchedules(tx, catalogId, trail_id);
  const standing = others.find((one) => one.action === action && one.state === 'waiting');
  requireSeen<SeenSchedule>(wanted.seen, { scheduled_at: standing?.scheduled_at ?? null });
  const publication = others.find((one) => one.action === 'publish' && one.state === 'waiting');
  if (action === 'publish') await requireReady(tx, catalogId, trail, wanted.revision, rules, 'schedule again');
  else requireEnd(trail, publication, run_at);
  const unpublication = others.find((one) => one.action === 'unpublish' && one.state === 'waiting');
  if (action === 'publish' && unpublication !== undefined && Date.parse(unpublication.run_at) <= Date.parse(run_at))
    throw refuse(
      'conflict',
      'The trail would be unpublished before it is published. Cancel or move the unpublishing first.',
    );
  const revision = action === 'publish' ? wanted.revision : null;
  const key = { catalog_id: catalogId, trail_id, action };
  await upsertSchedule(tx, { ...key, run_at, revision, note, scheduled_by: by.account_id });
  const after = { at: run_at, ...(revision === null ? {} : { revision }) };
  await recordTrail(tx, catalogId, trail, `trail.${action}_scheduled`, by, { after });
  return findSchedules(tx, catalogId, trail_id);
}

/**
 * Cancels a pending schedule, or deletes the outcome of a finished one. Fails with `not-found` if there is no such
 * schedule, and with `conflict` if it is not the one that the caller saw.
 */
export async function cancelSchedule(tx: Tx, key: ScheduleKey, by: By, seen?: SeenOf<SeenSchedule>): Promise<void> {
  const trail = await getLockedTrail(tx, key.catalog_id, key.trail_id);
  const removed = await deleteSchedule(tx, key);
  if (removed === undefined) throw refuse('not-found', 'Nothing like this is scheduled for the trail.');
  requireSeen<SeenSchedule>(seen, removed);
  if (removed.state !== 'waiting') return;
  const before = { action: key.action, at: removed.run_at };
  await recordTrail(tx, key.catalog_id, trail, 'trail.schedule_cancelled', by, { before });
}

/** Unpublishing needs a live trail, or a publication scheduled before it. */
function requireEnd(trail: TrailDetailRow, publication: ScheduleRow | undefined, run_at: string): void {
  if (publication === undefined) {
    nextStatus(trail.status, 'unpublish');
    return;
  }
  if (Date.parse(publication.run_at) >= Date.parse(run_at))
    throw invalid('at', 'The trail is scheduled to be published after that. Choose a later time.');
}

function checkedTime(text: string, now: number): string {
  const at = Date.parse(text);
  if (!(at > now)) throw invalid('at', 'This time is in the past. Choose a later one.');
  if (at > now + MAX_SCHEDULED_DAYS * DAY_MS)
    throw invalid('at', 'This is more than a year away. Choose an earlier time.');
  return instant(at);
}
