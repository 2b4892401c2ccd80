// How far a standby is behind, without trusting anybody's clock: where the primary stood is noted, with the moment, and
// the lag is the age of the oldest note that the standby has not reached. A primary at rest is never lagged behind.

/** A place in PostgreSQL's write-ahead log, as `pg_lsn` is written: `16/B374D848`. */
export type LogPosition = string;

const SHAPE = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;

/** The place as a number; undefined where the text is none. */
export function placeOf(position: LogPosition | null | undefined): bigint | undefined {
  const [, high, low] = SHAPE.exec(position ?? '') ?? [];
  return high === undefined || low === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

export interface LagMeter {
  /** The primary stood there at `now` (milliseconds). */
  note(primary: bigint, now: number): void;
  /** Milliseconds that a standby which stands there at `now` is behind. */
  behind(standby: bigint, now: number): number;
}

/** Two hours of a note a second. A standby that is further behind is told by the first of them. */
const MOST_NOTES = 7_200;

export function lagMeter(): LagMeter {
  const notes: { readonly place: bigint; readonly at: number }[] = [];
  return {
    note(place, at) {
      const last = notes.at(-1);
      // A primary that was failed over from may have been ahead of the one that took its place.
      if (last !== undefined && place < last.place) notes.length = 0;
      if (last?.place !== place && notes.length < MOST_NOTES) notes.push({ place, at });
    },
    behind(standby, now) {
      const open = notes.findIndex(({ place }) => place > standby);
      notes.splice(0, open === -1 ? notes.length : open);
      return Math.max(0, now - (notes[0]?.at ?? now));
    },
  };
}
