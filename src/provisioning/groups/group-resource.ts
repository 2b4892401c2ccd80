// Converts a group's record to a SCIM resource.

import { etag } from '@cairn/scim-protocol/etag';
import type { JsonObject } from '@cairn/scim-protocol/json';
import type { ScimContext } from '../scim-context.ts';
import type { GroupRow } from './group-record-store.ts';

/** The whole resource (RFC 7643 3.1 and 4.2) with the members that were read. An empty group has no `members`. */
export function groupResource({ base }: ScimContext, row: GroupRow): JsonObject {
  const attributes: JsonObject = JSON.parse(row.attributes);
  const ids: string[] = row.members === null ? [] : JSON.parse(row.members);
  const { schemas = [], ...rest } = attributes;
  return {
    schemas,
    id: row.record_id,
    ...rest,
    ...(ids.length === 0 ? {} : { members: ids.map((value) => memberOf(base, value)) }),
    meta: {
      resourceType: 'Group',
      created: row.created_at,
      lastModified: row.last_modified,
      location: `${base}/Groups/${row.record_id}`,
      version: etag(BigInt(row.version)),
    },
  };
}

const memberOf = (base: string, value: string): JsonObject => ({ value, $ref: `${base}/Users/${value}`, type: 'User' });
