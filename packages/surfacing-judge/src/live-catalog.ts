// The live trails of one catalog in memory: postings that find the few trails worth a closer look, and feature counts.
// An edit costs what its trail holds and nothing else is recomputed; order of edits leaves no trace in any answer.
import { LRUCache } from 'lru-cache';
import { centroidRows } from './centroid-rows.ts';
import { blockOf } from './feature-numbers.ts';
import { type FeatureTable, featureTable } from './feature-table.ts';
import type { FeatureReader } from './features.ts';
import { hashLine, type IndexedTrail, indexTrail, lineHashes, listedAs } from './indexed-trail.ts';
import type { JudgedTrail } from './judged-trail.ts';
import { type PostedTerms, postedTerms } from './posted-terms.ts';
import { emptyPostings, enlarged } from './postings.ts';
import type { FeatureCounts, QueryWeights } from './statistics.ts';
import { trailUnits } from './trail-units.ts';
import { type QueryVector, unitVectors, type VectorRows } from './vectors.ts';

/** A trail by its id, with its rough closeness to a query. */
export interface Retrieved {
  readonly id: string;
  readonly score: number;
}

export interface LiveCatalog extends FeatureCounts {
  /** Changes with every edit. */
  readonly edition: number;
  /** Changes with every meaning that is set, which changes verdicts but no statistics. */
  readonly meanings: number;
  readonly size: number;
  /** The ids of all trails, in no order. */
  ids(): string[];
  find(id: string): IndexedTrail | undefined;
  /** `rows` hold a vector a text of `trailUnits`; without them the trail is compared by words alone. */
  upsert(trail: JudgedTrail, rows?: VectorRows | null): void;
  /** Sets what the trail means, if it still is in the catalog as it was given. */
  setMeaning(trail: JudgedTrail, rows: VectorRows): void;
  remove(id: string): void;
  /** The trails closest to the query that `admits` lets through, best first, ties by id; of very few trails all. */
  nearest(query: QueryWeights, take: number, admits: (id: string) => boolean): Retrieved[];
  /** The trails closest in meaning that `admits` lets through, best first, ties by id. */
  alike(query: QueryVector, take: number, admits: (id: string) => boolean): Retrieved[];
  /** Trails whose examples hold exactly this line. */
  withLine(line: string): IndexedTrail[];
}

const COMPACT_ABOVE = 64;
const FIRST_FEATURES = 1024;
const READ_TRAILS = 4096;

