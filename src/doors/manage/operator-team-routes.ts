// Workspaces, for operators: create, set plan and seats, verify domains, delete.
import { Type } from '@sinclair/typebox';
import { Seen } from '../../base/seen.ts';
import { closed, Email, ids, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { TEXT_LIMITS } from '../../directory/checked.ts';
import { addDomain, listDomains, removeDomain } from '../../directory/teams/domains.ts';
import { PLANS } from '../../directory/teams/plans.ts';
import { changeTeam, getTeam, listTeams } from '../../directory/teams/teams.ts';
import { noContentAfter, ok } from '../../http/answers/answer.ts';
import { createWorkspace, deleteWorkspace } from '../../workspaces/workspace.ts';
import { declaredPage, PAGE_QUERY, pageAnswer, pageOf } from '../session/pages.ts';
import { byOf, type ManageDeps, operation, routes } from '../session/session-endpoint.ts';
import { DomainList, DomainParams, TeamResource, teamResource } from './team-routes.ts';

const name = Type.String({ minLength: 1, maxLength: TEXT_LIMITS.team });
const seat_limit = Nullable(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Null if unlimited.' }));

const CreateTeamBody = Type.Object(
  {
    name,
    owner: Type.Object(
      {
        email: Email({ maxLength: TEXT_LIMITS.email }),
        name: Type.String({ maxLength: TEXT_LIMITS.person }),
      },
      closed,
    ),
    plan: OneOf(PLANS),
    seat_limit: Type.Optional(seat_limit),
  },
  { $id: 'CreateTeamBody', ...closed },
);
const ChangeTeamBody = Type.Object(
  {
    name: Type.Optional(name),
    plan: Type.Optional(OneOf(PLANS)),
    seat_limit: Type.Optional(seat_limit),
    trails_enabled: Type.Optional(Type.Boolean()),
    seen: Seen({ name, plan: OneOf(PLANS), seat_limit }),
  },
  { $id: 'ChangeTeamBody', ...closed },
);
const DomainBody = Type.Object({ domain: Type.String({ maxLength: 253 }) }, { $id: 'DomainBody', ...closed });
const TeamQuery = Type.Object({
  ...PAGE_QUERY,
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name, case-insensitive.' })),
});

const params = ids('team_id');
const common = { tag: 'Workspaces of the service', needs: 'operator' } as const;
const answered = { 200: { description: 'The workspace.', schema: TeamResource } };

const listTeamsOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'listTeams',
    mayLag: true,
    summary: 'List workspaces by name',
    query: TeamQuery,
    answers: { 200: declaredPage('A page of workspaces.', pageOf(TeamResource, 'TeamList')) },
    refusals: ['bad-request'],
    handle: (call) =>
      pageAnswer(
        call,
        deps.cursorKeys(),
        (after: { name: string; id: string } | null, count) => listTeams(call.db, call.query.q ?? '', after, count),
        ({ name, team_id }) => ({ name, id: team_id }),
        teamResource,
      ),
  });

const createTeamOperation = operation({
  ...common,
  id: 'createTeam',
  summary: 'Create a workspace with its Owner',
  body: {
    schema: CreateTeamBody,
    example: {
      name: 'Acme',
      owner: { email: 'olga@acme.example', name: 'Olga' },
      plan: 'enterprise',
      seat_limit: 50,
    },
  },
  answers: { 201: { description: 'The workspace.', schema: TeamResource } },
  refusals: ['validation'],
  async handle(call) {
    const wanted = await call.json(CreateTeamBody);
    return call.commit(async (tx) => {
      const { team_id } = await createWorkspace(tx, { seat_limit: null, ...wanted }, byOf(call));
      return { status: 201, body: teamResource(await getTeam(tx, team_id)) };
    });
  },
});

const getAnyTeamOperation = operation({
  ...common,
  id: 'getAnyTeam',
  summary: 'Get a workspace',
  params,
  answers: answered,
  refusals: ['not-found'],
  handle: async (call) => ok(teamResource(await getTeam(call.db, call.params.team_id))),
});

const changeTeamOperation = operation({
  ...common,
  id: 'changeTeam',
  summary: "Change a workspace's plan, seats, name or trails setting",
  description: 'Reducing seats below the current use ends no membership, but no one else can join.',
  params,
  body: { schema: ChangeTeamBody },
  answers: answered,
  refusals: ['validation', 'not-found', 'conflict'],
  async handle(call) {
    const wanted = await call.json(ChangeTeamBody);
    return call.commit(async (tx) => {
      await changeTeam(tx, call.params.team_id, wanted, byOf(call));
      return ok(teamResource(await getTeam(tx, call.params.team_id)));
    });
  },
});

const deleteTeamOperation = operation({
  ...common,
  id: 'deleteTeam',
  summary: 'Delete a workspace with all its content',
  description: 'Deletes trails, groups, memberships, connections and keys. Accounts and the audit log stay.',
  params,
  answers: { 204: { description: 'The workspace is deleted.' } },
  refusals: ['not-found'],
  handle: (call) =>
    noContentAfter(call, (tx) => deleteWorkspace(tx, call.params.team_id, byOf(call)), { isPatient: true }),
});

const listTeamDomainsOperation = operation({
  ...common,
  id: 'listTeamDomains',
  summary: 'List the verified domains of a workspace',
  params,
  answers: { 200: { description: 'The domains, by name.', schema: DomainList } },
  refusals: ['not-found'],
  async handle(call) {
    await getTeam(call.db, call.params.team_id);
    return ok({ items: await listDomains(call.db, call.params.team_id) });
  },
});

const verifyTeamDomainOperation = operation({
  ...common,
  id: 'verifyTeamDomain',
  summary: 'Mark a domain of a workspace as verified',
  description: "The workspace's connections can then link accounts of that domain (contract 3.2).",
  params,
  body: { schema: DomainBody },
  answers: { 200: { description: 'The domains, by name.', schema: DomainList } },
  refusals: ['validation', 'not-found', 'conflict'],
  async handle(call) {
    const { domain } = await call.json(DomainBody);
    return call.commit(async (tx) => {
      await addDomain(tx, call.params.team_id, domain, byOf(call));
      return ok({ items: await listDomains(tx, call.params.team_id) });
    });
  },
});

const removeTeamDomainOperation = operation({
  ...common,
  id: 'removeTeamDomain',
  summary: 'Remove a verified domain',
  params: Type.Object({ team_id: Uuid('The workspace.'), ...DomainParams.properties }),
  answers: { 204: { description: 'The domain is no longer verified. Linked members stay.' } },
  refusals: ['not-found'],
  handle: (call) => noContentAfter(call, (tx) => removeDomain(tx, call.params.team_id, call.params.domain, byOf(call))),
});

export const operatorTeamEndpoints = (deps: ManageDeps) =>
  routes({
    'GET /teams': listTeamsOperation(deps),
    'POST /teams': createTeamOperation,
    'GET /teams/:team_id': getAnyTeamOperation,
    'PATCH /teams/:team_id': changeTeamOperation,
    'DELETE /teams/:team_id': deleteTeamOperation,
    'GET /teams/:team_id/domains': listTeamDomainsOperation,
    'POST /teams/:team_id/domains': verifyTeamDomainOperation,
    'DELETE /teams/:team_id/domains/:domain': removeTeamDomainOperation,
  });
