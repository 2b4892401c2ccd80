// The live trails of one catalog in memory, with search by words and by meaning. The cost of an edit depends only on
// its trail, and results do not depend on the order of edits.
import { bestRetrieved, type RetrievedTrail } from './best-retrieved.ts';
import { isCounted } from './feature-numbers.ts';
import type { FeatureReader } from './features.ts';
import { type CloseReadings, closeReadings, type HeldTrails, heldTrails } from './held-trails.ts';
import { type IndexedTrail, listingOf } from './indexed-trail.ts';
import type { JudgedTrail } from './judged-trail.ts';
import type { FeatureCounts, QueryWeights } from './statistics.ts';
import type { PromptLine } from './text.ts';
import type { QueryVector, VectorRows } from './vectors.ts';

export interface LiveCatalog extends FeatureCounts {
  /** Changes with every edit. Unique among all states of all catalogs in this process. */
  readonly edition: number;
  /** Changes whenever a vector is set, which changes verdicts but no statistics. */
  readonly meanings: number;
  readonly size: number;
  /** Approximate bytes in memory, without close readings. */
  readonly bytes: number;
  /** The ids of all trails, in no particular order. */
  ids(): string[];
  find(id: string): IndexedTrail | undefined;
  /** `rows` contains a vector per text of `trailUnits`. If they are missing, the trail is compared by words only. */
  upsert(trail: JudgedTrail, rows?: VectorRows | null): void;
  /** Sets the vectors of a trail, if the catalog still contains it in this version. */
  setMeaning(trail: JudgedTrail, rows: VectorRows): void;
  remove(id: string): void;
  /** Drops close readings, for a catalog that is no longer in use. */
  forgetReadings(): void;
  /** The counts of this catalog's own trails, valid until the next edit. */
  countsOf(ids: ReadonlySet<string>): FeatureCounts;
  /**
   * The nearest trails by words that `admits` accepts, best first, with ties ordered by id. Returns all trails if
   * `hidden` leaves very few.
   */
  nearest(
    query: QueryWeights,
    take: number,
    admits: (id: string) => boolean,
    hidden?: ReadonlySet<string>,
  ): RetrievedTrail[];
  /** The nearest trails by meaning that `admits` accepts, best first, with ties ordered by id. */
  alike(query: QueryVector, take: number, admits: (id: string) => boolean): RetrievedTrail[];
  /**
   * The first trails by id, at most `take`, that `admits` accepts and that list this prompt as a match, including its
   * numbers.
   */
  listing(prompt: PromptLine, take: number, admits: (id: string) => boolean): IndexedTrail[];
}

let editions = 0;

/**
 * An empty catalog. `idf2` returns the weights of postings, which are a fixed measure, so that edits do not change
 * other trails. Catalogs share `readings`.
 */
export function liveCatalog(
  read: FeatureReader,
  idf2: (feature: number) => number,
  readings: CloseReadings = closeReadings(),
): LiveCatalog {
  const trails = heldTrails(read, idf2, readings);
  let edition = ++editions;
  let meanings = 0;

  const setMeaning = (trail: JudgedTrail, rows: VectorRows): void => {
    if (trails.setMeaning(trail, rows)) meanings++;
  };

  return {
    get edition() {
      return edition;
    },
    get meanings() {
      return meanings;
    },
    get size() {
      return trails.size();
    },
    get bytes() {
      return trails.bytes();
    },
    get counted() {
      return trails.size();
    },
    frequency: trails.posted.frequency,
    ids: trails.ids,
    find: trails.find,
    setMeaning,
    upsert(trail, rows = null) {
      trails.drop(trail.id);
      trails.add(trail);
      if (rows !== null) setMeaning(trail, rows);
      edition = ++editions;
    },
    remove(id) {
      trails.drop(id);
      edition = ++editions;
    },
    forgetReadings: trails.forgetReadings,
    countsOf: (ids) => countsOf(trails, ids),
    nearest: (query, take, admits, hidden) => nearest(trails, query, take, admits, hidden),
    alike: (query, take, admits) => alike(trails, query, take, admits),
    listing: (prompt, take, admits) => listing(trails, prompt, take, admits),
  };
}

/**
 * Counts a feature when it is first used, because a prompt needs only a few thousand of the features in a catalog of
 * 100,000 trails.
 */
function countsOf(trails: HeldTrails, ids: ReadonlySet<string>): FeatureCounts {
  const marked = new Uint8Array(trails.places());
  let counted = 0;
  for (const id of ids) {
    const place = trails.placeOf(id);
    if (place === undefined) continue;
    marked[place] = 1;
    counted++;
  }
  const known = new Map<number, number>();
  const frequency = (feature: number): number => {
    if (!isCounted(feature)) return 0;
    const before = known.get(feature);
    if (before !== undefined) return before;
    const fresh = trails.posted.frequencyAmong(feature, marked);
    known.set(feature, fresh);
    return fresh;
  };
  return { counted, frequency: counted === 0 ? () => 0 : frequency };
}

function areFew(trails: HeldTrails, most: number, hidden: ReadonlySet<string> | undefined): boolean {
  if (hidden === undefined || hidden.size === 0) return trails.size() <= most;
  let left = 0;
  for (let place = 0; place < trails.places() && left <= most; place++) {
    const trail = trails.at(place);
    if (trail !== undefined && !hidden.has(trail.id)) left++;
  }
  return left <= most;
}

function nearest(
  trails: HeldTrails,
  query: QueryWeights,
  take: number,
  admits: (id: string) => boolean,
  hidden?: ReadonlySet<string>,
): RetrievedTrail[] {
  const places = trails.places();
  const scores = trails.posted.scores(query, places);
  // In a very small catalog, all trails count as near, even without common words, because a model may see other
  // connections.
  const isEveryTrailNear = areFew(trails, take, hidden);
  const best = bestRetrieved(take);
  for (let place = 0; place < places; place++) {
    const score = scores[place] ?? 0;
    if ((score <= 0 && !isEveryTrailNear) || !best.mayEnter(score)) continue;
    const trail = trails.at(place);
    if (trail !== undefined && admits(trail.id)) best.add({ id: trail.id, score });
  }
  return best.kept;
}

function alike(
  trails: HeldTrails,
  query: QueryVector,
  take: number,
  admits: (id: string) => boolean,
): RetrievedTrail[] {
  const best = bestRetrieved(take);
  trails.centroids.compare(query, (id, score) => {
    if (score > 0 && best.mayEnter(score) && admits(id)) best.add({ id, score });
  });
  return best.kept;
}

function listing(
  trails: HeldTrails,
  prompt: PromptLine,
  take: number,
  admits: (id: string) => boolean,
): IndexedTrail[] {
  const ids = trails.lines.of(prompt.numbered).flatMap((place) => trails.at(place)?.id ?? []);
  const found: IndexedTrail[] = [];
  // Thousands of trails may list the same line, so only the selected ones are read closely.
  for (const id of ids.filter(admits).sort()) {
    if (found.length === take) break;
    const indexed = trails.find(id);
    const listed = indexed && listingOf(indexed, prompt);
    if (indexed !== undefined && listed?.isExact === true && listed.as === 'match') found.push(indexed);
  }
  return found;
}
