// SQL for seats. The statement that adds or removes a member also books the seat, in separate rows, so that it never
// blocks readers of the team. The last seats are booked one at a time in the workspace's only row of `team_seats`, so
// the limit is exact. While many seats are free, each database connection books in a separate row, so that requests of
// a first sync don't wait for each other's commits.
import { type Sql, sql } from '../../storage/sql.ts';

/** More seats than all concurrent requests together could take. */
const MANY_SEATS = 10_000;
/** The maximum number of rows per workspace over which bookings are spread. */
const PLACES = 16;

/** The number of seats taken: the team's row `s` of `team_seats` plus its bookings. */
export const seatsTaken = (teamId: string): Sql => sql`(s.used + coalesce((
  select sum(b.used) from seat_bookings b where b.team_id = ${teamId}), 0))::integer`;

/** The number of seats taken in each team that meets `condition`, as a relation: `team_id`, `used`. */
export const seatsOfTeams = (condition: Sql): Sql => sql`(
  select x.team_id, sum(x.used)::integer as used from (
    select team_id, used from team_seats union all select team_id, used from seat_bookings) x
  where ${condition} group by x.team_id)`;

/**
 * The end of a `with` list. Takes a seat for each row of the query `takers`. A full team violates the constraint
 * `members_seats` (`refuseFullTeam`). If the limit is below the number of seats taken, memberships stay, but no one can
 * join.
 */
export const takeSeats = (teamId: string, takers: Sql): Sql => {
  const taken = seatsTaken(teamId);
  const limit = sql`(select t.seat_limit from teams t where t.team_id = ${teamId})`;
  return sql`
  room as (
    select coalesce(${limit} - ${taken} > ${MANY_SEATS}::integer, true) as has_many from team_seats s
    where s.team_id = ${teamId}
  ), wanted as (
    select count(*)::integer as seats from (${takers}) taker
  ), exact_seat as (
    update team_seats s set used = s.used + wanted.seats,
      over_limit = ${taken} + wanted.seats > coalesce(${limit}, ${taken} + wanted.seats)
    from wanted where s.team_id = ${teamId} and wanted.seats > 0 and not (select has_many from room)
  ), booked_seat as (
    insert into seat_bookings as b (team_id, place, used)
    select ${teamId}::uuid, pg_backend_pid() % ${PLACES}::integer, seats from wanted
    where seats > 0 and (select has_many from room)
    on conflict (team_id, place) do update set used = b.used + excluded.used
  )`;
};

/** An update that frees one seat immediately. */
export const freeSeat = (teamId: string, isFreed: Sql): Sql => sql`
  update team_seats s set used = s.used - 1, over_limit = false where s.team_id = ${teamId} and ${isFreed}`;
