// SQL for seats over time: a sweep writes one row per workspace and day.
import type { Db } from '../../storage/database.ts';
import { withinReach } from '../../storage/reach.ts';
import { sql } from '../../storage/sql.ts';
import { firstOver } from '../../storage/sweep-limit.ts';
import { seatsOfTeams, seatsTaken } from './seat-store.ts';

export interface SeatDay {
  readonly day: string;
  readonly used: number;
}

/** Stores each workspace's current number of taken seats for that day. */
export async function noteSeats(db: Db, day: string): Promise<void> {
  const seats = seatsOfTeams(sql`true ${withinReach(db, sql`x.team_id`)}`);
  await db.rows(sql`
    insert into seat_days as d (team_id, day, used)
    select s.team_id, ${day}::date, s.used from ${seats} s order by s.team_id
    on conflict (team_id, day) do update set used = excluded.used where d.used <> excluded.used`);
}

/** Deletes days before the given one. Returns the number of rows. */
export async function deleteSeatDays(db: Db, before: string): Promise<number> {
  const gone = await db.rows(sql`
    delete from seat_days where ${firstOver(db, sql`seat_days`, ['day', 'team_id'], sql`day < ${before}::date`)}
    returning day`);
  return gone.length;
}

export const selectSeatDays = (db: Db, teamId: string, from: string): Promise<SeatDay[]> =>
  db.rows<SeatDay>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, used from seat_days
    where team_id = ${teamId} and day >= ${from}::date order by day`);

/** How many seats are taken, and the limit (null: none). */
export const findSeats = (db: Db, teamId: string): Promise<{ used: number; seat_limit: number | null } | undefined> =>
  db.row(sql`
    select ${seatsTaken(teamId)} as used, t.seat_limit from teams t join team_seats s on s.team_id = t.team_id
    where t.team_id = ${teamId}`);
