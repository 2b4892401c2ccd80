// Sentence vectors of a catalog's live trails. They are read from the store with the catalog; missing ones are computed
// in the background. Until then a trail, and anything compared with it, is judged by words alone.
import { createHash } from 'node:crypto';
import { DIMENSIONS } from '@cairn/surfacing-judge/encoder/transformer';
import type { JudgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LiveCatalog } from '@cairn/surfacing-judge/live-catalog';
import type { Meaning } from '@cairn/surfacing-judge/meaning';
import { trailUnits } from '@cairn/surfacing-judge/trail-units';
import { inSlices } from '../base/slices.ts';
import type { MeaningStore, StoredMeaning } from './meaning-store.ts';

export interface CatalogMeanings {
  /** Sets the stored vectors of trails just added to the catalog, and starts computing the missing ones. */
  fill(catalogId: string, catalog: LiveCatalog, trails: readonly JudgedTrail[]): Promise<void>;
  /** Resolves once nothing is left to compute. */
  settled(): Promise<void>;
  /** Cancels pending computations, and resolves once none is running. */
  stop(): Promise<void>;
}

/** Larger catalogs are judged by words alone: their vectors would need more memory than the rest of the service. */
const MAX_TRAILS_WITH_MEANING = 20_000;
const BATCH = 500;
/** Yields to other requests after each slice, in milliseconds. */
const SLICE_MILLISECONDS = 10;
/** Change this whenever the same texts would get different vectors. */
const ENCODER = 'use-lite/4';

/** Trails of a catalog without vectors, in reverse order. */
interface OpenWork {
  readonly catalogId: string;
  readonly catalog: LiveCatalog;
  readonly trails: JudgedTrail[];
  /** False once the store has failed. Vectors computed after that are stored after the next start. */
  isKept: boolean;
}

/**
 * `meaning` returns the judge's encoder, or undefined if there is none; it is called with the first catalog. Catalogs
 * take turns, one trail each, so a small one does not wait for a large one. A storage failure is reported once per
 * catalog.
 */
export function catalogMeanings(
  meaning: () => Meaning | undefined,
  store: MeaningStore,
  report: (failure: unknown) => void,
): CatalogMeanings {
  const open: OpenWork[] = [];
  let work: Promise<void> = Promise.resolve();
  let stopped = false;

  const workOut = async (one: OpenWork, trail: JudgedTrail): Promise<void> => {
    const { catalogId, catalog } = one;
    if (catalog.find(trail.id)?.trail !== trail) return; // The trail was edited or removed in the meantime.
    const vectors = await meaning()?.prepare(trail);
    if (vectors === undefined) return;
    catalog.setMeaning(trail, vectors);
    if (!one.isKept) return;
    const kept = { trail_id: trail.id, digest: digestOf(trail), vectors: Buffer.from(vectors.buffer) };
    await store.keep(catalogId, kept).catch((failure: unknown) => {
      one.isKept = false;
      report(failure);
    });
  };

  const workThrough = async (): Promise<void> => {
    for (let next = open.shift(); next !== undefined && !stopped; next = open.shift()) {
      const trail = next.trails.pop();
      if (trail === undefined) continue;
      open.push(next);
      await workOut(next, trail);
    }
  };

  return {
    async fill(catalogId, catalog, trails) {
      if (meaning() === undefined || catalog.size > MAX_TRAILS_WITH_MEANING) return;
      const unknown = await withoutStored(store, catalogId, catalog, trails);
      if (unknown.length === 0) return;
      open.push({ catalogId, catalog, trails: unknown.reverse(), isKept: true });
      work = work.then(workThrough).catch(report);
    },
    settled: () => work,
    stop() {
      stopped = true;
      return work;
    },
  };
}

/** Sets the stored vectors. Returns the trails without any, or with vectors of older texts. */
async function withoutStored(
  store: MeaningStore,
  catalogId: string,
  catalog: LiveCatalog,
  trails: readonly JudgedTrail[],
): Promise<JudgedTrail[]> {
  const unknown: JudgedTrail[] = [];
  const othersTurn = inSlices(SLICE_MILLISECONDS);
  for (let from = 0; from < trails.length; from += BATCH) {
    const batch = trails.slice(from, from + BATCH);
    const ids = batch.map((trail) => trail.id);
    const stored = new Map((await store.read(catalogId, ids)).map((one) => [one.trail_id, one]));
    for (const trail of batch) {
      const known = stored.get(trail.id);
      if (known !== undefined && isOf(trail, known)) catalog.setMeaning(trail, new Int8Array(known.vectors));
      else unknown.push(trail);
      await othersTurn();
    }
  }
  return unknown;
}

/** Whether these are the vectors of the trail's current texts. */
const isOf = (trail: JudgedTrail, { digest, vectors }: StoredMeaning): boolean =>
  digest.equals(digestOf(trail)) && vectors.length === DIMENSIONS * trailUnits(trail).length;

const digestOf = (trail: JudgedTrail): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([ENCODER, trailUnits(trail).map(({ kind, text }) => [kind, text])]))
    .digest();
