// Parses a search: filter, page and projection, checked against one resource type.
import { type AttributeTarget, targetName } from '@cairn/scim-protocol/attribute-path';
import type { Filter } from '@cairn/scim-protocol/filter';
import { parseFilter } from '@cairn/scim-protocol/filter-parser';
import { type Page, type PageSizes, readPage } from '@cairn/scim-protocol/paging';
import { type Projection, readProjection } from '@cairn/scim-protocol/projection';
import type { ResourceType } from '@cairn/scim-protocol/resource-type';
import type { SearchRequest } from '@cairn/scim-protocol/search-request';
import type { Db } from '../../storage/database.ts';
import { proveFilter } from '../rows/proven-names.ts';
import { type ScimContext, typeIn } from '../scim-context.ts';

/** At most 200 resources per page (Decision 40). */
export const PAGE_SIZES: PageSizes = { default: 100, max: 200 };

export interface ListQuery {
  readonly filter: Filter | undefined;
  readonly page: Page;
  readonly projection: Projection;
  /** Everything that identifies the list except the position. Cursors are bound to it. */
  readonly identity: readonly unknown[];
}

/** The same text for filters that differ only in spelling, such as in blanks or in the case of names. */
const filterText = (filter: Filter): string =>
  JSON.stringify(filter, (name, value: unknown) => {
    if (name === 'target') return targetName(value as AttributeTarget);
    return typeof value === 'bigint' ? String(value) : value;
  });

/** Parses a search over one type. Throws the errors of the protocol's parsers and of `proveFilter`. */
export async function readListQuery(
  db: Db,
  context: ScimContext,
  { name }: ResourceType,
  search: SearchRequest,
): Promise<ListQuery> {
  const type = typeIn(context, { name });
  const text = search.filter?.trim() ?? '';
  const options = { strict: context.strict, allowsUnproven: true };
  const filter = text === '' ? undefined : parseFilter(type, text, options);
  if (filter !== undefined) await proveFilter(db, context, type, filter);
  return {
    filter,
    page: readPage(search, PAGE_SIZES),
    projection: readProjection(type, search, context.strict),
    identity: [type.name, filter === undefined ? '' : filterText(filter)],
  };
}
