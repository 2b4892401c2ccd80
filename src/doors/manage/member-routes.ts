// Members: the directory view, single people, and manual changes to memberships by admins.
import { Type } from '@sinclair/typebox';
import { closed, Email, ids, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { TEXT_LIMITS } from '../../directory/checked.ts';
import { addOrInvite } from '../../directory/joining/invitations.ts';
import { managersAbove, reportsOf } from '../../directory/managers/reporting-chart.ts';
import { noSuchMember } from '../../directory/member.ts';
import { changeRoles, heldRoles, setRoles } from '../../directory/members/member-roles.ts';
import { deactivateMember, reactivateMember, removeMember } from '../../directory/members/members.ts';
import { DIRECTORY_ORDERS, type DirectoryPlace, DirectoryRow } from '../../directory/people/directory-person.ts';
import { directoryView, findInDirectory, rowOf } from '../../directory/people/directory-view.ts';
import { ROLES } from '../../directory/roles.ts';
import { noContentAfter, ok } from '../../http/answers/answer.ts';
import { leftElsewhere } from '../../provisioning/users/left-elsewhere.ts';
import { titlesOf } from '../../provisioning/users/person-attributes.ts';
import type { Db } from '../../storage/database.ts';
import { declaredPage, PAGE_QUERY, pageAnswer, pageOf } from '../session/pages.ts';
import { byOf, type ManageDeps, type ManageOperation, operation, routes, teamOf } from '../session/session-endpoint.ts';
import { InvitationResource, invitationResource } from './invitation-routes.ts';
import { MEMBER_FILTER } from './member-filter.ts';
import { ChangeRolesBody, GrantedRoles } from './role-shapes.ts';

const ChartPerson = Type.Object(
  {
    user_id: Uuid('The person.'),
    name: Type.String(),
    status: OneOf(['active', 'deprovisioned']),
    report_count: Type.Integer({ description: 'Number of active direct reports.' }),
    leads: Type.Boolean({
      description:
        'Whether the chart continues below: with active reports, or reports who left but have active people below ' +
        'them.',
    }),
  },
  { $id: 'ChartPerson', ...closed },
);

const HeldRole = Type.Object(
  {
    role: OneOf(ROLES),
    group_id: Nullable(Uuid('Null if held directly.')),
    group_name: Nullable(Type.String()),
    origin: OneOf(['service', 'sync'], { description: 'sync: the Manager role granted by directory sync.' }),
  },
  { $id: 'HeldRole', ...closed },
);

const MemberPage = Type.Object(
  {
    ...DirectoryRow.properties,
    held_roles: Type.Array(HeldRole),
    managers_above: Type.Array(ChartPerson),
    left_in: Type.Array(Type.Object({ connection_id: Uuid('The connection.'), name: Type.String() }, closed), {
      description: 'Connections that deactivated or deleted the person while another source keeps the membership.',
    }),
  },
  { $id: 'MemberPage', ...closed },
);

const MemberQuery = Type.Object({
  ...PAGE_QUERY,
  ...MEMBER_FILTER,
  sort: Type.Optional(OneOf(DIRECTORY_ORDERS, { default: 'name', description: 'A minus sign reverses the order.' })),
});

const AddMemberBody = Type.Object(
  {
    email: Email({ maxLength: TEXT_LIMITS.email }),
    name: Type.String({ maxLength: TEXT_LIMITS.person }),
    roles: Type.Optional(GrantedRoles),
  },
  { $id: 'AddMemberBody', ...closed },
);
const RolesBody = Type.Object({ roles: GrantedRoles }, { $id: 'RolesBody', ...closed });
const ChartQuery = Type.Object({
  user_id: Type.Optional(Uuid('Only reports of this person. Default: the top of the chart.')),
});

const TAG = 'Members';
const answered = { 200: { description: 'The person.', schema: MemberPage } };

/** A person in the list. */
const ListedMember = Type.Object(
  {
    ...DirectoryRow.properties,
    title: Nullable(Type.String(), { description: 'The job title from the identity provider.' }),
  },
  { $id: 'ListedMember', ...closed },
);

const listMembersOperation = (deps: ManageDeps) =>
  operation({
    id: 'listMembers',
    mayLag: true,
    summary: 'List members (the directory view)',
    description:
      'Sorted by name unless `sort` says otherwise. Includes deactivated people as deprovisioned, but not deleted ' +
      'people.',
    tag: TAG,
    needs: 'admin',
    query: MemberQuery,
    answers: { 200: declaredPage('A page of people.', pageOf(ListedMember, 'MemberList')) },
    refusals: ['bad-request'],
    async handle(call) {
      const page = await pageAnswer(
        call,
        deps.cursorKeys(),
        (after: DirectoryPlace | null, count) =>
          directoryView(call.db, teamOf(call), call.query, after, count, call.query.sort),
        ({ sort_key, user_id }) => ({ sort_key, user_id }),
        rowOf,
      );
      const body = page.body as { readonly items: readonly DirectoryRow[] };
      const titles = await titlesOf(
        call.db,
        teamOf(call),
        body.items.flatMap(({ user_id, source }) => (source === null ? [] : [user_id])),
      );
      const items = body.items.map((row) => ({ ...row, title: titles.get(row.user_id) ?? null }));
      return { ...page, body: { ...body, items } };
    },
  });

const addMemberOperation = (deps: ManageDeps) =>
  operation({
    id: 'addMember',
    summary: 'Add a person manually',
    tag: TAG,
    needs: 'admin',
    body: { schema: AddMemberBody },
    description:
      'New people, and people whose account belongs to this workspace, become members immediately (201). Others ' +
      'are invited (202): only they can accept, and nothing about their account is shown.',
    answers: {
      201: { description: 'The person.', schema: MemberPage },
      202: { description: 'The invitation.', schema: InvitationResource },
    },
    refusals: ['validation', 'conflict', 'unprocessable'],
    async handle(call) {
      const wanted = await call.json(AddMemberBody);
      return call.commit(async (tx) => {
        const added = await addOrInvite(tx, teamOf(call), { roles: [], ...wanted }, deps.clock(), byOf(call));
        return 'invitation' in added
          ? { status: 202, body: invitationResource(added.invitation) }
          : { status: 201, body: await memberPage(tx, teamOf(call), added.account_id) };
      });
    },
  });

const getMemberOperation = operation({
  id: 'getMember',
  summary: 'Get a person with roles, their sources, and managers',
  tag: TAG,
  needs: 'admin',
  params: ids('user_id'),
  answers: answered,
  refusals: ['not-found'],
  handle: async (call) => ok(await memberPage(call.db, teamOf(call), call.params.user_id)),
});

const removeMemberOperation = operation({
  id: 'removeMember',
  summary: 'End a membership that the service manages',
  tag: TAG,
  needs: 'admin',
  params: ids('user_id'),
  answers: { 204: { description: 'The person is no longer a member. Account and history stay.' } },
  refusals: ['not-found', 'conflict'],
  handle: (call) => noContentAfter(call, (tx) => removeMember(tx, teamOf(call), call.params.user_id, null, byOf(call))),
});

const setMemberRolesOperation = operation({
  id: 'setMemberRoles',
  summary: 'Set the roles held directly',
  description: 'Replaces all direct roles. Use PATCH to add or remove single roles.',
  tag: TAG,
  needs: 'admin',
  params: ids('user_id'),
  body: { schema: RolesBody },
  answers: answered,
  refusals: ['validation', 'not-found'],
  async handle(call) {
    const { roles } = await call.json(RolesBody);
    return call.commit(async (tx) => {
      await setRoles(tx, teamOf(call), call.params.user_id, roles, byOf(call));
      return ok(await memberPage(tx, teamOf(call), call.params.user_id));
    });
  },
});

const changeMemberRolesOperation = operation({
  id: 'changeMemberRoles',
  summary: 'Add and remove roles held directly',
  tag: TAG,
  needs: 'admin',
  params: ids('user_id'),
  body: { schema: ChangeRolesBody },
  answers: answered,
  refusals: ['validation', 'not-found', 'conflict'],
  async handle(call) {
    const { add = [], remove = [], seen } = await call.json(ChangeRolesBody);
    return call.commit(async (tx) => {
      await changeRoles(tx, teamOf(call), call.params.user_id, { add, remove, seen }, byOf(call));
      return ok(await memberPage(tx, teamOf(call), call.params.user_id));
    });
  },
});

const deactivateMemberOperation = changeStatusOperation(
  'deactivateMember',
  'Deactivate a person: frees the seat, ends sessions, keeps roles',
  deactivateMember,
);

const reactivateMemberOperation = changeStatusOperation(
  'reactivateMember',
  'Reactivate a person: takes a seat and restores roles',
  reactivateMember,
);

const getReportingChartOperation = operation({
  id: 'getReportingChart',
  mayLag: true,
  summary: 'List one level of the reporting chart',
  tag: TAG,
  needs: 'admin',
  query: ChartQuery,
  answers: {
    200: {
      description:
        'The direct reports of a person, or the top of the chart. Includes people who left if they have active ' +
        'people below them.',
      schema: Type.Object({ items: Type.Array(ChartPerson) }, { $id: 'ChartLevel', ...closed }),
    },
  },
  refusals: ['bad-request'],
  handle: async (call) => ok({ items: await reportsOf(call.db, teamOf(call), call.query.user_id ?? null) }),
});

function changeStatusOperation(id: string, summary: string, change: typeof deactivateMember): ManageOperation {
  return operation({
    id,
    summary,
    description: 'Only for memberships that the service manages; connections manage their own.',
    tag: TAG,
    needs: 'admin',
    params: ids('user_id'),
    answers: answered,
    refusals: ['not-found', 'conflict'],
    handle: (call) =>
      call.commit(async (tx) => {
        await change(tx, teamOf(call), call.params.user_id, null, byOf(call));
        return ok(await memberPage(tx, teamOf(call), call.params.user_id));
      }),
  });
}

async function memberPage(db: Db, teamId: string, userId: string) {
  const row = (await findInDirectory(db, teamId, userId)) ?? noSuchMember();
  const held_roles = await heldRoles(db, teamId, userId);
  const managers_above = await managersAbove(db, teamId, userId);
  return { ...row, held_roles, managers_above, left_in: await leftElsewhere(db, teamId, userId) };
}

export const memberEndpoints = (deps: ManageDeps) =>
  routes({
    'GET /members': listMembersOperation(deps),
    'POST /members': addMemberOperation(deps),
    'GET /members/:user_id': getMemberOperation,
    'DELETE /members/:user_id': removeMemberOperation,
    'PUT /members/:user_id/roles': setMemberRolesOperation,
    'PATCH /members/:user_id/roles': changeMemberRolesOperation,
    'POST /members/:user_id/deactivate': deactivateMemberOperation,
    'POST /members/:user_id/reactivate': reactivateMemberOperation,
    'GET /chart': getReportingChartOperation,
  });
