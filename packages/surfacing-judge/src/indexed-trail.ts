// A trail that has been read: its units, its distinct features, and the units of each feature. Independent of the
// catalog, so that it can be compared under any catalog's statistics.

import { hashText } from './feature-numbers.ts';
import type { FeatureReader } from './features.ts';
import type { JudgedExample, JudgedTrail } from './judged-trail.ts';
import type { SharedFeatures } from './shared-features.ts';
import { numberedLine, type PromptLine, promptLine, tokenLine } from './text.ts';
import { trailUnits, type Unit } from './trail-units.ts';
import { type UnitVectors, unitVectors, type VectorRows } from './vectors.ts';

/** Evidence and its features: text u of the shared features is unit u. */
export interface IndexedUnits extends SharedFeatures {
  readonly units: readonly Unit[];
  /** The inverse: `units[starts[p]]` up to `units[starts[p + 1]]` are the units with feature p. */
  readonly holders: { readonly starts: Int32Array; readonly units: Int32Array };
  /** Per feature, 0 if only evidence against the trail has it; null without such evidence. */
  readonly supported: Uint8Array | null;
  /** The vectors of the texts, or null if they are not known (yet). */
  readonly vectors: UnitVectors | null;
}

/** One hash per example, in order, to find an example that equals the prompt and therefore decides. */
interface ExampleHashes {
  readonly lineHashes: Int32Array;
  /** Hashes of the lines, including the numbers in them. */
  readonly numberedHashes: Int32Array;
}

/** A trail with hashes of its examples, its keywords as rows of word features, and its acts. */
export interface IndexedTrail extends IndexedUnits, ExampleHashes {
  readonly trail: JudgedTrail;
  readonly keywords: readonly (readonly number[])[];
  readonly acts: ReadonlySet<number>;
}

export const hashLine = (line: string): number => hashText(line);

/** Reads a trail; `rows` holds a vector per text of `trailUnits`, if known. */
export function indexTrail(trail: JudgedTrail, read: FeatureReader, rows: VectorRows | null): IndexedTrail {
  const units = trailUnits(trail);
  const acts = units.filter(({ kind }) => kind !== 'no_match').flatMap(({ text }) => read.acts(text));
  const keywords = keywordsOf(trail).map((keyword) => read.words(keyword).map((word) => word.feature));
  return { trail, ...exampleHashes(trail), keywords, acts: new Set(acts), ...indexUnits(units, read, rows) };
}

/** The names of a trail: its keywords, and the acronyms in its introductory texts. */
function keywordsOf(trail: JudgedTrail): string[] {
  const acronyms = [trail.title, trail.when, trail.description].flatMap((text) => text.match(ACRONYM) ?? []);
  return [...trail.keywords, ...acronyms];
}

const ACRONYM = /\b[A-Z][A-Z0-9]{1,9}\b/g;

function exampleHashes({ examples }: JudgedTrail): ExampleHashes {
  const lines = examples.map(({ text }) => promptLine(text));
  return {
    lineHashes: Int32Array.from(lines, ({ line }) => hashLine(line)),
    numberedHashes: Int32Array.from(lines, ({ numbered }) => hashLine(numbered)),
  };
}

/** How a trail lists a prompt: the kind of example, and whether the numbers in it are the same. */
export interface Listing {
  readonly as: JudgedExample['expect'];
  readonly isExact: boolean;
}

/** The strongest first: equal numbers win, and a line that is both `match` and `no_match` counts as `no_match`. */
const LISTINGS: readonly Listing[] = [
  { as: 'no_match', isExact: true },
  { as: 'match', isExact: true },
  { as: 'no_match', isExact: false },
  { as: 'match', isExact: false },
];

/**
 * How the trail lists the prompt, if it does. Many examples may differ only in their numbers, so only texts with a
 * matching hash are read.
 */
