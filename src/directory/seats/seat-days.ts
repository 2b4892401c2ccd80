// Seats over time: how many seats a workspace had taken at the end of each day.
import { DAY_MS, instant } from '../../base/clock.ts';
import type { Db } from '../../storage/database.ts';
import { deleteSeatDays, findSeats, noteSeats, type SeatDay, selectSeatDays } from './seat-days-store.ts';

const KEPT_MS = 396 * DAY_MS;
const dayOf = (at: number): string => instant(at).slice(0, 10);

export interface SeatsOverTime {
  readonly used: number;
  /** Null: no limit. */
  readonly limit: number | null;
  /** The days recorded since `from`, and today with the current number. */
  readonly by_day: readonly SeatDay[];
}

/** The current seats and the seats per day. Takes two queries. */
export async function seatsOverTime(db: Db, teamId: string, from: string, now: number): Promise<SeatsOverTime> {
  const { used = 0, seat_limit = null } = (await findSeats(db, teamId)) ?? {};
  const today = dayOf(now);
  const noted = (await selectSeatDays(db, teamId, from)).filter(({ day }) => day < today);
  return { used, limit: seat_limit, by_day: [...noted, { day: today, used }] };
}

/**
 * Records every workspace's seats for today, and deletes rows older than thirteen months. Returns the number of rows
 * deleted.
 */
export async function sweepSeatDays(db: Db, now: number): Promise<number> {
  await noteSeats(db, dayOf(now));
  return deleteSeatDays(db, dayOf(now - KEPT_MS));
}
