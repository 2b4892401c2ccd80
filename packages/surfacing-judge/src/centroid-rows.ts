// What the trails of a catalog mean as a whole, one row a trail side by side, so that a query is compared with all at
// once.
import { DIMENSIONS } from './encoder/transformer.ts';
import { likenesses, type QueryVector, type VectorRows } from './vectors.ts';

export interface CentroidRows {
  set(id: string, row: VectorRows, length: number): void;
  remove(id: string): void;
  /** Calls back for every trail, in no order. */
  compare(query: QueryVector, heard: (id: string, likeness: number) => void): void;
}

const FIRST_ROWS = 16;

export function centroidRows(): CentroidRows {
  const ids: string[] = [];
  const places = new Map<string, number>();
  let rows = new Int8Array(FIRST_ROWS * DIMENSIONS);
  let lengths = new Float64Array(FIRST_ROWS);

  const grow = (): void => {
    const [oldRows, oldLengths] = [rows, lengths];
    rows = new Int8Array(2 * oldRows.length);
    lengths = new Float64Array(2 * oldLengths.length);
    rows.set(oldRows);
    lengths.set(oldLengths);
  };

  return {
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
      // The last one moves into the gap.
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
