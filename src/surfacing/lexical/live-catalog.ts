// The live trails of one catalog in memory: postings that find the few trails worth a closer look, and feature counts.
// An edit costs what its trail holds and nothing else is recomputed; order of edits leaves no trace in any answer.
import type { JudgedTrail } from '../judged-trail.ts';
import { type FeatureTable, featureTable } from './feature-table.ts';
import { BLOCKS, blockOf, type FeatureReader } from './features.ts';
import { type IndexedTrail, indexTrail } from './indexed-trail.ts';
import { emptyPostings, enlarged, MOST_WEIGHT } from './postings.ts';
import { type FeatureCounts, type QueryWeights, weighUnits } from './statistics.ts';

/** A trail with its rough closeness to a query. */
export interface Retrieved {
  readonly indexed: IndexedTrail;
  readonly score: number;
}

export interface LiveCatalog extends FeatureCounts {
  /** Changes with every edit. */
  readonly edition: number;
  readonly size: number;
  find(id: string): IndexedTrail | undefined;
  upsert(trail: JudgedTrail): void;
  remove(id: string): void;
  /** The trails closest to the query that `admits` lets through, best first, ties by id. */
  nearest(query: QueryWeights, take: number, admits: (id: string) => boolean): Retrieved[];
  /** Trails whose examples hold exactly this line. */
  withLine(line: string): IndexedTrail[];
}

const COMPACT_ABOVE = 64;
const FIRST_FEATURES = 1024;

/** An empty catalog. `idf2` gives the weights of postings: a fixed measure, so that no edit moves another trail's. */
export function liveCatalog(read: FeatureReader, idf2: (feature: number) => number): LiveCatalog {
  let places: (IndexedTrail | undefined)[] = [];
  let table: FeatureTable = featureTable();
  let frequencies = new Int32Array(FIRST_FEATURES);
  let postings = emptyPostings();
  const placeOf = new Map<string, number>();
  const lines = new Map<string, Set<string>>();
  let counted = 0;
  let edition = 0;
  let scores = new Float64Array(0);

  const find = (id: string): IndexedTrail | undefined => places[placeOf.get(id) ?? -1];

  const add = (indexed: IndexedTrail): void => {
    const place = places.push(indexed) - 1;
    placeOf.set(indexed.trail.id, place);
    counted += indexed.counted;
    const weights = postingWeights(indexed, idf2);
    for (let at = 0; at < indexed.features.length; at++) {
      const feature = indexed.features[at] ?? 0;
      const number = table.add(feature);
      if (number >= frequencies.length) frequencies = enlarged(frequencies);
      frequencies[number] = (frequencies[number] ?? 0) + (indexed.frequencies[at] ?? 0);
      const weight = weights[at] ?? 0;
      if (weight > 0) postings.add(number, place, weight);
    }
    for (const line of indexed.lines.keys()) lines.set(line, (lines.get(line) ?? new Set()).add(indexed.trail.id));
  };

  const drop = (id: string): void => {
    const indexed = find(id);
    if (indexed === undefined) return;
    places[placeOf.get(id) ?? -1] = undefined;
    placeOf.delete(id);
    counted -= indexed.counted;
    for (let at = 0; at < indexed.features.length; at++) {
      const number = table.find(indexed.features[at] ?? 0);
      frequencies[number] = (frequencies[number] ?? 0) - (indexed.frequencies[at] ?? 0);
    }
    for (const line of indexed.lines.keys()) {
      lines.get(line)?.delete(id);
      if (lines.get(line)?.size === 0) lines.delete(line);
    }
    if (places.length > 2 * placeOf.size + COMPACT_ABOVE) compact();
  };

  // Entries of removed trails stay in the postings until most are dead: then what lives is added afresh.
  const compact = (): void => {
    const alive = places.filter((one) => one !== undefined);
    places = [];
    table = featureTable();
    frequencies = new Int32Array(FIRST_FEATURES);
    postings = emptyPostings();
    lines.clear();
    counted = 0;
    for (const indexed of alive) add(indexed);
  };

  return {
    get edition() {
      return edition;
    },
    get size() {
      return placeOf.size;
    },
    get counted() {
      return counted;
    },
    frequency: (feature) => frequencies[table.find(feature)] ?? 0,
    find,
    upsert(trail) {
      drop(trail.id);
      add(indexTrail(trail, read));
      edition++;
    },
    remove(id) {
      drop(id);
      edition++;
    },
    nearest(query, take, admits) {
      if (scores.length < places.length) scores = new Float64Array(places.length * 2);
      scores.fill(0, 0, places.length);
      for (let at = 0; at < query.features.length; at++) {
        const feature = query.features[at] ?? 0;
        const strength = (query.idf2[at] ?? 0) * (query.scales[blockOf(feature)] ?? 0);
        const number = table.find(feature);
        if (number >= 0) postings.score(number, strength, scores);
      }
      return best(places, scores, take, admits);
    },
    withLine: (line) => [...(lines.get(line) ?? [])].sort().flatMap((id) => find(id) ?? []),
  };
}

/**
 * Per feature its weight in the trail's centroid, from 1 to 1023; 0 where only evidence against the trail holds it, and for
 * pairs: most pairs stand in one text alone, so that they would double the memory and find hardly a trail more.
 */
function postingWeights(indexed: IndexedTrail, idf2: (feature: number) => number): Int32Array {
  const { centroid, norm } = weighUnits(indexed, idf2);
  const weights = new Int32Array(centroid.length);
  for (let at = 0; at < weights.length; at++) {
    const sum = centroid[at] ?? 0;
    if (sum <= 0 || blockOf(indexed.features[at] ?? 0) === BLOCKS.pairs) continue;
    weights[at] = Math.max(1, Math.min(MOST_WEIGHT, Math.round((sum / norm) * FULL_WEIGHT)));
  }
  return weights;
}

// idf is at least 1, so a weight over the norm is at most about 1; rare features stay far below.
const FULL_WEIGHT = 4 * MOST_WEIGHT;

function best(
  places: readonly (IndexedTrail | undefined)[],
  scores: Float64Array,
  take: number,
  admits: (id: string) => boolean,
): Retrieved[] {
  const kept: Retrieved[] = [];
  let bar = 0;
  for (let place = 0; place < places.length; place++) {
    const score = scores[place] ?? 0;
    const indexed = places[place];
    if (score <= 0 || score < bar || indexed === undefined || !admits(indexed.trail.id)) continue;
    kept.push({ indexed, score });
    kept.sort(byScore);
    if (kept.length > take) kept.pop();
    if (kept.length === take) bar = kept[take - 1]?.score ?? 0;
  }
  return kept;
}

/** Best first; equal scores by id, so that the order of inserts decides nothing. */
export const byScore = (one: Retrieved, other: Retrieved): number =>
  other.score - one.score || (one.indexed.trail.id < other.indexed.trail.id ? -1 : 1);
