// The answer to every query (RFC 7644 3.4.2), whether it finds something or nothing.
import type { JsonObject } from './json.ts';
import type { Page } from './paging.ts';
import { LIST_RESPONSE_URN } from './urns.ts';

/** What a query found: how many match in all, this page of them, and, by cursor, where to go from here. */
export interface ListResult {
  readonly totalResults: number;
  readonly resources: readonly JsonObject[];
  readonly nextCursor?: string | undefined;
}

/**
 * The ListResponse: `Resources` is always there, since some clients fail when it is missing. `itemsPerPage` is the
 * number returned; `startIndex` echoes the page, and is left out when paging by cursor (RFC 9865 2).
 */
export function listResponse(page: Page, listing: ListResult): JsonObject {
  const { totalResults, resources, nextCursor } = listing;
  return {
    schemas: [LIST_RESPONSE_URN],
    totalResults,
    ...(page.kind === 'index' ? { startIndex: page.startIndex } : {}),
    itemsPerPage: resources.length,
    ...(nextCursor === undefined ? {} : { nextCursor }),
    Resources: [...resources],
  };
}
