// A catalog's trail list (contract 4.2, Decision 14): filtered by status and text, one query per page.
import type { CursorKeys } from '../../base/signed-cursor.ts';
import type { Db, Reader } from '../../storage/database.ts';
import { type CareFilter, selectFacts, type TrailFacts } from '../care/care-store.ts';
import type { Status } from '../lifecycle.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { foldText } from './search-text.ts';
import { countTrails, type ReadPage, readTrailPage } from './trail-page-store.ts';

/** A validated query for trails. */
export interface TrailQuery {
  readonly status?: Status | undefined;
  /** Text in title, role or description; every character is literal (Decision 14). */
  readonly q?: string | undefined;
  /** If true, every word of `q` must occur, in any order. Otherwise, `q` must occur as a whole. */
  readonly byWords?: boolean;
  /** Filters by owner, by what the trails await, and by who may edit them. */
  readonly care?: CareFilter | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface TrailPage {
  /** The trails as comma-separated JSON texts (contract 2.5), in UTF-8. */
  readonly items: Buffer;
  readonly next_cursor: string | undefined;
}

/**
 * A page, most recently updated first. `cursorKeys` belong to the installation. Refuses foreign cursors with
 * `bad-request`.
 */
export async function listTrails(
  db: Reader,
  catalogId: string,
  query: TrailQuery,
  cursorKeys: CursorKeys,
): Promise<TrailPage> {
  const { status, limit, cursor, care } = query;
  const texts = searchedTexts(query);
  const identity = [
    catalogId,
    status ?? null,
    texts.length === 0 ? null : texts.join('\n'),
    ...(care === undefined ? [] : [whoseAndWhy(care)]),
  ];
  const after = cursor === undefined ? undefined : readCursor(cursorKeys, identity, cursor);
  const read = await readTrailPage(db, catalogId, { status, texts, after, limit, care });
  const page = written.get(read) ?? { items: read.items, next_cursor: cursorAfter(read, cursorKeys, identity) };
  written.set(read, page);
  return page;
}

/** The query without the day, which may change at midnight while a client pages through the list. */
const whoseAndWhy = ({ owner, waits, editor }: CareFilter) => ({ owner, waits, editor });

/** Cached pages with their cursors. A page belongs to one list. */
const written = new WeakMap<ReadPage, TrailPage>();

const cursorAfter = ({ next }: ReadPage, cursorKeys: CursorKeys, identity: readonly unknown[]): string | undefined =>
  next === undefined ? undefined : writeCursor(cursorKeys, identity, next);

/** The number of trails in each status; with `q`, only matching trails. Makes one query. */
export async function countByStatus(
  db: Reader,
  catalogId: string,
  query: Pick<TrailQuery, 'q' | 'byWords' | 'care'>,
): Promise<Readonly<Record<Status, number>>> {
  const rows = await countTrails(db, catalogId, searchedTexts(query), query.care);
  const counts = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  return { draft: 0, live: 0, archived: 0, ...counts };
}

/** The authors' additional facts about a page of trails, in no particular order. */
export const factsOfPage = (db: Db, catalogId: string, { items }: TrailPage): Promise<TrailFacts[]> =>
  selectFacts(
    db,
    catalogId,
    (JSON.parse(`[${items.toString()}]`) as { readonly id: string }[]).map(({ id }) => id),
  );

function searchedTexts({ q = '', byWords = false }: Pick<TrailQuery, 'q' | 'byWords'>): string[] {
  const folded = foldText(q).trim();
  return (byWords ? folded.split(/\s+/) : [folded]).filter((text) => text !== '');
}
