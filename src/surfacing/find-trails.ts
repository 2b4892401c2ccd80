// "What are you about to do?": finds the published trails that fit a prompt and that this person may see, best first.
import type { Judge } from '@cairn/surfacing-judge/judge';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import type { DeliveryLog } from '../insight/delivery-log.ts';
import type { Db } from '../storage/database.ts';
import {
  hiddenFromReader,
  madeForOtherTools,
  type ReaderIdentity,
  type VisibleTrailRow,
  visibleTrails,
} from '../trails/readers/visible-trails.ts';
import type { CatalogIndexes } from './catalog-index.ts';

export interface FindDeps {
  readonly judge: Judge;
  readonly indexes: CatalogIndexes;
  /** Counts the first trail offered, and questions without a trail. */
  readonly deliveries: DeliveryLog;
}

/** The employee's prompt. `tool` is the provider id of the current AI tool, `limit` the maximum number of trails. */
export interface FindQuery {
  readonly text: string;
  readonly limit: number;
  readonly tool?: string | undefined;
}

/** A published trail that fits, and the probability that it is the right one. */
export interface FoundVisibleTrail {
  readonly row: VisibleTrailRow;
  readonly confidence: number;
  readonly reason: string;
}

/**
 * The trails that fit, if any. Only trails that the reader may see and that are made for the tool compete, so hidden
 * trails never displace visible ones. Refuses with `judge-unavailable` like the judge.
 */
export async function findTrailsFor(
  { judge, indexes, deliveries }: FindDeps,
  db: Db,
  reader: ReaderIdentity,
  { text, limit, tool }: FindQuery,
  signal?: AbortSignal,
): Promise<FoundVisibleTrail[]> {
  const hidden = await hiddenFromReader(db, reader);
  const unfit = tool === undefined ? new Set<string>() : await madeForOtherTools(db, reader, tool);
  const excluded = new Set([...hidden, ...unfit]);
  const view = await indexes.view([reader.team_id, SVC_CATALOG_ID], excluded);
  const matches = await judge.find(view, text, { limit, mayUse: (id) => !excluded.has(id) }, signal);
  const rows = await visibleTrails(
    db,
    reader,
    matches.map(({ id }) => id),
  );
  const visible = new Map(rows.map((row) => [row.trail_id, row]));
  const found = matches.flatMap(({ id, confidence, reason }) => {
    const row = visible.get(id); // no longer visible since the index caught up
    return row === undefined ? [] : [{ row, confidence, reason }];
  });
  const [best] = found;
  if (best === undefined) deliveries.unanswered({ ...reader, text });
  else deliveries.delivered({ ...reader, trail_id: best.row.trail_id, version: best.row.version, shape: 'find' });
  return found;
}
