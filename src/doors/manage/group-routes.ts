// Groups: the list, and a page for each group with its description, roles, managers, members and Disconnect. The room
// does not let this API change the name or members of a synced group.

import { type TObject, Type } from '@sinclair/typebox';
import { ids, Uuid } from '../../base/shape.ts';
import {
  changeGroupManagers,
  changeGroupRoles,
  setGroupManagers,
  setGroupRoles,
} from '../../directory/groups/group-care.ts';
import { listGroups } from '../../directory/groups/group-list.ts';
import { changeGroupMembers, listGroupMembers } from '../../directory/groups/group-members.ts';
import { changeGroup, createGroup, deleteGroup } from '../../directory/groups/groups.ts';
import { noContentAfter, ok } from '../../http/answers/answer.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';
import type { SessionCaller } from '../../identity/session.ts';
import { disconnectGroup } from '../../provisioning/groups/disconnect-groups.ts';
import type { Tx } from '../../storage/database.ts';
import { endGroupRights } from '../../trails/sets/set-audience.ts';
import { declaredPage, PAGE_QUERY, pageAnswer, pageOf } from '../session/pages.ts';
import { byOf, type ManageDeps, type ManageOperation, operation, routes, teamOf } from '../session/session-endpoint.ts';
import {
  ChangeManagersBody,
  ChangeMembersBody,
  CreateGroupBody,
  GroupManagersBody,
  GroupMember,
  GroupPage,
  GroupResource,
  GroupRolesBody,
  groupPage,
  groupResource,
  MemberChanges,
  UpdateGroupBody,
} from './group-shapes.ts';
import { ChangeRolesBody } from './role-shapes.ts';

const GroupQuery = Type.Object({
  ...PAGE_QUERY,
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name, case-insensitive.' })),
  source: Type.Optional(Type.Union([Uuid('Only groups of this connection.'), Type.Literal('service')])),
  member_id: Type.Optional(Uuid('Only groups this person is in.')),
});
const params = ids('group_id');
type GroupCall = Call<SessionCaller, { group_id: string }>;

/** Enough for the maximum of 10,000 ids. */
const PEOPLE_BODY_LIMIT = 1_048_576;
const common = { tag: 'Groups', needs: 'admin' } as const;
const answered = { 200: { description: 'The group.', schema: GroupPage } };

const listGroupsOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'listGroups',
    mayLag: true,
    summary: 'List groups by name',
    query: GroupQuery,
    answers: { 200: declaredPage('A page of groups.', pageOf(GroupResource, 'GroupList')) },
    refusals: ['bad-request'],
    handle: (call) =>
      pageAnswer(
        call,
        deps.cursorKeys(),
        (after: string | null, count) => listGroups(call.db, teamOf(call), call.query, after, count),
        ({ name_key }) => name_key,
        groupResource,
      ),
  });

const createGroupOperation = operation({
  ...common,
  id: 'createGroup',
  summary: 'Create a group that the service manages',
  body: { schema: CreateGroupBody },
  answers: { 201: { description: 'The group.', schema: GroupPage } },
  refusals: ['validation', 'conflict'],
  async handle(call) {
    const wanted = await call.json(CreateGroupBody);
    return call.commit(async (tx) => {
      const { group_id } = await createGroup(tx, teamOf(call), wanted, byOf(call));
      return { status: 201, body: await groupPage(tx, teamOf(call), group_id) };
    });
  },
});

const getGroupOperation = operation({
  ...common,
  id: 'getGroup',
  summary: 'Get a group',
  params,
  answers: answered,
  refusals: ['not-found'],
  handle: async (call) => ok(await groupPage(call.db, teamOf(call), call.params.group_id)),
});

const deleteGroupOperation = operation({
  ...common,
  id: 'deleteGroup',
  summary: 'Delete a group that the service manages',
  params,
  answers: { 204: { description: 'The group is deleted, with all roles and access it gave.' } },
  refusals: ['not-found', 'conflict'],
  handle: (call) =>
    noContentAfter(call, (tx) => deleteGroup(tx, teamOf(call), call.params.group_id, null, byOf(call), endGroupRights)),
});

const updateGroupOperation = changeOperation(
  'updateGroup',
  'Rename or describe a group',
  UpdateGroupBody,
  (tx, call, change) => changeGroup(tx, teamOf(call), call.params.group_id, change, byOf(call)),
);

const setGroupRolesOperation = changeOperation(
  'setGroupRoles',
  'Set the roles of a group',
  GroupRolesBody,
  (tx, call, { roles }) => setGroupRoles(tx, teamOf(call), call.params.group_id, roles, byOf(call)),
);

