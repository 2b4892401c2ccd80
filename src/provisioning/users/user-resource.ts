// Converts a user's record to a SCIM resource.
import { etag } from '@cairn/scim-protocol/etag';
import type { JsonObject } from '@cairn/scim-protocol/json';
import { type Projection, wants } from '@cairn/scim-protocol/projection';
import type { ScimContext } from '../scim-context.ts';
import type { UserRow } from './user-record-store.ts';

/** The whole resource (RFC 7643 3.1 and 4.1): the attributes sent, plus id, groups and meta. */
export function userResource({ base }: ScimContext, row: UserRow): JsonObject {
  const attributes: JsonObject = JSON.parse(row.attributes);
  const { schemas = [], ...rest } = attributes;
  return {
    schemas,
    id: row.record_id,
    ...rest,
    groups: groupsOf(base, row.groups),
    meta: {
      resourceType: 'User',
      created: row.created_at,
      lastModified: row.last_modified,
      location: `${base}/Users/${row.record_id}`,
      version: etag(BigInt(row.version)),
    },
  };
}

/** Whether a response in this projection needs the groups, which also determine the version in `meta`. */
export const needsGroups = (projection: Projection): boolean =>
  projection.kind !== 'only' || wants(projection, 'groups') || projection.names.has('meta');

function groupsOf(base: string, json: string | null): JsonObject[] {
  if (json === null) return [];
  const groups: { value: string; display: string }[] = JSON.parse(json);
  return groups.map(({ value, display }) => ({ value, $ref: `${base}/Groups/${value}`, display, type: 'direct' }));
}
