// What a list request asks for, from the query of a GET or the body of POST /.search. Parameters that nobody here knows
// are ignored: identity providers append flags to the base URL.
import type { Filter } from '@cairn/scim-protocol/filter';
import { parseFilter } from '@cairn/scim-protocol/filter-parser';
import { type Page, type PageSizes, readPage } from '@cairn/scim-protocol/paging';
import { type Projection, readProjection } from '@cairn/scim-protocol/projection';
import type { ResourceType } from '@cairn/scim-protocol/resource-type';
import { scimError } from '@cairn/scim-protocol/scim-error';
import type { SearchRequest } from '@cairn/scim-protocol/search-request';

/** Spec 8: at most 200 resources a page. */
export const PAGE_SIZES: PageSizes = { default: 100, max: 200 };

export interface ListQuery {
  readonly filter: Filter | undefined;
  readonly page: Page;
  readonly projection: Projection;
  /** What a cursor is bound to: everything but the place in the list. */
  readonly identity: readonly unknown[];
}

type Query = Readonly<Record<string, unknown>>;

/** Reads the query of a GET into the form of a search request. Refuses with 400 `invalidValue` a parameter sent twice. */
export const searchOf = (query: Query): SearchRequest => ({
  filter: one(query, 'filter'),
  cursor: one(query, 'cursor'),
  startIndex: one(query, 'startIndex'),
  count: one(query, 'count'),
  attributes: several(query, 'attributes'),
  excludedAttributes: several(query, 'excludedAttributes'),
});

/** Reads a search over one type. Refuses as the parsers of the protocol do. */
export function readListQuery(type: ResourceType, search: SearchRequest, strict: boolean): ListQuery {
  const text = search.filter?.trim() ?? '';
  return {
    filter: text === '' ? undefined : parseFilter(type, text, { strict }),
    page: readPage(search, PAGE_SIZES),
    projection: readProjection(type, search),
    identity: [type.name, text],
  };
}

/** The projection that a single resource is asked for in. */
export const projectionOf = (type: ResourceType, query: Query): Projection => readProjection(type, searchOf(query));

function one(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw scimError('invalidValue', `The parameter ${name} was sent more than once.`);
}

function several(query: Query, name: string): string | string[] | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(String) : undefined;
}
