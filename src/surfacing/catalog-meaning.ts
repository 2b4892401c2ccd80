// What the live trails of a catalog mean: read from the store when the catalog is, and worked out beside all requests
// where the store does not know it yet. Until it is known a trail, and whatever it is compared with, goes by its words.
import { createHash } from 'node:crypto';
import { DIMENSIONS } from '@cairn/surfacing-judge/encoder/transformer';
import type { JudgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LiveCatalog } from '@cairn/surfacing-judge/live-catalog';
import type { Meaning } from '@cairn/surfacing-judge/meaning';
import { trailUnits } from '@cairn/surfacing-judge/trail-units';
import { inSlices } from '../base/slices.ts';
import type { MeaningStore, StoredMeaning } from './meaning-store.ts';

export interface CatalogMeanings {
  /** Gives the trails, just put into the catalog, what the store knows of them, and begins to work out the rest. */
  fill(catalogId: string, catalog: LiveCatalog, trails: readonly JudgedTrail[]): Promise<void>;
  /** Resolves once nothing is left to work out. */
  settled(): Promise<void>;
  /** Gives up what is not worked out yet, and resolves once nothing is under way. */
  stop(): Promise<void>;
}

/** A catalog of more live trails goes by words: its vectors would take more memory than the rest of the service. */
const MOST_TRAILS_WITH_MEANING = 20_000;
const BATCH = 500;
/** Work that other requests wait for. */
const SLICE_MILLISECONDS = 10;
/** Moves whenever vectors of the same texts would come out otherwise. */
const ENCODER = 'use-lite/4';

/** Trails of a catalog that are still to be worked out, the next one last. */
interface OpenWork {
  readonly catalogId: string;
  readonly catalog: LiveCatalog;
  readonly trails: JudgedTrail[];
  /** False once the store failed: what is worked out from then on is kept at the next start. */
  isKept: boolean;
}

/**
 * `meaning` is the judge's, asked for with the first catalog; undefined where there is no encoder. Catalogs take turns,
 * a trail each: a small one does not wait for a large one. A failure to keep vectors is reported once a catalog.
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
    if (catalog.find(trail.id)?.trail !== trail) return; // edited or gone again
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
      if (meaning() === undefined || catalog.size > MOST_TRAILS_WITH_MEANING) return;
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

/** Gives the trails what the store knows of them; answers those of which it knows nothing, or of older texts. */
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

/** Whether the vectors are of these texts, one of each. */
const isOf = (trail: JudgedTrail, { digest, vectors }: StoredMeaning): boolean =>
  digest.equals(digestOf(trail)) && vectors.length === DIMENSIONS * trailUnits(trail).length;

const digestOf = (trail: JudgedTrail): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([ENCODER, trailUnits(trail).map(({ kind, text }) => [kind, text])]))
    .digest();
