// Invitations: seen and withdrawn by the admins of the workspace that invites; listed, accepted and declined by the
// person.
import { Type } from '@sinclair/typebox';
import type { Clock } from '../../base/clock.ts';
import { closed, Email, Instant, ids, OneOf, Uuid } from '../../base/shape.ts';
import type { Invitation, OwnInvitation } from '../../directory/joining/invitation.ts';
import {
  acceptInvitation,
  declineInvitation,
  listInvitations,
  listOwnInvitations,
  withdrawInvitation,
} from '../../directory/joining/invitations.ts';
import { ROLES } from '../../directory/roles.ts';
import { noContentAfter, ok } from '../../http/answers/answer.ts';
import { invitedPerson } from '../../identity/sign-in.ts';
import { PAGE_QUERY, pageAnswer, pageOf } from '../session/pages.ts';
import { byOf, type ManageDeps, type ManageEndpoint, operation, routes, teamOf } from '../session/session-endpoint.ts';

const common = {
  id: Uuid('The invitation.'),
  roles: Type.Array(OneOf(ROLES), { description: 'Held directly from the moment it is accepted.' }),
  invited_by: Type.String({ description: 'Who invited, by name.' }),
  created_at: Instant('When it was made.'),
  expires_at: Instant('Until when it can be accepted.'),
};

export const InvitationResource = Type.Object(
  {
    ...common,
    email: Email(),
    name: Type.String({ description: 'As the person who invites wrote it; nothing of an account is shown.' }),
  },
  { $id: 'InvitationResource', ...closed },
);
const OwnInvitationResource = Type.Object(
  { ...common, team: Type.Object({ id: Uuid('The workspace.'), name: Type.String() }, closed) },
  { $id: 'OwnInvitationResource', ...closed },
);
const OwnInvitationList = Type.Object(
  { items: Type.Array(OwnInvitationResource) },
  { $id: 'OwnInvitationList', ...closed },
);
const Accepted = Type.Object({ team_id: Uuid('The workspace.') }, { $id: 'AcceptedInvitation', ...closed });

export const invitationResource = (invitation: Invitation) => ({ ...invitation, roles: [...invitation.roles] });

const listInvitationsOperation = (deps: ManageDeps) =>
  operation({
    id: 'listInvitations',
    mayLag: true,
    summary: 'Who is invited and has not answered yet, newest first',
    tag: 'Members',
    needs: 'admin',
    query: Type.Object(PAGE_QUERY),
    answers: { 200: { description: 'A page of invitations.', schema: pageOf(InvitationResource, 'InvitationList') } },
    refusals: ['bad-request'],
    handle: (call) =>
      pageAnswer(
        call,
        deps.cursorKeys(),
        (after: string | null, count) => listInvitations(call.db, teamOf(call), deps.clock(), after, count),
        ({ id }) => id,
        invitationResource,
      ),
  });

const withdrawInvitationOperation = operation({
  id: 'withdrawInvitation',
  summary: 'Take an invitation back',
  tag: 'Members',
  needs: 'admin',
  params: ids('invitation_id'),
  answers: { 204: { description: 'It can no longer be accepted.' } },
  refusals: ['not-found'],
  handle: (call) =>
    noContentAfter(call, (tx) => withdrawInvitation(tx, teamOf(call), call.params.invitation_id, byOf(call))),
});

const own = { tag: 'Session', idempotent: false } as const;
const params = ids('invitation_id');

const listOwnInvitationsOperation = (deps: { readonly clock: Clock }) =>
  operation({
    ...own,
    id: 'listOwnInvitations',
    summary: 'Which workspaces invite me?',
    answers: { 200: { description: 'The open invitations, newest first.', schema: OwnInvitationList } },
    refusals: [],
    async handle({ db, caller }) {
      const invitations = await listOwnInvitations(db, await invitedPerson(db, caller), deps.clock());
      return ok({ items: invitations.map(ownInvitation) });
    },
  });

const acceptInvitationOperation = (deps: { readonly clock: Clock }) =>
  operation({
    ...own,
    id: 'acceptInvitation',
    summary: 'Become a member of the workspace that invites me',
    description: 'The only way into a workspace for an account that belongs to others. It takes a seat there.',
    params,
    answers: { 200: { description: 'The workspace.', schema: Accepted } },
    refusals: ['bad-request', 'not-found', 'conflict', 'forbidden'],
    handle: (call) =>
      call.commit(async (tx) => {
        const person = await invitedPerson(tx, call.caller);
        return ok(await acceptInvitation(tx, person, call.params.invitation_id, deps.clock(), byOf(call)));
      }),
  });

const declineInvitationOperation = (deps: { readonly clock: Clock }) =>
  operation({
    ...own,
    id: 'declineInvitation',
    summary: 'Decline an invitation',
    params,
    answers: { 204: { description: 'It is declined.' } },
    refusals: ['bad-request', 'not-found', 'forbidden'],
    handle: (call) =>
      noContentAfter(call, async (tx) => {
        const person = await invitedPerson(tx, call.caller);
        await declineInvitation(tx, person, call.params.invitation_id, deps.clock(), byOf(call));
      }),
  });

const ownInvitation = ({ team_id, team_name, roles, ...invitation }: OwnInvitation) => ({
  ...invitation,
  roles: [...roles],
  team: { id: team_id, name: team_name },
});

/** For admins. */
export const invitationEndpoints = (deps: ManageDeps): ManageEndpoint[] =>
  routes({
    'GET /invitations': listInvitationsOperation(deps),
    'DELETE /invitations/:invitation_id': withdrawInvitationOperation,
  });

/** For the person who is invited. */
export const ownInvitationRoutes = (deps: { readonly clock: Clock }): ManageEndpoint[] =>
  routes({
    'GET /session/invitations': listOwnInvitationsOperation(deps),
    'POST /session/invitations/:invitation_id/accept': acceptInvitationOperation(deps),
    'DELETE /session/invitations/:invitation_id': declineInvitationOperation(deps),
  });
