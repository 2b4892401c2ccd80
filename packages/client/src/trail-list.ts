// A list that is read page by page: `for await (const trail of cairn.trails.list())`.
import type { TrailPage, TrailStatus, TrailSummary } from './shapes.ts';

export interface ListQuery {
  readonly status?: TrailStatus | undefined;
  /** Text to find in titles, roles or descriptions, ignoring case. */
  readonly q?: string | undefined;
  /** Trails per page, from 1 to 100. The default is 100, because iterating reads all trails anyway. */
  readonly limit?: number | undefined;
  /** Where to continue: `next_cursor` of a page. */
  readonly cursor?: string | undefined;
}

export interface TrailList extends AsyncIterable<TrailSummary> {
  /** Iterates over pages, e.g. to store `next_cursor`. */
  pages(): AsyncIterable<TrailPage>;
  /** Loads all trails into memory. */
  all(): Promise<TrailSummary[]>;
}

const MAX_PAGE_SIZE = 100;

/** Each iteration starts with the first page and requests pages as needed. */
export function trailList(query: ListQuery, readPage: (query: ListQuery) => Promise<TrailPage>): TrailList {
  async function* pages(): AsyncGenerator<TrailPage> {
    let cursor: string | null | undefined = query.cursor;
    do {
      const page = await readPage({ ...query, limit: query.limit ?? MAX_PAGE_SIZE, cursor });
      yield page;
      cursor = page.next_cursor;
    } while (cursor !== null && cursor !== undefined);
  }
  async function* trails(): AsyncGenerator<TrailSummary> {
    for await (const page of pages()) yield* page.items;
  }
  return {
    pages,
    [Symbol.asyncIterator]: trails,
    async all() {
      const every: TrailSummary[] = [];
      for await (const trail of trails()) every.push(trail);
      return every;
    },
  };
}
