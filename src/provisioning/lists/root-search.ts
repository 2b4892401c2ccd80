// A search at the root (RFC 7644 3.4.2.1): users, then groups, in one list. An attribute that only one type has counts
// as unassigned in the other. A filter that is invalid for both types is rejected.

import type { Page } from '@cairn/scim-protocol/paging';
import { ScimError, scimError } from '@cairn/scim-protocol/scim-error';
import type { SearchRequest } from '@cairn/scim-protocol/search-request';
import type { Db } from '../../storage/database.ts';
import type { ScimContext } from '../scim-context.ts';
import { type ListQuery, readListQuery } from './list-query.ts';
import { type ListedType, type ListingDeps, listResources, type ResourcePage } from './list-resources.ts';
import { LISTED_GROUPS, LISTED_USERS } from './listed-types.ts';

/** One page of both types. Only supports paging by index, because a cursor belongs to one type. */
export async function searchEverything(deps: ListingDeps, db: Db, context: ScimContext, search: SearchRequest) {
  const users = await queryOf(db, LISTED_USERS, search, context);
  const groups = await queryOf(db, LISTED_GROUPS, search, context);
  const known = users instanceof ScimError && !(groups instanceof ScimError) ? groups : users;
  // Neither type has the attribute, so report the first type's error.
  if (known instanceof ScimError) throw known;
  const { page } = known;
  if (page.kind === 'cursor') throw scimError('invalidValue', 'Search /Users or /Groups to page by cursor.');
  const first = await pageOf(deps, db, context, LISTED_USERS, users, page.startIndex, page.count);
  const left = page.count - first.resources.length;
  const startIndex = Math.max(1, page.startIndex - first.totalResults);
  const second = await pageOf(deps, db, context, LISTED_GROUPS, groups, startIndex, left);
  const listing: ResourcePage = {
    totalResults: first.totalResults + second.totalResults,
    resources: [...first.resources, ...second.resources],
  };
  return { page, listing };
}

/** The query, or the error in its filter. */
async function queryOf(
  db: Db,
  { type }: Pick<ListedType<never>, 'type'>,
  search: SearchRequest,
  context: ScimContext,
): Promise<ListQuery | ScimError> {
  try {
    return await readListQuery(db, context, type, search);
  } catch (thrown) {
    if (thrown instanceof ScimError && thrown.scimType === 'invalidFilter') return thrown;
    throw thrown;
  }
}

async function pageOf<Row extends { readonly record_id: string }>(
  deps: ListingDeps,
  db: Db,
  context: ScimContext,
  listed: ListedType<Row>,
  query: ListQuery | ScimError,
  startIndex: number,
  count: number,
): Promise<ResourcePage> {
  if (query instanceof ScimError) return { totalResults: 0, resources: [] };
  const page: Page = { kind: 'index', startIndex, count };
  return listResources(deps, db, context, listed, { ...query, page });
}