/** An empty catalog. `idf2` gives the weights of postings: a fixed measure, so that no edit moves another trail's. */
export function liveCatalog(read: FeatureReader, idf2: (feature: number) => number): LiveCatalog {
  let places: (JudgedTrail | undefined)[] = [];
  let table: FeatureTable = featureTable();
  let frequencies = new Int32Array(FIRST_FEATURES);
  let postings = emptyPostings();
  const placeOf = new Map<string, number>();
  /** Places by the hash of a line. */
  const lines = new Map<number, number[]>();
  /** A trail is read closely once it is compared: few of many ever are. */
  const readTrails = new LRUCache<string, IndexedTrail>({ max: READ_TRAILS });
  const vectors = new Map<string, VectorRows>();
  const centroids = centroidRows();
  let edition = 0;
  let meanings = 0;
  let scores = new Float64Array(0);

  const find = (id: string): IndexedTrail | undefined => {
    const trail = places[placeOf.get(id) ?? -1];
    if (trail === undefined) return undefined;
    const known = readTrails.get(id) ?? indexTrail(trail, read, vectors.get(id) ?? null);
    readTrails.set(id, known);
    return known;
  };

  const count = (terms: PostedTerms, by: 1 | -1): void => {
    for (const feature of terms.features) {
      const number = table.add(feature);
      if (number >= frequencies.length) frequencies = enlarged(frequencies);
      frequencies[number] = (frequencies[number] ?? 0) + by;
    }
  };

  const add = (trail: JudgedTrail): void => {
    const place = places.push(trail) - 1;
    placeOf.set(trail.id, place);
    const terms = postedTerms(trail, read, idf2);
    count(terms, 1);
    for (let at = 0; at < terms.features.length; at++) {
      postings.add(table.find(terms.features[at] ?? 0), place, terms.weights[at] ?? 0);
    }
    for (const hash of new Set(lineHashes(trail))) {
      const holders = lines.get(hash);
      if (holders === undefined) lines.set(hash, [place]);
      else holders.push(place);
    }
  };

  const drop = (id: string): void => {
    const place = placeOf.get(id) ?? -1;
    const trail = places[place];
    if (trail === undefined) return;
    places[place] = undefined;
    placeOf.delete(id);
    readTrails.delete(id);
    vectors.delete(id);
    centroids.remove(id);
    count(postedTerms(trail, read, idf2), -1);
    for (const hash of new Set(lineHashes(trail))) {
      const holders = (lines.get(hash) ?? []).filter((one) => one !== place);
      if (holders.length === 0) lines.delete(hash);
      else lines.set(hash, holders);
    }
    if (places.length > 2 * placeOf.size + COMPACT_ABOVE) compact();
  };

  // Entries of removed trails stay in the postings until most are dead: then what lives is added again.
  const compact = (): void => {
    const alive = places.filter((one) => one !== undefined);
    places = [];
    table = featureTable();
    frequencies = new Int32Array(FIRST_FEATURES);
    postings = emptyPostings();
    lines.clear();
    for (const trail of alive) add(trail);
  };

  const setMeaning = (trail: JudgedTrail, rows: VectorRows): void => {
    if (places[placeOf.get(trail.id) ?? -1] !== trail) return;
    vectors.set(trail.id, rows);
    meanings++;
    const { centroid, centroidLength } = unitVectors(
      rows,
      trailUnits(trail).map((unit) => unit.weight),
    );
    centroids.set(trail.id, centroid, centroidLength);
    readTrails.delete(trail.id);
  };

  return {
    get edition() {
      return edition;
    },
    get meanings() {
      return meanings;
    },
    get size() {
      return placeOf.size;
    },
    get counted() {
      return placeOf.size;
    },
    frequency: (feature) => frequencies[table.find(feature)] ?? 0,
    ids: () => [...placeOf.keys()],
    find,
    setMeaning,
    upsert(trail, rows = null) {
      drop(trail.id);
      add(trail);
      if (rows !== null) setMeaning(trail, rows);
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
    alike(query, take, admits) {
      const kept: Retrieved[] = [];
      let bar = 0;
      centroids.compare(query, (id, score) => {
        if (score > bar && admits(id)) bar = keepBest(kept, { id, score }, take);
      });
      return kept;
    },
    withLine(line) {
      const holders = (lines.get(hashLine(line)) ?? []).flatMap((place) => find(places[place]?.id ?? '') ?? []);
      return holders.filter((indexed) => listedAs(indexed, line) !== undefined).sort(byId);
    },
  };
}

function best(
  places: readonly (JudgedTrail | undefined)[],
  scores: Float64Array,
  take: number,
  admits: (id: string) => boolean,
): Retrieved[] {
  const kept: Retrieved[] = [];
  // So few trails are all near, whether they share a word with the query or not: a model may see what words do not.
  const few = places.length <= take;
  let bar = 0;
  for (let place = 0; place < places.length; place++) {
    const score = scores[place] ?? 0;
    const trail = places[place];
    if ((score <= 0 && !few) || score < bar || trail === undefined || !admits(trail.id)) continue;
    bar = keepBest(kept, { id: trail.id, score }, take);
  }
  return kept;
}

/** Puts one among the best and answers the score from which another may come in. */
function keepBest(kept: Retrieved[], one: Retrieved, take: number): number {
  kept.push(one);
  kept.sort((first, second) => second.score - first.score || (first.id < second.id ? -1 : 1));
  if (kept.length > take) kept.pop();
  return kept.length === take ? (kept[take - 1]?.score ?? 0) : 0;
}

/** Best first; equal scores by id, so that the order of inserts decides nothing. */
export const byScore = (one: Retrieved, other: Retrieved): number =>
  other.score - one.score || (one.id < other.id ? -1 : 1);

const byId = (one: IndexedTrail, other: IndexedTrail): number => (one.trail.id < other.trail.id ? -1 : 1);