const changeGroupRolesOperation = changeOperation(
  'changeGroupRoles',
  'Add and remove roles of a group',
  ChangeRolesBody,
  (tx, call, change) =>
    changeGroupRoles(tx, teamOf(call), call.params.group_id, { add: [], remove: [], ...change }, byOf(call)),
);

const setGroupManagersOperation = changeOperation(
  'setGroupManagers',
  'Set the managers of a group',
  GroupManagersBody,
  (tx, call, { user_ids }) => setGroupManagers(tx, teamOf(call), call.params.group_id, user_ids, byOf(call)),
);

const changeGroupManagersOperation = changeOperation(
  'changeGroupManagers',
  'Add and remove managers of a group',
  ChangeManagersBody,
  (tx, call, change) =>
    changeGroupManagers(tx, teamOf(call), call.params.group_id, { add: [], remove: [], ...change }, byOf(call)),
);

const disconnectGroupOperation = operation({
  ...common,
  id: 'disconnectGroup',
  summary: 'Disconnect a group: the service manages it from now on, with the same members',
  params,
  answers: answered,
  refusals: ['not-found', 'conflict'],
  handle: (call) =>
    call.commit(async (tx) => {
      await disconnectGroup(tx, teamOf(call), call.params.group_id, byOf(call));
      return ok(await groupPage(tx, teamOf(call), call.params.group_id));
    }),
});

const listGroupMembersOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'listGroupMembers',
    mayLag: true,
    summary: 'List the members of a group',
    params,
    query: Type.Object(PAGE_QUERY),
    answers: { 200: declaredPage('A page of people.', pageOf(GroupMember, 'GroupMemberList')) },
    refusals: ['bad-request', 'not-found'],
    handle: (call) =>
      pageAnswer(
        call,
        deps.cursorKeys(),
        (after: string | null, count) => listGroupMembers(call.db, teamOf(call), call.params.group_id, after, count),
        ({ account_id }) => account_id,
        ({ account_id, status, ...rest }) => ({
          user_id: account_id,
          ...rest,
          status: status === 'active' ? 'active' : 'deprovisioned',
        }),
      ),
  });

const changeGroupMembersOperation = operation({
  ...common,
  id: 'changeGroupMembers',
  summary: 'Add and remove members of a group that the service manages',
  params,
  bodyLimit: PEOPLE_BODY_LIMIT,
  body: { schema: ChangeMembersBody },
  answers: { 200: { description: 'The number of people added and removed.', schema: MemberChanges } },
  refusals: ['validation', 'not-found', 'conflict', 'unprocessable'],
  async handle(call) {
    const { add = [], remove = [] } = await call.json(ChangeMembersBody);
    const { group_id } = call.params;
    return call.commit(async (tx) =>
      ok(await changeGroupMembers(tx, teamOf(call), group_id, { add, remove }, null, byOf(call))),
    );
  },
});

/** An operation that changes a group and returns it. */
function changeOperation<Shape extends TObject>(
  id: string,
  summary: string,
  shape: Shape,
  work: (tx: Tx, call: GroupCall, body: Shape['static']) => Promise<unknown>,
): ManageOperation {
  return operation({
    ...common,
    id,
    summary,
    params,
    bodyLimit: PEOPLE_BODY_LIMIT,
    body: { schema: shape },
    answers: answered,
    refusals: ['validation', 'not-found', 'conflict', 'unprocessable'],
    async handle(call) {
      const body = await call.json(shape);
      return call.commit(async (tx) => {
        await work(tx, call, body);
        return ok(await groupPage(tx, teamOf(call), call.params.group_id));
      });
    },
  });
}

export const groupEndpoints = (deps: ManageDeps) =>
  routes({
    'GET /groups': listGroupsOperation(deps),
    'POST /groups': createGroupOperation,
    'GET /groups/:group_id': getGroupOperation,
    'DELETE /groups/:group_id': deleteGroupOperation,
    'PATCH /groups/:group_id': updateGroupOperation,
    'PUT /groups/:group_id/roles': setGroupRolesOperation,
    'PATCH /groups/:group_id/roles': changeGroupRolesOperation,
    'PUT /groups/:group_id/managers': setGroupManagersOperation,
    'PATCH /groups/:group_id/managers': changeGroupManagersOperation,
    'POST /groups/:group_id/disconnect': disconnectGroupOperation,
    'GET /groups/:group_id/members': listGroupMembersOperation(deps),
    'POST /groups/:group_id/members': changeGroupMembersOperation,
  });