export function listingOf(
  { trail, lineHashes, numberedHashes }: IndexedTrail,
  { line, numbered }: PromptLine,
): Listing | undefined {
  const anyNumbers = { hashes: lineHashes, hash: hashLine(line), lineOf: tokenLine, sought: line };
  if (!lineHashes.includes(anyNumbers.hash)) return undefined;
  const itsNumbers = { hashes: numberedHashes, hash: hashLine(numbered), lineOf: numberedLine, sought: numbered };
  return LISTINGS.find(({ as, isExact }) => {
    const { hashes, hash, lineOf, sought } = isExact ? itsNumbers : anyNumbers;
    return trail.examples.some(
      (example, at) => example.expect === as && hashes[at] === hash && lineOf(example.text) === sought,
    );
  });
}

/** Turns texts into units; drops texts without features, and their vectors. */
export function indexUnits(texts: readonly Unit[], read: FeatureReader, rows: VectorRows | null): IndexedUnits {
  const all = read.shared(texts.map((unit) => unit.text));
  const units = texts.filter((_, at) => all.starts[at] !== all.starts[at + 1]);
  const starts = all.starts.filter((start, at) => at === 0 || start !== all.starts[at - 1]);
  const holders = holdersOf(all.features.length, starts, all.members);
  const supported = supportOf(units, starts, all);
  const vectors = rows === null ? null : vectorsOf(rows, texts, all.starts, units);
  return { units, features: all.features, starts, members: all.members, holders, supported, vectors };
}

function vectorsOf(rows: VectorRows, texts: readonly Unit[], starts: Int32Array, units: readonly Unit[]): UnitVectors {
  const width = texts.length === 0 ? 0 : rows.length / texts.length;
  const kept = texts.flatMap((_, at) => (starts[at] === starts[at + 1] ? [] : [at]));
  const own = new Int8Array(kept.length * width);
  for (const [row, at] of kept.entries()) own.set(rows.subarray(at * width, (at + 1) * width), row * width);
  return unitVectors(
    own,
    units.map((unit) => unit.weight),
  );
}

/** True if any text that does not count against the trail has the feature. */
export function holds(indexed: IndexedUnits, feature: number): boolean {
  let low = 0;
  let high = indexed.features.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = indexed.features[middle] ?? 0;
    if (found === feature) return indexed.supported?.[middle] !== 0;
    if (found < feature) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

function supportOf(
  units: readonly Unit[],
  starts: Int32Array,
  { features, members }: SharedFeatures,
): Uint8Array | null {
  if (!units.some((unit) => unit.kind === 'no_match')) return null;
  const supported = new Uint8Array(features.length);
  for (const [number, unit] of units.entries()) {
    if (unit.kind === 'no_match') continue;
    for (let at = starts[number] ?? 0; at < (starts[number + 1] ?? 0); at++) supported[members[at] ?? 0] = 1;
  }
  return supported;
}

function holdersOf(
  features: number,
  unitStarts: Int32Array,
  members: SharedFeatures['members'],
): IndexedUnits['holders'] {
  const starts = new Int32Array(features + 1);
  for (const place of members) starts[place + 1] = (starts[place + 1] ?? 0) + 1;
  for (let place = 0; place < features; place++) starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0);
  const next = starts.slice();
  const units = new Int32Array(members.length);
  for (let unit = 0; unit + 1 < unitStarts.length; unit++) {
    for (let at = unitStarts[unit] ?? 0; at < (unitStarts[unit + 1] ?? 0); at++) {
      const place = members[at] ?? 0;
      const free = next[place] ?? 0;
      units[free] = unit;
      next[place] = free + 1;
    }
  }
  return { starts, units };
}

/** Approximate size of a reading in bytes, including its weights in one catalog. */
export function indexedBytes({ units, features, starts, members, holders, supported, vectors }: IndexedUnits): number {
  const flat = [features, starts, members, holders.starts, holders.units, supported, vectors?.rows, vectors?.lengths];
  let bytes = OBJECT_BYTES + UNIT_BYTES * units.length + WEIGHT_BYTES * features.length;
  for (const numbers of flat) bytes += numbers?.byteLength ?? 0;
  return bytes;
}

/** The estimated bytes of a reading's objects, of each unit with its scales, and of each feature's weight. */
const [OBJECT_BYTES, UNIT_BYTES, WEIGHT_BYTES] = [4_000, 200, 8];
