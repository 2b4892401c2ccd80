// Invitations. Admins of the inviting workspace list and revoke them; the invited person lists, accepts or declines
// them.
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
import { declaredPage, PAGE_QUERY, pageAnswer, pageOf } from '../session/pages.ts';
import { byOf, type ManageDeps, operation, routes, teamOf } from '../session/session-endpoint.ts';

const common = {
  id: Uuid('The invitation.'),
  roles: Type.Array(OneOf(ROLES), { description: 'Roles held directly once the invitation is accepted.' }),
  invited_by: Type.String({ description: 'The name of the inviter.' }),
  created_at: Instant('When it was created.'),
  expires_at: Instant('When the invitation expires.'),
};

export const InvitationResource = Type.Object(
  {
    ...common,
    email: Email(),
    name: Type.String({ description: 'The name entered by the inviter. No data of an existing account is shown.' }),
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
    summary: 'List open invitations, newest first',
    tag: 'Members',
    needs: 'admin',
    query: Type.Object(PAGE_QUERY),
    answers: { 200: declaredPage('A page of invitations.', pageOf(InvitationResource, 'InvitationList')) },
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
  summary: 'Revoke an invitation',
  tag: 'Members',
  needs: 'admin',
  params: ids('invitation_id'),
  answers: { 204: { description: 'The invitation can no longer be accepted.' } },
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
    summary: 'List my open invitations',
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
    summary: 'Accept an invitation and join the workspace',
    description: 'An account that belongs to other workspaces can join only this way. The new member takes a seat.',
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
    answers: { 204: { description: 'The invitation is declined.' } },
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

export const invitationEndpoints = (deps: ManageDeps) =>
  routes({
    'GET /invitations': listInvitationsOperation(deps),
    'DELETE /invitations/:invitation_id': withdrawInvitationOperation,
  });

/** Endpoints for the invited person. */
export const ownInvitationRoutes = (deps: { readonly clock: Clock }) =>
  routes({
    'GET /session/invitations': listOwnInvitationsOperation(deps),
    'POST /session/invitations/:invitation_id/accept': acceptInvitationOperation(deps),
    'DELETE /session/invitations/:invitation_id': declineInvitationOperation(deps),
  });
