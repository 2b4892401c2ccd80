// Measures a standby's lag without trusting clocks: records the primary's positions with their times. The lag is the
// age of the oldest position that the standby has not reached. An idle primary causes no lag.

/** A position in PostgreSQL's write-ahead log in the format of `pg_lsn`: `16/B374D848`. */
export type LogPosition = string;

const SHAPE = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;

/** The position as a number; undefined if invalid. */
export function placeOf(position: LogPosition | null | undefined): bigint | undefined {
  const [, high, low] = SHAPE.exec(position ?? '') ?? [];
  return high === undefined || low === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

export interface LagMeter {
  /** Records the primary's position at `now` (milliseconds). */
  note(primary: bigint, now: number): void;
  /** The lag in milliseconds of a standby at that position at `now`. */
  behind(standby: bigint, now: number): number;
}

/** Two hours at one record per second. A greater lag is measured from the oldest record. */
const MAX_RECORDS = 7_200;

export function lagMeter(): LagMeter {
  const notes: { readonly place: bigint; readonly at: number }[] = [];
  return {
    note(place, at) {
      const last = notes.at(-1);
      // After a failover, the former primary may have been ahead of the new one.
      if (last !== undefined && place < last.place) notes.length = 0;
      if (last?.place !== place && notes.length < MAX_RECORDS) notes.push({ place, at });
    },
    behind(standby, now) {
      const open = notes.findIndex(({ place }) => place > standby);
      notes.splice(0, open === -1 ? notes.length : open);
      return Math.max(0, now - (notes[0]?.at ?? now));
    },
  };
}
