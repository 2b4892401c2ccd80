// The list of a catalog's trails (spec 4.2, Decision 14): by status, by text, page by page, one query each.
import type { Reader } from '../storage/database.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { Status } from './lifecycle.ts';
import { foldText } from './search-text.ts';
import { readPage } from './trail-page-store.ts';

/** A checked query of GET /v1/trails. */
export interface TrailQuery {
  readonly status?: Status | undefined;
  readonly q?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface TrailPage {
  /** The trails as JSON texts (spec 2.5), with commas between them. */
  readonly items: string;
  /** Undefined on the last page. */
  readonly next_cursor: string | undefined;
}

/** A page, most recently updated first. `cursorKey` is the installation's. Refuses a foreign cursor with `bad-request`. */
export async function listTrails(
  db: Reader,
  catalogId: string,
  query: TrailQuery,
  cursorKey: Buffer,
): Promise<TrailPage> {
  const { status, limit, cursor } = query;
  const text = query.q === undefined || query.q === '' ? undefined : foldText(query.q);
  const identity = [catalogId, status ?? null, text ?? null];
  const after = cursor === undefined ? undefined : readCursor(cursorKey, identity, cursor);
  const { items, next } = await readPage(db, catalogId, { status, text, after, limit });
  return { items, next_cursor: next === undefined ? undefined : writeCursor(cursorKey, identity, next) };
}
