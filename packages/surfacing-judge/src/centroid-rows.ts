// The vectors of whole trails in adjacent rows, so that a query can be compared with all of them at once.
import { DIMENSIONS } from './encoder/transformer.ts';
import { likenesses, type QueryVector, type VectorRows } from './vectors.ts';

export interface CentroidRows {
  set(id: string, row: VectorRows, length: number): void;
  remove(id: string): void;
  /** Calls back for every trail, in no particular order. */
  compare(query: QueryVector, heard: (id: string, likeness: number) => void): void;
  /** Bytes in memory. */
  readonly bytes: number;
}

const FIRST_ROWS = 4;

export function centroidRows(): CentroidRows {
  const ids: string[] = [];
  const places = new Map<string, number>();
  let rows = new Int8Array(0);
  let lengths = new Float64Array(0);

  const grow = (): void => {
    const [oldRows, oldLengths] = [rows, lengths];
    lengths = new Float64Array(Math.max(FIRST_ROWS, 2 * oldLengths.length));
    rows = new Int8Array(lengths.length * DIMENSIONS);
    rows.set(oldRows);
    lengths.set(oldLengths);
  };

  return {
    get bytes() {
      return rows.byteLength + lengths.byteLength;
    },
    set(id, row, length) {
      const place = places.get(id) ?? ids.push(id) - 1;
      if (place >= lengths.length) grow();
      places.set(id, place);
      rows.set(row, place * DIMENSIONS);
      lengths[place] = length;
    },
    remove(id) {
      const place = places.get(id);
      if (place === undefined) return;
      places.delete(id);
      const last = ids.pop() ?? id;
      if (last === id) return;
      // Moves the last row into the gap.
      ids[place] = last;
      places.set(last, place);
      rows.copyWithin(place * DIMENSIONS, ids.length * DIMENSIONS, (ids.length + 1) * DIMENSIONS);
      lengths[place] = lengths[ids.length] ?? 0;
    },
    compare(query, heard) {
      const cosines = likenesses(query, rows, lengths.subarray(0, ids.length));
      for (const [place, id] of ids.entries()) heard(id, cosines[place] ?? 0);
    },
  };
}
