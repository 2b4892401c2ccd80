// Publishing and unpublishing at a time: said now, done later by run-schedules.ts under the rights that the person has
// then.
import type { By } from '../../audit/audit-log.ts';
import { DAY_MS, instant } from '../../base/clock.ts';
import { invalid } from '../../base/issue.ts';
import { refuse } from '../../base/refusal.ts';
import { requireSeen, type SeenOf } from '../../base/seen.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { requireReady } from '../checks/ready-to-publish.ts';
import { MOST_SCHEDULED_DAYS } from '../document/limits.ts';
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

/** What is to happen, and when. `revision` is the one that was looked at. */
export interface WantedSchedule {
  readonly trail_id: string;
  readonly action: ScheduledAction;
  /** RFC 3339. */
  readonly at: string;
  readonly revision: number;
  readonly note: string | null;
  readonly seen?: SeenOf<SeenSchedule>;
}

/** When the schedule that waits was said; null: none waits. */
interface SeenSchedule {
  readonly scheduled_at: string | null;
}

/** The trail's schedules by time: what waits, and what became of the last ones. Refuses with `not-found`. */
export async function listSchedules(db: Db, catalogId: string, trailId: string): Promise<ScheduleRow[]> {
  await getTrail(db, catalogId, trailId);
  return findSchedules(db, catalogId, trailId);
}

/** What is to happen to trails. */
export type ComingChanges = FirstRows<ComingChange>;

const COMING_SHOWN = 10;

/** What is scheduled in the catalog, the next first. One query. */
export const comingChanges = async (db: Db, catalogId: string): Promise<ComingChanges> =>
  withTotal(await selectComing(db, catalogId, COMING_SHOWN));

/**
 * Schedules the action in place of the trail's last one of that kind. A publication is of exactly that revision; its
 * approval, where one is needed, can still be given until then. Refuses with `validation` a time that is past or more
 * than a year away, with `conflict` what can never come about, or another one waits than the caller has seen, and as
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
  if (by.account_id === null) throw refuse('forbidden', 'Only a person schedules: the rights are theirs.');
  const trail = await getLockedTrail(tx, catalogId, trail_id);
  const run_at = checkedTime(wanted.at, now);
  const others = await findSchedules(tx, catalogId, trail_id);
  const standing = others.find((one) => one.action === action && one.state === 'waiting');
  requireSeen<SeenSchedule>(wanted.seen, { scheduled_at: standing?.scheduled_at ?? null });
  const publication = others.find((one) => one.action === 'publish' && one.state === 'waiting');
  if (action === 'publish') requireReady(trail, wanted.revision, rules, 'schedule again');
  else requireEnd(trail, publication, run_at);
  const unpublication = others.find((one) => one.action === 'unpublish' && one.state === 'waiting');
  if (action === 'publish' && unpublication !== undefined && Date.parse(unpublication.run_at) <= Date.parse(run_at))
    throw refuse('conflict', 'The trail would be unpublished before it is published. Cancel or move that first.');
  const revision = action === 'publish' ? wanted.revision : null;
  const key = { catalog_id: catalogId, trail_id, action };
  await upsertSchedule(tx, { ...key, run_at, revision, note, scheduled_by: by.account_id });
  const after = { at: run_at, ...(revision === null ? {} : { revision }) };
  await recordTrail(tx, catalogId, trail, `trail.${action}_scheduled`, by, { after });
  return findSchedules(tx, catalogId, trail_id);
}

/**
 * Cancels what waits, or forgets what became of it. Refuses with `not-found` where there is no such schedule, with
 * `conflict` where it is another one than the caller has seen.
 */
export async function cancelSchedule(tx: Tx, key: ScheduleKey, by: By, seen?: SeenOf<SeenSchedule>): Promise<void> {
  const trail = await getLockedTrail(tx, key.catalog_id, key.trail_id);
  const removed = await deleteSchedule(tx, key);
  if (removed === undefined) throw refuse('not-found', 'Nothing of this kind is scheduled for the trail.');
  requireSeen<SeenSchedule>(seen, removed);
  if (removed.state !== 'waiting') return;
  const before = { action: key.action, at: removed.run_at };
  await recordTrail(tx, key.catalog_id, trail, 'trail.schedule_cancelled', by, { before });
}

/** An unpublication needs something to end: a live trail, or a publication that comes before it. */
function requireEnd(trail: TrailDetailRow, publication: ScheduleRow | undefined, run_at: string): void {
  if (publication === undefined) {
    nextStatus(trail.status, 'unpublish');
    return;
  }
  if (Date.parse(publication.run_at) >= Date.parse(run_at))
    throw invalid('at', 'The trail is to be published later than that. Choose a later time.');
}

function checkedTime(text: string, now: number): string {
  const at = Date.parse(text);
  if (!(at > now)) throw invalid('at', 'This time is past. Choose a later one.');
  if (at > now + MOST_SCHEDULED_DAYS * DAY_MS)
    throw invalid('at', 'This is more than a year away. Choose an earlier time.');
  return instant(at);
}
