// The trails of a catalog at their places, with all that is kept of each: postings, lines, meaning, the close reading.
import { LRUCache } from 'lru-cache';
import { type CentroidRows, centroidRows } from './centroid-rows.ts';
import type { FeatureReader } from './features.ts';
import { type IndexedTrail, indexTrail } from './indexed-trail.ts';
import type { JudgedTrail } from './judged-trail.ts';
import { type LinePlaces, linePlaces } from './line-places.ts';
import { postedTerms } from './posted-terms.ts';
import { type PostedTrails, postedTrails } from './posted-trails.ts';
import { trailUnits } from './trail-units.ts';
import { unitVectors, type VectorRows } from './vectors.ts';

export interface HeldTrails {
  readonly posted: PostedTrails;
  readonly lines: Pick<LinePlaces, 'of'>;
  readonly centroids: Pick<CentroidRows, 'compare'>;
  /** Undefined: the place is empty. */
  readonly at: (place: number) => JudgedTrail | undefined;
  /** How many places there are, the empty ones included. */
  places(): number;
  size(): number;
  ids(): string[];
  find(id: string): IndexedTrail | undefined;
  add(trail: JudgedTrail): void;
  drop(id: string): void;
  /** Answers false, and sets nothing, where the trail is no longer held as it was given. */
  setMeaning(trail: JudgedTrail, rows: VectorRows): boolean;
}

/** Places are given anew once most of them are empty, and there are more than these. */
const COMPACT_ABOVE = 64;
const READ_TRAILS = 4096;

/** What the encoder made of trails: the vectors of each, and their middles side by side. */
function heldMeanings() {
  const vectors = new Map<string, VectorRows>();
  const centroids = centroidRows();
  return {
    centroids,
    of: (id: string): VectorRows | null => vectors.get(id) ?? null,
    set(trail: JudgedTrail, rows: VectorRows): void {
      const weights = trailUnits(trail).map((unit) => unit.weight);
      const { centroid, centroidLength } = unitVectors(rows, weights);
      vectors.set(trail.id, rows);
      centroids.set(trail.id, centroid, centroidLength);
    },
    remove(id: string): void {
      vectors.delete(id);
      centroids.remove(id);
    },
  };
}

/** No trails yet. `idf2` gives the weights of postings. */
export function heldTrails(read: FeatureReader, idf2: (feature: number) => number): HeldTrails {
  let trails: (JudgedTrail | undefined)[] = [];
  const placeOf = new Map<string, number>();
  const posted = postedTrails();
  const lines = linePlaces();
  const meanings = heldMeanings();
  /** A trail is read closely once it is compared: few of many ever are. */
  const readTrails = new LRUCache<string, IndexedTrail>({ max: READ_TRAILS });
  const held = (id: string): JudgedTrail | undefined => trails[placeOf.get(id) ?? -1];

  const add = (trail: JudgedTrail): void => {
    const place = trails.push(trail) - 1;
    placeOf.set(trail.id, place);
    posted.add(postedTerms(trail, read, idf2), place);
    lines.add(trail, place);
  };

  const drop = (id: string): void => {
    const place = placeOf.get(id) ?? -1;
    const trail = trails[place];
    if (trail === undefined) return;
    trails[place] = undefined;
    placeOf.delete(id);
    readTrails.delete(id);
    meanings.remove(id);
    posted.uncount(postedTerms(trail, read, idf2));
    lines.remove(trail, place);
    if (trails.length > 2 * placeOf.size + COMPACT_ABOVE) compact();
  };

  // Entries of removed trails stay in the postings until most are dead: then what lives is added again.
  const compact = (): void => {
    const alive = trails.filter((one) => one !== undefined);
    trails = [];
    posted.clear();
    lines.clear();
    for (const trail of alive) add(trail);
  };

  const find = (id: string): IndexedTrail | undefined => {
    const trail = held(id);
    if (trail === undefined) return undefined;
    const known = readTrails.get(id) ?? indexTrail(trail, read, meanings.of(id));
    readTrails.set(id, known);
    return known;
  };

  const setMeaning = (trail: JudgedTrail, rows: VectorRows): boolean => {
    if (held(trail.id) !== trail) return false;
    meanings.set(trail, rows);
    readTrails.delete(trail.id);
    return true;
  };

  const at = (place: number): JudgedTrail | undefined => trails[place];
  const [places, size, ids] = [() => trails.length, () => placeOf.size, () => [...placeOf.keys()]];
  return { posted, lines, centroids: meanings.centroids, at, places, size, ids, find, add, drop, setMeaning };
}
