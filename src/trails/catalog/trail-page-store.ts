// SQL that lists trails page by page and reads no more rows than a page needs.

import { type BatchedRead, batchedRead, type KeyTypes } from '../../storage/batched-read.ts';
import type { Db, Reader } from '../../storage/database.ts';
import { limitOf, roundedLimit } from '../../storage/limit.ts';
import { nothing, type Sql, sql } from '../../storage/sql.ts';
import { type CareFilter, careConditions } from '../care/care-store.ts';
import { MAX_EXISTING_TRAILS } from '../document/limits.ts';
import type { Status } from '../lifecycle.ts';
import { editedBy } from '../readers/opened-trails-store.ts';
import type { ExistingTrailRef } from '../trail.ts';
import { type TrailRow, trailJson } from '../trail-json.ts';
import { creatorOf, trailColumns, withCreator } from '../trail-read-store.ts';
import type { CursorPosition } from './cursor.ts';
import { hasTrigram, likePattern } from './search-text.ts';

/** A page request: filters, position and size. All `texts` (folded like the stored text) must occur. */
export interface WantedPage {
  readonly status: Status | undefined;
  readonly texts: readonly string[];
  readonly after: CursorPosition | undefined;
  readonly limit: number;
  /** Filters by owner, by what the trails await, and by who may edit them. */
  readonly care?: CareFilter | undefined;
}

/** The trails of a page as comma-separated JSON texts, and the last trail's position if more follow. */
export interface ReadPage {
  readonly items: Buffer;
  readonly next: CursorPosition | undefined;
  /** The ids of the people whose names are on the page. */
  readonly creators: readonly string[];
}

/** The trails of a page, most recently updated first. Makes one query, which finds the position by an index. */
export async function readTrailPage(db: Reader, catalogId: string, wanted: WantedPage): Promise<ReadPage> {
  const { texts, status, after, limit } = wanted;
  if (texts.length > 0 || wanted.care !== undefined) return pageOf(await searchRows(db, catalogId, wanted), limit);
  const { updated_at, trail_id } = after ?? BEFORE_ALL;
  const key = { catalog_id: catalogId, after_at: updated_at, after_id: trail_id, page_limit: limit };
  return status === undefined ? db.read(pageRead, key) : db.read(pageOfStatusRead, { ...key, status });
}

