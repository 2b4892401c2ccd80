// "What are you about to do?": finds the published trails that fit a prompt and that this person may see, best first.
import type { Judge } from '@cairn/surfacing-judge/judge';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import type { DeliveryLog } from '../insight/delivery-log.ts';
import type { Db } from '../storage/database.ts';
import { LIMITS } from '../trails/document/limits.ts';
import {
  hiddenFromReader,
  madeForOtherTools,
  type ReaderView,
  type VisibleTrailRow,
  visibleTrails,
} from '../trails/readers/visible-trails.ts';
import type { CatalogIndexes } from './catalog-index.ts';

export interface FindDeps {
  readonly judge: Judge;
  readonly indexes: CatalogIndexes;
  /** Counts the trails found, and the questions without one. */
  readonly deliveries: DeliveryLog;
}

/** The maximum number of candidates: enough to include the right trail, and few enough to read. */
export const MAX_CANDIDATES = 5;

/** Characters of `task` that are judged: two long sentences. */
const MAX_TASK = 400;

/** The employee's prompt, of any length. `tool` is the provider id of the current AI tool. */
export interface FindQuery {
  readonly text: string;
  /** The same task in one plain sentence, from a caller who knows the conversation. */
  readonly task?: string | undefined;
  readonly tool?: string | undefined;
}

/** A published trail that fits or may fit, and the probability that it is the right one. */
export interface FoundVisibleTrail {
  readonly row: VisibleTrailRow;
  readonly confidence: number;
  readonly reason: string;
}

/** Candidates, best first. If `isSure`, the first one is the right one. Otherwise the caller chooses one, or none. */
export interface FoundTrails {
  readonly found: readonly FoundVisibleTrail[];
  readonly isSure: boolean;
}

/**
 * The trails that fit or may fit, best first; none for generic prompts. Only trails that the reader may see and
 * that are made for the tool compete, so hidden trails never displace visible ones. A preview for a group is not
 * counted. Fails with `judge-unavailable`, like the judge.
 */
export async function findTrailsFor(
  { judge, indexes, deliveries }: FindDeps,
  db: Db,
  reader: ReaderView,
  { text, task, tool }: FindQuery,
  signal?: AbortSignal,
): Promise<FoundTrails> {
  const hidden = await hiddenFromReader(db, reader);
  const unfit = tool === undefined ? new Set<string>() : await madeForOtherTools(db, reader, tool);
  const excluded = new Set([...hidden, ...unfit]);
  const view = await indexes.view([reader.team_id, SVC_CATALOG_ID], excluded);
  const asked = endsOf(text);
  const isPlain = task !== undefined;
  const options = { limit: MAX_CANDIDATES, mayUse: (id: string) => !excluded.has(id), isChoice: true, isPlain };
  const judged = isPlain ? `${asked}. ${task.slice(0, MAX_TASK)}` : asked;
  const matches = await judge.find(view, judged, options, signal);
  const rows = await visibleTrails(
    db,
    reader,
    matches.map(({ id }) => id),
  );
  const visible = new Map(rows.map((row) => [row.trail_id, row]));
  const found = matches.flatMap(({ id, confidence, reason, isSure }) => {
    const row = visible.get(id); // The trail has become invisible since the index caught up.
    return row === undefined ? [] : [{ row, confidence, reason, isSure }];
  });
  const [best] = found;
  const isPreview = 'group_id' in reader;
  if (best === undefined && !isPreview) deliveries.unanswered({ ...reader, text: asked });
  if (best?.isSure !== true) return { found, isSure: false };
  if (!isPreview)
    deliveries.delivered({ ...reader, trail_id: best.row.trail_id, version: best.row.version, shape: 'find' });
  return { found, isSure: true };
}

/** People paste whole mail threads. Keeps both ends of a long text, since the request is usually at one of them. */
function endsOf(text: string): string {
  const half = LIMITS.draft_text.max / 2;
  if (text.length <= 2 * half) return text;
  return `${text.slice(0, half)}\n${text.slice(1 - half)}`.toWellFormed();
}
