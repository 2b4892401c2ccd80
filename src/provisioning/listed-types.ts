// How users and groups are listed: what list-resources.ts asks of each type.
import { type Projection, wants } from '@cairn/scim-protocol/projection';
import { GROUP_TYPE, USER_TYPE } from '@cairn/scim-protocol/resource-type';
import { groupAttributes } from './group-attribute-store.ts';
import { countGroups, type GroupRow, selectGroups } from './group-record-store.ts';
import { groupResource } from './group-resource.ts';
import type { Listed } from './list-resources.ts';
import { userAttributes } from './user-attribute-store.ts';
import { countUsers, selectUsers, type UserRow } from './user-record-store.ts';
import { needsGroups, userResource } from './user-resource.ts';

/** How users are listed. */
export const LISTED_USERS: Listed<UserRow> = {
  type: USER_TYPE,
  attributes: userAttributes,
  select: (db, context, range, projection) =>
    selectUsers(db, context, { ...range, withGroups: needsGroups(projection) }),
  count: countUsers,
  resource: userResource,
};

/** How groups are listed. `excludedAttributes=members` never reads them. */
export const LISTED_GROUPS: Listed<GroupRow> = {
  type: GROUP_TYPE,
  attributes: groupAttributes,
  select: (db, context, range, projection) => selectGroups(db, context, { ...range, reach: reachOf(projection) }),
  count: countGroups,
  resource: groupResource,
};

/** How many members an answer in this projection needs. */
export const reachOf = (projection: Projection): 'all' | 'none' => (wants(projection, 'members') ? 'all' : 'none');
