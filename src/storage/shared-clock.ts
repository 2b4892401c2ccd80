// The time that all processes of one database go by: the database's. Machines whose clocks differ by minutes would else
// open each other's leases, publish early and refuse each other's codes.
import { type Clock, systemClock } from '../base/clock.ts';

/** By how many milliseconds the clock of the database is ahead of this machine's: at least and at most. */
export interface ClockAhead {
  readonly least: number;
  readonly most: number;
}

export interface SharedClock {
  readonly now: Clock;
  /** Takes what was measured. Answers the milliseconds that are added from now on, where that changes them. */
  note(ahead: ClockAhead | undefined): number | undefined;
}

/** Clocks that are kept by NTP differ by less: they are left as they are, so that time goes on evenly. */
const TOLERATED_MS = 1_000;

/** `machine` until something else was measured, and wherever nothing is (embedded storage). */
export function sharedClock(machine: Clock = systemClock): SharedClock {
  let added = 0;
  return {
    now: () => machine() + added,
    note(ahead) {
      if (ahead === undefined) return undefined;
      const { least, most } = ahead;
      if (added >= least - TOLERATED_MS && added <= most + TOLERATED_MS) return undefined;
      added = least <= 0 && most >= 0 ? 0 : Math.round((least + most) / 2);
      return added;
    },
  };
}

/** What a moment that the database told, in milliseconds, says of its clock: it was told between these two. */
export const clockAhead = (serverTime: number, askedAt: number, answeredAt: number): ClockAhead => ({
  least: serverTime - answeredAt,
  most: serverTime - askedAt,
});
