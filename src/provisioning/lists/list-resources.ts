// Pages of users or groups, by index or by cursor (RFC 7644 3.4.2.4, RFC 9865).

import type { JsonObject } from '@cairn/scim-protocol/json';
import type { ListResult } from '@cairn/scim-protocol/list-response';
import { type Projection, project } from '@cairn/scim-protocol/projection';
import type { ResourceType } from '@cairn/scim-protocol/resource-type';
import type { Clock } from '../../base/clock.ts';
import type { CursorKeys } from '../../base/signed-cursor.ts';
import type { Db } from '../../storage/database.ts';
import type { GroupRow } from '../groups/group-record-store.ts';
import type { AttributeSource } from '../rows/filter-sql.ts';
import { filterSql, keySql } from '../rows/filter-sql.ts';
import type { RowRange } from '../rows/row-range.ts';
import { type ScimContext, typeIn } from '../scim-context.ts';
import type { ListQuery } from './list-query.ts';
import { readScimCursor, writeScimCursor } from './scim-cursor.ts';

/** Dependencies of a listing. */
export interface ListingDeps {
  /** The key that signs cursors. */
  readonly cursorKeys: () => CursorKeys;
  readonly clock: Clock;
  /** Reads a group with all members while it is being sent (whole-group.ts). */
  readonly wholeGroup: (context: ScimContext, id: string) => Promise<GroupRow>;
}

/**
 * The JSON text of a resource that is too large to hold in memory. It is read while it is being sent. Yields nothing if
 * the resource no longer exists.
 */
export type Pieces = () => AsyncGenerator<string, void>;

/** A page of resources. */
export interface ResourcePage extends Omit<ListResult, 'resources'> {
  readonly resources: readonly (JsonObject | Pieces)[];
}

/** How to list resources of one type. */
export interface ListedType<Row extends { readonly record_id: string }> {
  readonly type: ResourceType;
  attributes(context: ScimContext): AttributeSource;
  /** Reads only what the projection needs. */
  select(db: Db, context: ScimContext, range: RowRange, projection: Projection): Promise<Row[]>;
  count(db: Db, context: ScimContext, range: Pick<RowRange, 'where' | 'key'>): Promise<number>;
  resource(context: ScimContext, row: Row): JsonObject;
  /** Sends a resource of which `select` read only the beginning. */
  pieces?(deps: ListingDeps, context: ScimContext, row: Row, projection: Projection): Pieces | undefined;
}

export async function listResources<Row extends { readonly record_id: string }>(
  deps: ListingDeps,
  db: Db,
  context: ScimContext,
  listed: ListedType<Row>,
  query: ListQuery,
): Promise<ResourcePage> {
  const attributes = listed.attributes(context);
  const where = query.filter && filterSql(query.filter, attributes);
  const key = query.filter && keySql(query.filter, attributes);
  const { page, projection } = query;
  const shown = (row: Row): JsonObject | Pieces =>
    listed.pieces?.(deps, context, row, projection) ??
    project(typeIn(context, listed.type), listed.resource(context, row), projection);
  if (page.kind === 'cursor') {
    const identity = [context.connection_id, ...query.identity];
    const now = deps.clock();
    const place = page.cursor === undefined ? undefined : readScimCursor(deps.cursorKeys(), identity, page.cursor, now);
    const range = { where, key, after: place?.after, offset: 0, limit: page.count + 1 };
    const rows = await listed.select(db, context, range, projection);
    const resources = rows.slice(0, page.count);
    const total =
      place?.total ?? (rows.length > page.count ? await listed.count(db, context, { where, key }) : rows.length);
    const last = resources.at(-1);
    const goesOn = rows.length > page.count && last !== undefined;
    const nextCursor = goesOn
      ? writeScimCursor(deps.cursorKeys(), identity, { after: last.record_id, total }, now)
      : undefined;
    return { totalResults: total, resources: resources.map(shown), nextCursor };
  }
  const offset = page.startIndex - 1;
  const range = { where, key, after: undefined, offset, limit: page.count };
  const rows = page.count === 0 ? [] : await listed.select(db, context, range, projection);
  // A page that is not full is the last one, so the total is known. Only other pages need a count.
  const isLast = rows.length < page.count && (rows.length > 0 || offset === 0);
  const totalResults = isLast ? offset + rows.length : await listed.count(db, context, { where, key });
  return { totalResults, resources: rows.map(shown) };
}
