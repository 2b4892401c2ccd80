// What the live trails of a catalog mean: read from the store when the catalog is, and worked out beside all requests
// where the store does not know it yet. Until it is known a trail, and whatever it is compared with, goes by its words.
import { createHash } from 'node:crypto';
import type { JudgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LiveCatalog } from '@cairn/surfacing-judge/live-catalog';
import type { Meaning } from '@cairn/surfacing-judge/meaning';
import { trailUnits } from '@cairn/surfacing-judge/trail-units';
import type { MeaningStore } from './meaning-store.ts';

export interface CatalogMeanings {
  /** Gives the trails, just put into the catalog, what the store knows of them, and begins to work out the rest. */
  fill(catalogId: string, catalog: LiveCatalog, trails: readonly JudgedTrail[]): Promise<void>;
  /** Resolves once nothing is left to work out. */
  settled(): Promise<void>;
  /** Gives up what is not worked out yet, and resolves once nothing is under way. */
  stop(): Promise<void>;
}

/** A catalog of more live trails goes by words: its vectors would take more memory than the rest of the service. */
export const MOST_TRAILS_WITH_MEANING = 20_000;
const BATCH = 500;
/** Work that other requests wait for. */
const SLICE_MILLISECONDS = 10;
/** Moves whenever vectors of the same texts would come out otherwise. */
const ENCODER = 'use-lite/2';

/**
 * `meaning` is the judge's, asked for with the first catalog; undefined where there is no encoder. A failure to keep
 * vectors is reported, and the trails behind it are worked out at the next start.
 */
export function catalogMeanings(
  meaning: () => Meaning | undefined,
  store: MeaningStore,
  report: (failure: unknown) => void,
): CatalogMeanings {
  let work: Promise<void> = Promise.resolve();
  let stopped = false;

  const workOut = async (catalogId: string, catalog: LiveCatalog, trails: readonly JudgedTrail[]): Promise<void> => {
    for (const trail of trails) {
      if (catalog.find(trail.id)?.trail !== trail) continue; // edited or gone again
      const vectors = stopped ? undefined : await meaning()?.prepare(trail);
      if (vectors === undefined) return;
      catalog.setMeaning(trail, vectors);
      await store.keep(catalogId, {
        trail_id: trail.id,
        digest: digestOf(trail),
        vectors: Buffer.from(vectors.buffer),
      });
    }
  };

  return {
    async fill(catalogId, catalog, trails) {
      if (meaning() === undefined || catalog.size > MOST_TRAILS_WITH_MEANING) return;
      const unknown: JudgedTrail[] = [];
      let sliceEnd = performance.now() + SLICE_MILLISECONDS;
      for (let from = 0; from < trails.length; from += BATCH) {
        const batch = trails.slice(from, from + BATCH);
        const ids = batch.map((trail) => trail.id);
        const stored = new Map((await store.read(catalogId, ids)).map((one) => [one.trail_id, one]));
        for (const trail of batch) {
          const known = stored.get(trail.id);
          if (known?.digest.equals(digestOf(trail))) catalog.setMeaning(trail, new Int8Array(known.vectors));
          else unknown.push(trail);
          if (performance.now() < sliceEnd) continue;
          await new Promise((resolve) => setImmediate(resolve));
          sliceEnd = performance.now() + SLICE_MILLISECONDS;
        }
      }
      if (unknown.length === 0) return;
      work = work.then(() => workOut(catalogId, catalog, unknown)).catch(report);
    },
    settled: () => work,
    stop() {
      stopped = true;
      return work;
    },
  };
}

const digestOf = (trail: JudgedTrail): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([ENCODER, trailUnits(trail).map(({ kind, text }) => [kind, text])]))
    .digest();
