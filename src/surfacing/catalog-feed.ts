// The source of the judge's catalogs: published snapshots as trails that the judge understands.
import { type JudgeableDocument, type JudgedTrail, judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { Db } from '../storage/database.ts';
import { catalogPositions, changesSince, type LiveTrailRow, liveTrails } from '../trails/catalog/catalogs.ts';
import type { CatalogFeed } from './catalog-index.ts';

/** The catalog feed of a database. */
export const catalogFeed = (db: Db): CatalogFeed => ({
  positions: (catalogIds) => catalogPositions(db, catalogIds),
  async since(catalogId, position) {
    const changes = await changesSince(db, catalogId, position);
    if (changes === 'rebuild') return 'rebuild';
    const changed = changes.changed.map(({ trail_id, document }) => ({
      id: trail_id,
      trail: document === null ? null : asJudged({ trail_id, document }),
    }));
    return { position: changes.position, changed };
  },
  async *all(catalogId) {
    for await (const rows of liveTrails(db, catalogId)) yield judged(rows);
  },
});

function* judged(rows: readonly LiveTrailRow[]): Iterable<JudgedTrail> {
  for (const row of rows) yield asJudged(row);
}

/** Published versions were validated when they were saved. */
const asJudged = ({ trail_id, document }: LiveTrailRow): JudgedTrail =>
  judgedTrail(trail_id, JSON.parse(document) as JudgeableDocument);
