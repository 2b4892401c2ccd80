// The SQL of schedules: what is to happen to a trail at a time, who carries it out, and what became of it.

import type { Role } from '../../directory/roles.ts';
import { people, personName, standingOf } from '../../directory/views-store.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { limitOf } from '../../storage/limit.ts';
import { laterThan } from '../../storage/next-stamp.ts';
import { sql } from '../../storage/sql.ts';

export type ScheduledAction = 'publish' | 'unpublish';

/** Which schedule: one of each action a trail. */
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

/** The trail's schedules: what waits and what became of the last ones. */
export const findSchedules = (db: Db, catalogId: string, trailId: string): Promise<ScheduleRow[]> =>
  db.rows<ScheduleRow>(sql`
    select ${COLUMNS} from trail_schedules s left join ${people} a on a.account_id = s.scheduled_by
    where s.catalog_id = ${catalogId} and s.trail_id = ${trailId} order by s.run_at`);

/** A change of a trail that is to come. */
export interface ComingChange {
  readonly id: string;
  readonly title: string;
  readonly action: ScheduledAction;
  readonly run_at: string;
  readonly scheduled_by_name: string;
}

/** What is to happen to the catalog's trails, the next first, and how much in all. */
export const selectComing = (
  db: Db,
  catalogId: string,
  limit: number,
): Promise<(ComingChange & { readonly total: number })[]> =>
  db.rows(sql`
    select s.trail_id as id, t.title, s.action, s.run_at,
      coalesce(${personName('a')}, '') as scheduled_by_name,
      (count(*) over ())::integer as total
    from trail_schedules s
      join trails t on t.catalog_id = s.catalog_id and t.trail_id = s.trail_id
      left join ${people} a on a.account_id = s.scheduled_by
    where s.catalog_id = ${catalogId} and s.state = 'waiting'
    order by s.run_at, s.trail_id ${limitOf(limit)}`);

export interface NewSchedule extends ScheduleKey {
  /** RFC 3339. */
  readonly run_at: string;
  readonly revision: number | null;
  readonly note: string | null;
  readonly scheduled_by: string;
}

/** Puts the schedule in the place of the trail's last one of that action. */
export const upsertSchedule = (tx: Tx, to: NewSchedule): Promise<object[]> =>
  tx.rows(sql`
    insert into trail_schedules (catalog_id, trail_id, action, run_at, revision, note, scheduled_by)
    values (${to.catalog_id}, ${to.trail_id}, ${to.action}, ${to.run_at}, ${to.revision}::integer, ${to.note}::text,
      ${to.scheduled_by})
    on conflict (catalog_id, trail_id, action) do update set run_at = excluded.run_at, revision = excluded.revision,
      note = excluded.note, scheduled_by = excluded.scheduled_by, state = 'waiting',
      scheduled_at = ${laterThan(sql`trail_schedules.scheduled_at`)},
      outcome = null, finished_at = null, lease = null, leased_until = null, attempts = 0`);

/** Removes the schedule, whatever its state; undefined where there is none. */
export const deleteSchedule = (
  tx: Tx,
  key: ScheduleKey,
): Promise<Pick<ScheduleRow, 'state' | 'run_at' | 'scheduled_at'> | undefined> =>
  tx.row(sql`
    delete from trail_schedules
    where catalog_id = ${key.catalog_id} and trail_id = ${key.trail_id} and action = ${key.action}
    returning state, run_at, scheduled_at`);

/** Schedules of the whole service whose time has come and that nobody carries out, the oldest first. */
export const dueSchedules = (db: Db, now: string, limit: number): Promise<ScheduleKey[]> =>
  db.rows<ScheduleKey>(sql`
    select catalog_id, trail_id, action from trail_schedules
    where state = 'waiting' and run_at <= ${now}::timestamptz
      and (leased_until is null or leased_until <= ${now}::timestamptz)
    order by run_at ${limitOf(limit)}`);

/** What a process needs to carry a schedule out. */
export interface LeasedSchedule extends ScheduleKey {
  readonly revision: number | null;
  readonly note: string | null;
  readonly scheduled_by: string;
  readonly attempts: number;
}

/**
 * Takes the schedule for this process until the lease ends; undefined where another was quicker, it waits no more, or
 * what is to happen to the trail before it still waits.
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
        select from trail_schedules earlier
        where earlier.catalog_id = ${key.catalog_id} and earlier.trail_id = ${key.trail_id}
          and earlier.state = 'waiting' and earlier.run_at < trail_schedules.run_at)
    returning catalog_id, trail_id, action, revision, note, scheduled_by, attempts`);

/**
 * Marks the schedule as finished where it still waits under that lease; false where it does not: it was cancelled,
 * replaced, or taken over by another process.
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

/** Who scheduled, as they stand now in that catalog's workspace. */
export interface SchedulerStanding {
  readonly person_name: string;
  readonly is_operator: boolean;
  readonly is_active: boolean;
  readonly trails_enabled: boolean | null;
  readonly roles: readonly Role[];
}

/** The person's standing; undefined where the account is gone. */
export const schedulerStanding = (
  db: Db,
  catalogId: string,
  accountId: string,
): Promise<SchedulerStanding | undefined> =>
  db.row<SchedulerStanding>(sql`
    select person_name, is_operator, is_active, trails_enabled, roles
    from ${standingOf(sql`${accountId}::uuid`, sql`${catalogId}::uuid`)} standing`);
