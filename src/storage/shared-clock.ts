// All processes use the database's clock. Otherwise, machines whose clocks differ by minutes would break each other's
// leases, publish early, and reject each other's codes.
import { type Clock, systemClock } from '../base/clock.ts';

/** How many milliseconds the database's clock is ahead of this machine's: minimum and maximum. */
export interface ClockAhead {
  readonly least: number;
  readonly most: number;
}

export interface SharedClock {
  readonly now: Clock;
  /** Records a measurement. Returns the new offset in milliseconds if it changed. */
  note(ahead: ClockAhead | undefined): number | undefined;
}

/** NTP keeps clocks closer than this. Smaller differences are ignored, so that time stays monotonic. */
const TOLERATED_MS = 1_000;

/** Starts with the `machine` clock, and uses it as long as there are no measurements. */
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

/** The clock difference, from a time that the database reported between these two local times (all in milliseconds). */
export const clockAhead = (serverTime: number, askedAt: number, answeredAt: number): ClockAhead => ({
  least: serverTime - answeredAt,
  most: serverTime - askedAt,
});
