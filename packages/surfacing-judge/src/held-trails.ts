// The trails of a catalog by slot, with everything that is stored for each: postings, lines, vectors, and close
// readings.
import { LRUCache } from 'lru-cache';
import { type CentroidRows, centroidRows } from './centroid-rows.ts';
import type { FeatureReader } from './features.ts';
import { type IndexedTrail, indexedBytes, indexTrail } from './indexed-trail.ts';
import { type JudgedTrail, trailBytes } from './judged-trail.ts';
import { type LinePlaces, linePlaces } from './line-places.ts';
import { postedTerms } from './posted-terms.ts';
import { type PostedTrails, postedTrails } from './posted-trails.ts';
import { trailUnits } from './trail-units.ts';
import { unitVectors, type VectorRows } from './vectors.ts';

export interface HeldTrails {
  readonly posted: PostedTrails;
  readonly lines: Pick<LinePlaces, 'of'>;
  readonly centroids: Pick<CentroidRows, 'compare'>;
  /** Undefined: the slot is empty. */
  readonly at: (place: number) => JudgedTrail | undefined;
  placeOf(id: string): number | undefined;
  /** The number of slots, including empty ones. */
  places(): number;
  size(): number;
  ids(): string[];
  find(id: string): IndexedTrail | undefined;
  add(trail: JudgedTrail): void;
  drop(id: string): void;
  /** The trails that belong to this catalog. */
  forgetReadings(): void;
  /** Returns false and changes nothing if the trail was replaced in the meantime. */
  setMeaning(trail: JudgedTrail, rows: VectorRows): boolean;
  /** Approximate bytes in memory, without close readings. */
  bytes(): number;
}

/** The squared idf of a feature. */
type Measure = (feature: number) => number;

/** A trail in its slot. */
interface HeldTrail {
  readonly trail: JudgedTrail;
}

/** The most recently compared trails of all catalogs, read closely, up to a memory limit. */
export type CloseReadings = LRUCache<HeldTrail, IndexedTrail>;

/** About 4,000 trails with seventeen texts. */
const READING_BYTES = 200 * 1_048_576;

/** An entry larger than `most` bytes is kept if it is the only one. */
export const closeReadings = (most = READING_BYTES): CloseReadings =>
  new LRUCache({ maxSize: most, sizeCalculation: (indexed) => Math.min(most, indexedBytes(indexed)) });

function kept(readings: CloseReadings, trail: HeldTrail, reading: IndexedTrail): IndexedTrail {
  readings.set(trail, reading);
  return reading;
}

/** Bytes for a catalog's functions and maps. */
const EMPTY_BYTES = 9_000;

/** Vectors of the trails, and adjacent rows of their centroids. */
function heldMeanings() {
  const vectors = new Map<string, VectorRows>();
  const centroids = centroidRows();
  let rowBytes = 0;
  const forget = (id: string): void => {
    rowBytes -= vectors.get(id)?.byteLength ?? 0;
    vectors.delete(id);
  };
  return {
    centroids,
    bytes: () => rowBytes + centroids.bytes,
    of: (id: string): VectorRows | null => vectors.get(id) ?? null,
    set(trail: JudgedTrail, rows: VectorRows): void {
      const weights = trailUnits(trail).map((unit) => unit.weight);
      const { centroid, centroidLength } = unitVectors(rows, weights);
      forget(trail.id);
      vectors.set(trail.id, rows);
      rowBytes += rows.byteLength;
      centroids.set(trail.id, centroid, centroidLength);
    },
    remove(id: string): void {
      forget(id);
      centroids.remove(id);
    },
  };
}

/** Starts without trails. `idf2` returns the weights of postings. */
export function heldTrails(read: FeatureReader, idf2: Measure, readings: CloseReadings): HeldTrails {
  const trails: (HeldTrail | undefined)[] = [];
  const empty: number[] = [];
  const placeOf = new Map<string, number>();
  const posted = postedTrails();
  const lines = linePlaces();
  const meanings = heldMeanings();
  let textBytes = 0;
  const held = (id: string): HeldTrail | undefined => trails[placeOf.get(id) ?? -1];

  const add = (trail: JudgedTrail): void => {
    const place = empty.pop() ?? trails.length;
    trails[place] = { trail };
    placeOf.set(trail.id, place);
    textBytes += trailBytes(trail);
    posted.add(postedTerms(trail, read, idf2), place);
    lines.add(trail, place);
  };

  const drop = (id: string): void => {
    const place = placeOf.get(id) ?? -1;
    const gone = trails[place];
    if (gone === undefined) return;
    trails[place] = undefined;
    empty.push(place);
    placeOf.delete(id);
    textBytes -= trailBytes(gone.trail);
    readings.delete(gone);
    meanings.remove(id);
    posted.remove(postedTerms(gone.trail, read, idf2), place);
    lines.remove(gone.trail, place);
  };

  const find = (id: string): IndexedTrail | undefined => {
    const found = held(id);
    if (found === undefined) return undefined;
    return readings.get(found) ?? kept(readings, found, indexTrail(found.trail, read, meanings.of(id)));
  };

  const setMeaning = (trail: JudgedTrail, rows: VectorRows): boolean => {
    const found = held(trail.id);
    if (found?.trail !== trail) return false;
    meanings.set(trail, rows);
    readings.delete(found);
    return true;
  };

  const forgetReadings = (): void => {
    for (const one of trails) if (one !== undefined) readings.delete(one);
  };

  const at = (place: number): JudgedTrail | undefined => trails[place]?.trail;
  const [places, size, ids] = [() => trails.length, () => placeOf.size, () => [...placeOf.keys()]];
  const { centroids } = meanings;
  const bytes = () => EMPTY_BYTES + textBytes + posted.bytes + meanings.bytes();
  const own = { at, placeOf: (id: string) => placeOf.get(id), places, size, ids, find, bytes };
  return { posted, lines, centroids, ...own, add, drop, setMeaning, forgetReadings };
}
