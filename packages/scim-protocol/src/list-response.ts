// The response to every query (RFC 7644 3.4.2), even if nothing matches.
import type { JsonObject } from './json.ts';
import type { Page } from './paging.ts';
import { LIST_RESPONSE_URN } from './urns.ts';

/** The total number of matches, this page of them, and (when paging by cursor) the next cursor. */
export interface ListResult {
  readonly totalResults: number;
  readonly resources: readonly JsonObject[];
  readonly nextCursor?: string | undefined;
}

/**
 * Builds the ListResponse. `Resources` is always present because some clients fail without it. `itemsPerPage` is the
 * number returned. `startIndex` echoes the page and is omitted when paging by cursor (RFC 9865 2).
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
