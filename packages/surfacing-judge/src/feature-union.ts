// The features of several texts as one sorted list, and the positions of each text's features. Repeats are marked in a
// table that is reused between calls, because sorting each text would be most of the work of building a catalog.
import { featureTable } from './feature-table.ts';
import type { SharedFeatures } from './shared-features.ts';

/** Merges texts. `raw` returns a text's features with repeats, in memory that the next call may overwrite. */
export type FeatureUnion = (texts: readonly string[], raw: (text: string) => Int32Array) => SharedFeatures;

/** The table fits into the processor's cache, and starts over when it is full. */
const REMEMBERED_FEATURES = 1 << 16;
const LAST_MARK = 0x7fffffff;

export function featureUnion(): FeatureUnion {
  let table = featureTable();
  let marks = new Int32Array(0);
  let places = new Int32Array(0);
  let mark = 0;
  let found = new Int32Array(0);
  let members = new Int32Array(0);

  const makeRoom = (more: number, size: number, held: number): void => {
    if (table.size + more > marks.length) {
      marks = larger(marks, table.size + more);
      places = larger(places, marks.length);
    }
    if (size + more > found.length) found = larger(found, size + more);
    if (held + more > members.length) members = larger(members, held + more);
  };

  return (texts, raw) => {
    if (table.size > REMEMBERED_FEATURES || mark > LAST_MARK - texts.length) {
      table = featureTable();
      marks.fill(0);
      mark = 0;
    }
    const before = mark;
    const starts = new Int32Array(texts.length + 1);
    let size = 0;
    let held = 0;
    for (const [at, text] of texts.entries()) {
      mark++;
      const own = raw(text);
      makeRoom(own.length, size, held);
      for (let one = 0; one < own.length; one++) {
        const feature = own[one] ?? 0;
        const number = table.add(feature);
        const seen = marks[number] ?? 0;
        if (seen === mark) continue;
        if (seen <= before) found[size++] = feature;
        marks[number] = mark;
        members[held++] = number;
      }
      starts[at + 1] = held;
    }
    const features = found.slice(0, size).sort();
    for (let place = 0; place < size; place++) places[table.find(features[place] ?? 0)] = place;
    const own = size <= 0x10000 ? new Uint16Array(held) : new Int32Array(held);
    for (let at = 0; at < held; at++) own[at] = places[members[at] ?? 0] ?? 0;
    return { features, starts, members: own };
  };
}

function larger(numbers: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(Math.max(2 * numbers.length, least));
  grown.set(numbers);
  return grown;
}
