// The list of a catalog's trails (spec 4.2, Decision 14): by status, by text, page by page, one query each.
import type { Db } from '../storage/database.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { Status } from './lifecycle.ts';
import { foldText } from './search-text.ts';
import type { TrailRow } from './trail-json.ts';
import { listTrailRows } from './trail-read-store.ts';

/** A checked query of GET /v1/trails. */
export interface TrailQuery {
  readonly status?: Status | undefined;
  readonly q?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface TrailPage {
  readonly rows: readonly TrailRow[];
  /** Undefined on the last page. */
  readonly next_cursor: string | undefined;
}

/** A page, most recently updated first. `cursorKey` is the installation's. Refuses a foreign cursor with `bad-request`. */
export async function listTrails(db: Db, catalogId: string, query: TrailQuery, cursorKey: Buffer): Promise<TrailPage> {
  const { status, limit, cursor } = query;
  const text = query.q === undefined || query.q === '' ? undefined : foldText(query.q);
  const identity = [catalogId, status ?? null, text ?? null];
  const after = cursor === undefined ? undefined : readCursor(cursorKey, identity, cursor);
  // One more than the page holds tells whether there is another.
  const found = await listTrailRows(db, catalogId, { status, text, after, count: limit + 1 });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const isLast = found.length <= limit || last === undefined;
  return { rows, next_cursor: isLast ? undefined : writeCursor(cursorKey, identity, last) };
}
