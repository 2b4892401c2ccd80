// The live trails of one catalog in memory: postings that find the few trails worth a closer look, and feature counts.
// An edit costs what its trail holds and nothing else is recomputed; order of edits leaves no trace in any answer.
import type { JudgedTrail } from '../judged-trail.ts';
import { blockOf, type FeatureReader } from './features.ts';
import { type IndexedTrail, indexTrail } from './indexed-trail.ts';
import { type FeatureCounts, type QueryWeights, type Statistics, weighUnits } from './statistics.ts';

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

/** Units that hold a feature, and the trails that do: place in the catalog over ten bits of weight. */
interface Posting {
  frequency: number;
  readonly entries: number[];
}

const WEIGHT_BITS = 10;
const WEIGHT_STEPS = (1 << WEIGHT_BITS) - 1;
const COMPACT_ABOVE = 64;

/** An empty catalog. `reference` gives the weights of postings: a fixed measure, so that no edit moves another trail's. */
export function liveCatalog(read: FeatureReader, reference: Statistics): LiveCatalog {
  let places: (IndexedTrail | undefined)[] = [];
  let postings = new Map<number, Posting>();
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
    const weights = postingWeights(indexed, reference);
    for (let at = 0; at < indexed.features.length; at++) {
      const feature = indexed.features[at] ?? 0;
      let posting = postings.get(feature);
      if (posting === undefined) {
        posting = { frequency: 0, entries: [] };
        postings.set(feature, posting);
      }
      posting.frequency += indexed.frequencies[at] ?? 0;
      const weight = weights[at] ?? 0;
      if (weight > 0) posting.entries.push(place * (WEIGHT_STEPS + 1) + weight);
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
      const posting = postings.get(indexed.features[at] ?? 0);
      if (posting !== undefined) posting.frequency -= indexed.frequencies[at] ?? 0;
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
    postings = new Map();
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
    frequency: (feature) => postings.get(feature)?.frequency ?? 0,
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
        const entries = strength > 0 ? postings.get(feature)?.entries : undefined;
        if (entries !== undefined) addEntries(entries, strength, scores);
      }
      return best(places, scores, take, admits);
    },
    withLine: (line) => [...(lines.get(line) ?? [])].sort().flatMap((id) => find(id) ?? []),
  };
}

function addEntries(entries: readonly number[], strength: number, scores: Float64Array): void {
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] ?? 0;
    const place = entry >>> WEIGHT_BITS;
    scores[place] = (scores[place] ?? 0) + strength * (entry & WEIGHT_STEPS);
  }
}

/** Per feature its weight in the trail's centroid, from 1 to 1023; 0 where only evidence against the trail holds it. */
function postingWeights(indexed: IndexedTrail, reference: Statistics): Int32Array {
  const { centroid, norm } = weighUnits(indexed, reference.idf2);
  return Int32Array.from(centroid, (sum) =>
    sum > 0 ? Math.max(1, Math.min(WEIGHT_STEPS, Math.round((sum / norm) * FULL_WEIGHT))) : 0,
  );
}

// idf is at least 1, so a weight over the norm is at most about 1; rare features stay far below.
const FULL_WEIGHT = 4 * WEIGHT_STEPS;

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
