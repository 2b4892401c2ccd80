// The SQL of seats: booked by the statement that takes or frees them, in a row of their own, so that taking one never
// makes a reader of the team wait. The row makes parallel transactions take turns, so the limit is exact.
import { type Sql, sql } from '../storage/sql.ts';

/**
 * An update for a `with` list: one seat more where `isTaken` holds. A full team breaks the constraint `members_seats`
 * (`refuseFullTeam`). Fewer seats than are taken end nobody's membership; they only let nobody in.
 */
export const takeSeat = (teamId: string, isTaken: Sql): Sql => sql`
  update team_seats s set used = s.used + 1,
    over_limit = s.used + 1 > coalesce((select t.seat_limit from teams t where t.team_id = s.team_id), s.used + 1)
  where s.team_id = ${teamId} and ${isTaken}`;

/** The same for one seat less. */
export const freeSeat = (teamId: string, isFreed: Sql): Sql => sql`
  update team_seats s set used = s.used - 1, over_limit = false where s.team_id = ${teamId} and ${isFreed}`;
