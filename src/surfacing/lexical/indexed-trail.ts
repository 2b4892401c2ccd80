// One trail read once: its units, its distinct features, and which unit holds which. Pure content: nothing here depends
// on the catalog around it, so that it can be compared under any catalog's statistics.
import type { JudgedTrail } from '../judged-trail.ts';
import type { FeatureReader, Features } from './features.ts';
import { tokenLine } from './text.ts';
import { trailUnits, type Unit } from './trail-units.ts';

/** A text of evidence source; `members[starts[u]]` up to `members[starts[u + 1]]` are unit u's places in `features`. */
export interface IndexedUnits {
  readonly units: readonly Unit[];
  readonly features: Features;
  readonly starts: Int32Array;
  readonly members: Int32Array;
  /** Per feature, how many units hold it (a document has fewer than 256); units of evidence against the trail do not count. */
  readonly frequencies: Uint8Array;
  /** How many units count in `frequencies`. */
  readonly counted: number;
}

/** A trail with the lines of its examples, for the rule that an equal prompt decides. */
export interface IndexedTrail extends IndexedUnits {
  readonly trail: JudgedTrail;
  readonly lines: ReadonlyMap<string, 'match' | 'no_match'>;
}

/** Reads a trail. A line that is both `match` and `no_match` counts as `no_match`. */
export function indexTrail(trail: JudgedTrail, read: FeatureReader): IndexedTrail {
  const lines = new Map<string, 'match' | 'no_match'>();
  for (const example of trail.examples) {
    const line = tokenLine(example.text);
    if (line !== '' && lines.get(line) !== 'no_match') lines.set(line, example.expect);
  }
  return { trail, lines, ...indexUnits(trailUnits(trail), read) };
}

/** Reads texts into units; a text without features is dropped. */
export function indexUnits(texts: readonly Unit[], read: FeatureReader): IndexedUnits {
  const readable = texts.map((unit) => ({ unit, own: read.features(unit.text) })).filter((one) => one.own.length > 0);
  const features = union(readable.map((one) => one.own));
  const starts = new Int32Array(readable.length + 1);
  const members = new Int32Array(readable.reduce((sum, one) => sum + one.own.length, 0));
  const frequencies = new Uint8Array(features.length);
  let filled = 0;
  for (const [number, { unit, own }] of readable.entries()) {
    let place = 0;
    for (const feature of own) {
      while (features[place] !== feature) place++;
      members[filled++] = place;
      if (unit.kind !== 'no_match') frequencies[place] = (frequencies[place] ?? 0) + 1;
    }
    starts[number + 1] = filled;
  }
  const units = readable.map((one) => one.unit);
  const counted = units.filter((unit) => unit.kind !== 'no_match').length;
  return { units, features, starts, members, frequencies, counted };
}

/** How many counted units hold the feature. */
export function frequencyOf(indexed: IndexedUnits, feature: number): number {
  let low = 0;
  let high = indexed.features.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = indexed.features[middle] ?? 0;
    if (found === feature) return indexed.frequencies[middle] ?? 0;
    if (found < feature) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}

function union(sets: readonly Features[]): Features {
  const all = new Int32Array(sets.reduce((sum, one) => sum + one.length, 0));
  let filled = 0;
  for (const one of sets) {
    all.set(one, filled);
    filled += one.length;
  }
  all.sort();
  let size = 0;
  for (let at = 0; at < all.length; at++) {
    if (at === 0 || all[at] !== all[size - 1]) all[size++] = all[at] ?? 0;
  }
  return all.slice(0, size);
}