const BEFORE_ALL: CursorPosition = { updated_at: 'infinity', trail_id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

const newestFirst: Sql = sql`order by t.updated_at desc, t.trail_id desc`;

interface PageRow extends TrailRow {
  readonly page_limit: number;
}

const PAGE_KEY = { catalog_id: 'uuid', after_at: 'timestamptz', after_id: 'uuid', page_limit: 'integer' } as const;

/** Reads one row more than the page shows, to know if another page follows. */
const selectPage =
  (ofStatus: Sql) =>
  (columns: Sql, catalogId: Sql): Sql =>
    sql`
    select ${columns} from trails t ${withCreator}
    where t.catalog_id = ${catalogId} ${ofStatus} and (t.updated_at, t.trail_id) < (asked.after_at, asked.after_id)
    ${newestFirst} limit asked.page_limit + 1`;

const answer = (rows: readonly PageRow[]): ReadPage => pageOf(rows, rows[0]?.page_limit ?? 0);
/** Doubled because the whole response is cached, too (trail-json.ts). */
const bytes = ({ items }: ReadPage): number => items.length * 2;

/** Like `rowVersion`, but hashed: a page has many rows, and their texts would cost twice as much. */
const version = sql`hashint8extended(coalesce(a.row_version, 0), uuid_hash_extended(t.trail_id, t.row_version))`;

/** A change to any trail in the catalog changes the page. */
const sources: BatchedRead<KeyTypes, PageRow, ReadPage>['sources'] = ([catalogId], { creators }) => [
  `trails ${String(catalogId)}`,
  ...creators.flatMap(creatorOf),
];
const page = { columns: sql`${trailColumns}, asked.page_limit`, version, answer, sources, bytes };

const pageRead = batchedRead<PageRow>()({
  name: 'page',
  key: PAGE_KEY,
  tenant: 'catalog_id',
  select: selectPage(nothing),
  ...page,
});

const pageOfStatusRead = batchedRead<PageRow>()({
  name: 'page of status',
  key: { ...PAGE_KEY, status: 'text' },
  tenant: 'catalog_id',
  select: selectPage(sql`and t.status = asked.status`),
  ...page,
});

function pageOf(found: readonly TrailRow[], limit: number): ReadPage {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const isLast = found.length <= limit || last === undefined;
  const next = isLast ? undefined : { updated_at: last.updated_at, trail_id: last.trail_id };
  const creators = [...new Set(rows.flatMap(({ created_by }) => created_by ?? []))];
  return { items: Buffer.from(rows.map(trailJson).join(',')), next, creators };
}

const searchRows = (db: Db, catalogId: string, wanted: WantedPage): Promise<TrailRow[]> =>
  db.rows<TrailRow>(sql`
    select ${trailColumns} from trails t ${withCreator}
    where ${wanted.texts.some(hasTrigram) ? among(catalogId, wanted) : walked(catalogId, wanted)}
    ${newestFirst} ${oneMore(wanted)}`);

/** At least one more row than the page shows; `pageOf` removes the rest. */
const oneMore = ({ limit }: WantedPage): Sql => roundedLimit(limit + 1);

/** Short texts are in too many trails for an index to help, so scan the list until the page is full. */
const walked = (catalogId: string, wanted: WantedPage): Sql =>
  sql`${after(catalogId, wanted)} ${every(wanted.texts, (text) => sql`strpos(t.search_text, ${text}) > 0`)}`;

/** Trails with the status, after the cursor. */
const after = (catalogId: string, { status, after: place, care }: WantedPage): Sql => sql`
  t.catalog_id = ${catalogId}
  ${status === undefined ? nothing : sql`and t.status = ${status}`}
  ${place === undefined ? nothing : isBefore(place)} ${care === undefined ? nothing : careConditions(catalogId, care)}`;

const isBefore = ({ updated_at, trail_id }: CursorPosition): Sql =>
  sql`and (t.updated_at, t.trail_id) < (${updated_at}::timestamptz, ${trail_id}::uuid)`;

/** How many trails to scan for a text before using the index. */
const WALKED = 1_000;

/**
 * Frequent texts fill the page from the next stretch of the list, and rare ones use the trigram index. The query
 * decides this while it runs, because an embedded database may lack statistics. Both parts are arrays, so they are
 * evaluated once: a plan from a time when the catalog was small might otherwise repeat them for each trail.
 */
const among = (catalogId: string, wanted: WantedPage): Sql => sql`
  t.catalog_id = ${catalogId} and t.trail_id = any(array(
    with near as materialized (
      select stretch.trail_id
      from (select t.trail_id, t.updated_at, t.search_text from trails t
        where ${after(catalogId, wanted)} ${newestFirst} ${limitOf(WALKED)}) stretch
      where true ${every(wanted.texts, (text) => sql`stretch.search_text like ${likePattern(text)}`)}
      order by stretch.updated_at desc, stretch.trail_id desc ${oneMore(wanted)}
    )
    select trail_id from near
    union all (
      select t.trail_id from trails t
      where ${after(catalogId, wanted)} and t.trail_id = any(array(
          select s.trail_id from trail_search s where s.catalog_id = ${catalogId}
            ${every(wanted.texts, (text) => sql`s.search_text like ${likePattern(text)}`)}))
        and (select count(*) from near) <= ${wanted.limit}
      ${newestFirst} ${oneMore(wanted)}
    )))`;

/** `and …` for every text; empty without texts. */
const every = (texts: readonly string[], condition: (text: string) => Sql): Sql =>
  texts.reduce((all, text) => sql`${all} and ${condition(text)}`, nothing);

/** The number of trails in each status; with texts, only trails with all of them. */
export const countTrails = (db: Db, catalogId: string, texts: readonly string[], care?: CareFilter) =>
  db.rows<{ readonly status: Status; readonly count: number }>(sql`
    select t.status, count(*)::integer as count from trails t
    where t.catalog_id = ${catalogId} ${every(texts, (text) => sql`strpos(t.search_text, ${text}) > 0`)}
      ${care === undefined ? nothing : careConditions(catalogId, care)}
    group by t.status`);

/** Trails that are not archived, most recently updated first (Decision 41). */
export const listExistingTrails = (db: Db, catalogId: string, editor?: string): Promise<ExistingTrailRef[]> =>
  db.rows<ExistingTrailRef>(sql`
    select trail_id as id, title, target_role, status from trails
    where catalog_id = ${catalogId} and status <> 'archived'
      ${editor === undefined ? nothing : sql`and trail_id in (${editedBy(catalogId, editor)})`}
    order by updated_at desc, trail_id desc ${limitOf(MAX_EXISTING_TRAILS)}`);
