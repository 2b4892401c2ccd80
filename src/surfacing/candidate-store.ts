// The SQL behind the judge's catalogs: published snapshots only, and the log of what changed.

import { type JudgeableDocument, type JudgedTrail, judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { Db } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';
import type { CatalogFeed, TrailChange } from './catalog-index.ts';

const BATCH = 500;
/** Beyond this many steps reading the catalog afresh is cheaper. */
const MOST_STEPS = 5_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The feed of a database. */
export const candidateStore = (db: Db): CatalogFeed => ({
  sequences: (catalogIds) => liveSequences(db, catalogIds),
  since: (catalogId, seq) => changesSince(db, catalogId, seq),
  all: (catalogId) => liveTrails(db, catalogId),
});

async function liveSequences(db: Db, catalogIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.rows<{ catalog_id: string; live_seq: number }>(sql`
    select catalog_id, live_seq from catalogs where catalog_id = any(${[...catalogIds]}::uuid[])`);
  return new Map(rows.map((row) => [row.catalog_id, row.live_seq]));
}

async function changesSince(
  db: Db,
  catalogId: string,
  seq: number,
): Promise<{ readonly seq: number; readonly changed: readonly TrailChange[] } | 'rebuild'> {
  const steps = await db.rows<{ seq: number; trail_id: string; document: string | null }>(sql`
    select c.seq, c.trail_id, v.document
    from catalog_changes c
    left join trails t on t.catalog_id = c.catalog_id and t.trail_id = c.trail_id and t.status = 'live'
    left join trail_versions v
      on v.catalog_id = t.catalog_id and v.trail_id = t.trail_id and v.version = t.published_version
    where c.catalog_id = ${catalogId} and c.seq > ${seq}
    order by c.seq
    limit ${MOST_STEPS + 1}`);
  const last = steps.at(-1)?.seq ?? seq;
  // A gap at the start means that older steps were pruned.
  if (steps.length > MOST_STEPS || last - seq !== steps.length) return 'rebuild';
  const latest = new Map(steps.map((step) => [step.trail_id, step.document]));
  return { seq: last, changed: [...latest].map(([id, document]) => ({ id, trail: asTrail(id, document) })) };
}

async function* liveTrails(db: Db, catalogId: string): AsyncGenerator<readonly JudgedTrail[]> {
  let after = FIRST_ID;
  for (;;) {
    const rows = await db.rows<{ trail_id: string; document: string }>(sql`
      select t.trail_id, v.document
      from trails t
      join trail_versions v
        on v.catalog_id = t.catalog_id and v.trail_id = t.trail_id and v.version = t.published_version
      where t.catalog_id = ${catalogId} and t.status = 'live' and t.trail_id > ${after}
      order by t.trail_id
      limit ${BATCH}`);
    yield rows.map((row) => judgedTrail(row.trail_id, parsed(row.document)));
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.trail_id;
  }
}

const asTrail = (id: string, document: string | null): JudgedTrail | null =>
  document === null ? null : judgedTrail(id, parsed(document));

/** A published version was checked when it was saved. */
const parsed = (document: string): JudgeableDocument => JSON.parse(document) as JudgeableDocument;

/** Forgets steps so old that no process needs them one by one; answers how many went. A process that lags reads afresh. */
export async function sweepChanges(db: Db): Promise<number> {
  const rows = await db.rows(sql`
    delete from catalog_changes c using catalogs k
    where k.catalog_id = c.catalog_id and c.seq <= k.live_seq - ${MOST_STEPS}
    returning 1 as swept`);
  return rows.length;
}
