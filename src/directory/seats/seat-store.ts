// The SQL of seats: booked by the statement that takes or frees them, in rows of their own, so that taking one never
// makes a reader of the team wait. The last seats are taken one after the other in the workspace's one row of
// `team_seats`, so the limit is exact. While many are free, each connection to the database books in a row of its own,
// and the requests of a first sync do not wait for each other's commits.
import { type Sql, sql } from '../../storage/sql.ts';

/** More seats than all requests under way could take at once. */
const MANY_SEATS = 10_000;
/** Rows a workspace that bookings are spread over. */
const PLACES = 16;

/** How many seats are taken: the team's row `s` of `team_seats` and its bookings. */
export const seatsTaken: Sql = sql`(s.used + coalesce((
  select sum(b.used) from seat_bookings b where b.team_id = s.team_id), 0))::integer`;

const seatLimit: Sql = sql`(select t.seat_limit from teams t where t.team_id = s.team_id)`;

/**
 * The end of a `with` list: one seat more for each of `takers`, a query of which only the number of rows matters. A
 * full team breaks the constraint `members_seats` (`refuseFullTeam`). Fewer seats than are taken end nobody's
 * membership; they only let nobody in.
 */
export const takeSeats = (teamId: string, takers: Sql): Sql => sql`
  room as (
    select coalesce(${seatLimit} - ${seatsTaken} > ${MANY_SEATS}::integer, true) as has_many from team_seats s
    where s.team_id = ${teamId}
  ), wanted as (
    select count(*)::integer as seats from (${takers}) taker
  ), exact_seat as (
    update team_seats s set used = s.used + wanted.seats,
      over_limit = ${seatsTaken} + wanted.seats > coalesce(${seatLimit}, ${seatsTaken} + wanted.seats)
    from wanted where s.team_id = ${teamId} and wanted.seats > 0 and not (select has_many from room)
  ), booked_seat as (
    insert into seat_bookings as b (team_id, place, used)
    select ${teamId}::uuid, pg_backend_pid() % ${PLACES}::integer, seats from wanted
    where seats > 0 and (select has_many from room)
    on conflict (team_id, place) do update set used = b.used + excluded.used
  )`;

/** An update for one seat less; it is free at once. */
export const freeSeat = (teamId: string, isFreed: Sql): Sql => sql`
  update team_seats s set used = s.used - 1, over_limit = false where s.team_id = ${teamId} and ${isFreed}`;
