// SQL for schedules: the planned change of a trail, the process that carries it out, and the outcome.

import type { Role } from '../../directory/roles.ts';
import { people, personName, standingOf } from '../../directory/views-store.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { limitOf } from '../../storage/limit.ts';
import { laterThan } from '../../storage/next-stamp.ts';
import { withinReach } from '../../storage/reach.ts';
import { sql } from '../../storage/sql.ts';

export type ScheduledAction = 'publish' | 'unpublish';

/** Identifies a schedule: a trail has at most one per action. */
export interface ScheduleKey {
  readonly catalog_id: string;
  readonly trail_id: string;
  readonly action: ScheduledAction;
}

export interface ScheduleRow extends ScheduleKey {
  readonly run_at: string;
  readonly revision: number | null;
  readonly note: string | null;
  readonly scheduled_by: string;
  readonly scheduled_by_name: string;
  readonly scheduled_at: string;
  readonly state: 'waiting' | 'done' | 'failed';
  readonly outcome: string | null;
  readonly finished_at: string | null;
}

const COLUMNS = sql`s.catalog_id, s.trail_id, s.action, s.run_at, s.revision, s.note, s.scheduled_by,
  coalesce(${personName('a')}, '') as scheduled_by_name, s.scheduled_at, s.state, s.outcome, s.finished_at`;

/** The trail's schedules: pending ones and the outcomes of the last ones. */
export const findSchedules = (db: Db, catalogId: string, trailId: string): Promise<ScheduleRow[]> =>
  db.rows<ScheduleRow>(sql`
    select ${COLUMNS} from trail_schedules s left join ${people} a on a.account_id = s.scheduled_by
    where s.catalog_id = ${catalogId} and s.trail_id = ${trailId} order by s.run_at`);

/** A planned change of a trail. */
export interface ComingChange {
  readonly id: string;
  readonly title: string;
  readonly action: ScheduledAction;
  readonly run_at: string;
  readonly scheduled_by_name: string;
}

/** The planned changes in the catalog, soonest first, and their total number. */
export const selectComing = (db: Db, catalogId: string, limit: number) =>
  db.rows<ComingChange & { readonly total: number }>(sql`
    select s.trail_id as id, t.title, s.action, s.run_at,
      coalesce(${personName('a')}, '') as scheduled_by_name,
      (count(*) over ())::integer as total
    from trail_schedules s
      join trails t on t.catalog_id = s.catalog_id and t.trail_id = s.trail_id
      left join ${people} a on a.account_id = s.scheduled_by
    where s.catalog_id = ${catalogId} and s.state = 'waiting'
    order by s.run_at, s.trail_id ${limitOf(limit)}`);

export interface NewSchedule extends ScheduleKey {
  readonly run_at: string;
  readonly revision: number | null;
  readonly note: string | null;
  readonly scheduled_by: string;
}

/** Saves the schedule, replacing the trail's last one for that action. */
export const upsertSchedule = (tx: Tx, to: NewSchedule): Promise<object[]> =>
  tx.rows(sql`
    insert into trail_schedules (catalog_id, trail_id, action, run_at, revision, note, scheduled_by)
    values (${to.catalog_id}, ${to.trail_id}, ${to.action}, ${to.run_at}, ${to.revision}::integer, ${to.note}::text,
      ${to.scheduled_by})
    on conflict (catalog_id, trail_id, action) do update set run_at = excluded.run_at, revision = excluded.revision,
      note = excluded.note, scheduled_by = excluded.scheduled_by, state = 'waiting',
      scheduled_at = ${laterThan(sql`trail_schedules.scheduled_at`)},
      outcome = null, finished_at = null, lease = null, leased_until = null, attempts = 0`);

/** Deletes and returns the schedule in any state; undefined if not found. */
export const deleteSchedule = (tx: Tx, key: ScheduleKey) =>
  tx.row<Pick<ScheduleRow, 'state' | 'run_at' | 'scheduled_at'>>(sql`
    delete from trail_schedules
    where catalog_id = ${key.catalog_id} and trail_id = ${key.trail_id} and action = ${key.action}
    returning state, run_at, scheduled_at`);

/** Due schedules of the whole service without a lease, oldest first. */
export const dueSchedules = (db: Db, now: string, limit: number): Promise<ScheduleKey[]> =>
  db.rows<ScheduleKey>(sql`
    select catalog_id, trail_id, action from trail_schedules
    where state = 'waiting' and run_at <= ${now}::timestamptz
      and (leased_until is null or leased_until <= ${now}::timestamptz) ${withinReach(db, sql`catalog_id`)}
    order by run_at ${limitOf(limit)}`);

/** The information needed to carry out a schedule. */
export interface LeasedSchedule extends ScheduleKey {
  readonly revision: number | null;
  readonly note: string | null;
  readonly scheduled_by: string;
  readonly attempts: number;
}

/**
 * Leases the schedule to this process. Undefined if another process was faster, it is no longer pending, or an earlier
 * change of the trail is still pending.
 */
export const leaseSchedule = (
  db: Db,
  key: ScheduleKey,
  lease: { readonly id: string; readonly now: string; readonly until: string },
): Promise<LeasedSchedule | undefined> =>
  db.row<LeasedSchedule>(sql`
    update trail_schedules
    set lease = ${lease.id}, leased_until = ${lease.until}::timestamptz, attempts = attempts + 1
    where catalog_id = ${key.catalog_id} and trail_id = ${key.trail_id} and action = ${key.action}
      and state = 'waiting' and run_at <= ${lease.now}::timestamptz
      and (leased_until is null or leased_until <= ${lease.now}::timestamptz)
      and not exists (
        select 1 from trail_schedules earlier
        where earlier.catalog_id = ${key.catalog_id} and earlier.trail_id = ${key.trail_id}
          and earlier.state = 'waiting' and earlier.run_at < trail_schedules.run_at)
    returning catalog_id, trail_id, action, revision, note, scheduled_by, attempts`);

/**
 * Marks the schedule as finished if it is still pending under that lease. False if it was canceled, replaced or taken
 * over.
 */
export async function finishSchedule(
  tx: Tx,
  key: ScheduleKey,
  lease: string,
  end: { readonly state: 'done' | 'failed'; readonly outcome: string | null; readonly at: string },
): Promise<boolean> {
  const row = await tx.row(sql`
    update trail_schedules
    set state = ${end.state}, outcome = ${end.outcome}::text, finished_at = ${end.at}::timestamptz, lease = null,
      leased_until = null
    where catalog_id = ${key.catalog_id} and trail_id = ${key.trail_id} and action = ${key.action}
      and state = 'waiting' and lease = ${lease}
    returning 1 as finished`);
  return row !== undefined;
}

/** The current rights of the person who scheduled, in that catalog's workspace. */
export interface SchedulerStanding {
  readonly person_name: string;
  readonly is_operator: boolean;
  readonly is_active: boolean;
  readonly trails_enabled: boolean | null;
  readonly roles: readonly Role[];
}

/** The person's rights; undefined if the account no longer exists. */
export const schedulerStanding = (db: Db, catalogId: string, accountId: string) =>
  db.row<SchedulerStanding>(sql`
    select person_name, is_operator, is_active, trails_enabled, roles
    from ${standingOf(sql`${accountId}::uuid`, sql`${catalogId}::uuid`)} standing`);
