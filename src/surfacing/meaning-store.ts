// SQL for the sentence vectors of trails.
import { type Db, violatedConstraint } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';
import { trailIds } from '../trails/views-store.ts';

/** The vectors of a trail, and a digest of the texts they were computed from. */
export interface StoredMeaning {
  readonly trail_id: string;
  readonly digest: Buffer;
  readonly vectors: Buffer;
}

/** Persistent storage of vectors. */
export interface MeaningStore {
  read(catalogId: string, trailIds: readonly string[]): Promise<readonly StoredMeaning[]>;
  keep(catalogId: string, meaning: StoredMeaning): Promise<void>;
}

export const meaningStore = (db: Db): MeaningStore => ({
  read: (catalogId, ids) =>
    db.rows<StoredMeaning>(sql`
      select trail_id, digest, vectors from trail_meanings
      where catalog_id = ${catalogId} and trail_id = any(${[...ids]}::uuid[])`),
  // The trail may have been deleted, before or during this statement. There is then no row to attach the vectors to.
  async keep(catalogId, { trail_id, digest, vectors }) {
    const kept = db.rows(sql`
      insert into trail_meanings (catalog_id, trail_id, digest, vectors)
      select t.catalog_id, t.trail_id, ${digest}::bytea, ${vectors}::bytea
      from ${trailIds} t where t.catalog_id = ${catalogId} and t.trail_id = ${trail_id}
      on conflict (catalog_id, trail_id) do update set digest = excluded.digest, vectors = excluded.vectors`);
    await kept.catch((thrown: unknown) => {
      if (violatedConstraint(thrown) !== 'trail_meanings_catalog_id_trail_id_fkey') throw thrown;
    });
  },
});
