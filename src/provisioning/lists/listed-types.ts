// How list-resources.ts lists users and groups.
import { type Projection, wants } from '@cairn/scim-protocol/projection';
import { GROUP_TYPE, USER_TYPE } from '@cairn/scim-protocol/resource-type';
import { ScimError } from '@cairn/scim-protocol/scim-error';
import { groupAttributes } from '../groups/group-attribute-store.ts';
import { groupPieces } from '../groups/group-pieces.ts';
import { countGroups, type GroupRow, selectGroups } from '../groups/group-record-store.ts';
import { groupResource } from '../groups/group-resource.ts';
import { userAttributes } from '../users/user-attribute-store.ts';
import { countUsers, selectUsers, type UserRow } from '../users/user-record-store.ts';
import { needsGroups, userResource } from '../users/user-resource.ts';
import type { ListedType } from './list-resources.ts';

export const LISTED_USERS: ListedType<UserRow> = {
  type: USER_TYPE,
  attributes: userAttributes,
  select: (db, context, range, projection) =>
    selectUsers(db, context, { ...range, withGroups: needsGroups(projection) }),
  count: countUsers,
  resource: userResource,
};

/** A page may have 200 groups with all users in each. Groups with more members than this are streamed. */
const MEMBERS_IN_A_LIST = 100;

/** `excludedAttributes=members` never reads members. */
export const LISTED_GROUPS: ListedType<GroupRow> = {
  type: GROUP_TYPE,
  attributes: groupAttributes,
  select(db, context, range, projection) {
    const reach = reachOf(projection) === 'all' ? MEMBERS_IN_A_LIST + 1 : 'none';
    return selectGroups(db, context, { ...range, reach });
  },
  count: countGroups,
  resource: groupResource,
  pieces({ wholeGroup }, context, { members, record_id }, projection) {
    if (members === null || JSON.parse(members).length <= MEMBERS_IN_A_LIST) return undefined;
    return async function* () {
      const row = await wholeGroup(context, record_id).catch(undefinedWhenGone);
      if (row !== undefined) yield* groupPieces(context, row, projection);
    };
  },
};

function undefinedWhenGone(thrown: unknown): undefined {
  if (thrown instanceof ScimError && thrown.status === 404) return undefined;
  throw thrown;
}

/** How many members a response in this projection needs. */
export const reachOf = (projection: Projection): 'all' | 'none' => (wants(projection, 'members') ? 'all' : 'none');
