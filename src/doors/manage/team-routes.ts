// The session's workspace: name, plan, seats, trails setting, ownership and domains. Operators set plan and seats and
// verify domains (operator-team-routes.ts).
import { Type } from '@sinclair/typebox';
import { Seen } from '../../base/seen.ts';
import { closed, Email, Instant, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { LANGUAGES } from '../../base/texts/language-names.ts';
import { TEXT_LIMITS } from '../../directory/checked.ts';
import { PLANS } from '../../directory/teams/plans.ts';
import type { Team } from '../../directory/teams/team.ts';
import { changeTeam, getTeam } from '../../directory/teams/teams.ts';
import { ok } from '../../http/answers/answer.ts';
import { giveWorkspace } from '../../identity/ownership.ts';
import { byOf, operation, routes, teamOf } from '../session/session-endpoint.ts';

const ConfirmAdminGroups = Type.Boolean({
  description: 'A group taken over by directory sync keeps the admin role only after an admin confirms it.',
});

const Language = Nullable(OneOf(LANGUAGES), {
  description: 'For people who chose no language and whose browser asks for none of these. Null: English.',
});

export const TeamResource = Type.Object(
  {
    id: Uuid('The workspace.'),
    name: Type.String(),
    owner: Type.Object({ id: Uuid('The Owner.'), name: Type.String(), email: Nullable(Email()) }, closed),
    plan: OneOf(PLANS),
    seat_limit: Nullable(Type.Integer({ description: 'Contracted seats; null if unlimited.' })),
    seats_used: Type.Integer(),
    trails_enabled: Type.Boolean(),
    confirm_admin_groups: ConfirmAdminGroups,
    language: Language,
    created_at: Instant('When it was created.'),
  },
  { $id: 'TeamResource', ...closed },
);

export const teamResource = (team: Team) => ({
  id: team.team_id,
  name: team.name,
  owner: { id: team.owner_id, name: team.owner_name, email: team.owner_email },
  plan: team.plan,
  seat_limit: team.seat_limit,
  seats_used: team.seats_used,
  trails_enabled: team.trails_enabled,
  confirm_admin_groups: team.confirm_admin_groups,
  language: team.language,
  created_at: team.created_at,
});

const name = Type.String({ minLength: 1, maxLength: TEXT_LIMITS.team });
const TeamBody = Type.Object(
  {
    name: Type.Optional(name),
    trails_enabled: Type.Optional(Type.Boolean()),
    confirm_admin_groups: Type.Optional(ConfirmAdminGroups),
    language: Type.Optional(Language),
    seen: Seen({ name }),
  },
  { $id: 'UpdateTeamBody', ...closed },
);
const TransferBody = Type.Object({ user_id: Uuid('An active member.') }, { $id: 'TransferBody', ...closed });

export const DomainList = Type.Object(
  {
    items: Type.Array(Type.Object({ domain: Type.String(), verified_at: Instant('When it was verified.') }, closed)),
  },
  { $id: 'DomainList', ...closed },
);
export const DomainParams = Type.Object({ domain: Type.String({ maxLength: 253 }) });

const TAG = 'Workspace';
const answered = { 200: { description: 'The workspace.', schema: TeamResource } };

const getTeamOperation = operation({
  id: 'getTeam',
  summary: 'Get the workspace',
  tag: TAG,
  needs: 'member',
  answers: answered,
  refusals: [],
  handle: async (call) => ok(teamResource(await getTeam(call.db, teamOf(call)))),
});

const updateTeamOperation = operation({
  id: 'updateTeam',
  summary: 'Rename the workspace, or change its settings for trails, admin groups and language',
  tag: TAG,
  needs: 'admin',
  body: { schema: TeamBody },
  answers: answered,
  refusals: ['validation', 'conflict'],
  async handle(call) {
    const wanted = await call.json(TeamBody);
    return call.commit(async (tx) => {
      await changeTeam(tx, teamOf(call), wanted, byOf(call));
      return ok(teamResource(await getTeam(tx, teamOf(call))));
    });
  },
});

const transferOwnershipOperation = operation({
  id: 'transferOwnership',
  summary: 'Transfer the workspace to another Owner',
  description:
    'The previous Owner stays an admin. The new Owner must sign in again if they used a one-time link or a ' +
    'password of this workspace only.',
  tag: TAG,
  needs: 'owner',
  body: { schema: TransferBody },
  answers: answered,
  refusals: ['validation', 'not-found', 'unprocessable'],
  async handle(call) {
    const { user_id } = await call.json(TransferBody);
    return call.commit(async (tx) => {
      await giveWorkspace(tx, teamOf(call), user_id, byOf(call));
      return ok(teamResource(await getTeam(tx, teamOf(call))));
    });
  },
});

export const teamEndpoints = () =>
  routes({
    'GET /team': getTeamOperation,
    'PATCH /team': updateTeamOperation,
    'POST /team/transfer': transferOwnershipOperation,
  });
