// Operators of the service, and workspaces with access to a restricted trail of the service-wide catalog (Decision 24).
import { Type } from '@sinclair/typebox';
import { refuse } from '../../base/refusal.ts';
import { closed, Email, Instant, ids, Nullable, Uri, Uuid } from '../../base/shape.ts';
import type { Account } from '../../directory/accounts/account.ts';
import { accountOf, listOperators } from '../../directory/accounts/accounts.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { TEXT_LIMITS } from '../../directory/checked.ts';
import { noContentAfter, ok } from '../../http/answers/answer.ts';
import { createLoginLink, loginLinkUrl } from '../../identity/login-links.ts';
import { changeOperator } from '../../identity/operators.ts';
import { addTeamGrant, listGrants, removeTrailGrant } from '../../trails/readers/grants.ts';
import { TeamGrant } from '../../trails/trail.ts';
import { byOf, type ManageDeps, operation, routes } from '../session/session-endpoint.ts';

const OperatorList = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        { user_id: Uuid('The person.'), name: Type.String(), email: Nullable(Email()) },
        { $id: 'OperatorResource', ...closed },
      ),
    ),
  },
  { $id: 'OperatorList', ...closed },
);
const OperatorBody = Type.Object(
  {
    email: Email({ maxLength: TEXT_LIMITS.email }),
    name: Type.Optional(Type.String({ maxLength: TEXT_LIMITS.person })),
  },
  { $id: 'OperatorBody', ...closed },
);
const GrantList = Type.Object({ items: Type.Array(TeamGrant) }, { $id: 'TeamGrantList', ...closed });
const GrantBody = Type.Object({ team_id: Uuid('The workspace.') }, { $id: 'TeamGrantBody', ...closed });

const LinkBody = Type.Object(
  {
    email: Email({ maxLength: TEXT_LIMITS.email }),
    team_id: Type.Optional(Uuid("The workspace to enter. Default: any of the person's workspaces.")),
    minutes: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 7 * 24 * 60, default: 15, description: 'How long the link is valid.' }),
    ),
  },
  { $id: 'OperatorLinkBody', ...closed },
);
const OperatorLink = Type.Object(
  { url: Uri({ description: 'Shown only once, and works once.' }), expires_at: Instant('When the link expires.') },
  { $id: 'OperatorLink', ...closed },
);

const people = { tag: 'Operators', needs: 'operator' } as const;
const operators = { 200: { description: 'The operators, by name.', schema: OperatorList } };

const grants = { tag: 'Service-wide catalog', needs: 'operator' } as const;
const granted = { 200: { description: 'Workspaces with access to the trail, oldest grant first.', schema: GrantList } };

const listOperatorsOperation = operation({
  ...people,
  id: 'listOperators',
  summary: 'List the operators of the service',
  answers: operators,
  refusals: [],
  handle: async ({ db }) => ok({ items: (await listOperators(db)).map(operatorOf) }),
});

const addOperatorOperation = operation({
  ...people,
  id: 'addOperator',
  summary: 'Make a person an operator',
  body: { schema: OperatorBody },
  answers: operators,
  refusals: ['validation'],
  async handle(call) {
    const { email, name = '' } = await call.json(OperatorBody);
    return call.commit(async (tx) => {
      const { account_id } = await accountOf(tx, email, name);
      await changeOperator(tx, account_id, true, byOf(call));
      return ok({ items: (await listOperators(tx)).map(operatorOf) });
    });
  },
});

const removeOperatorOperation = operation({
  ...people,
  id: 'removeOperator',
  summary: 'Remove an operator',
  params: ids('user_id'),
  answers: { 204: { description: 'The person is no longer an operator.' } },
  refusals: ['not-found', 'unprocessable'],
  handle: (call) =>
    noContentAfter(call, async (tx) => {
      if (call.params.user_id === call.caller.account_id)
        throw refuse(
          'unprocessable',
          'You cannot remove yourself. Ask another operator, so that at least one remains.',
        );
      await changeOperator(tx, call.params.user_id, false, byOf(call));
    }),
});

const listTeamGrantsOperation = operation({
  ...grants,
  id: 'listTeamGrants',
  summary: 'List workspaces with access to a restricted service-wide trail',
  params: ids('trail_id'),
  answers: granted,
  refusals: ['not-found'],
  handle: async ({ db, params }) => ok({ items: await listGrants(db, SVC_CATALOG_ID, params.trail_id) }),
});

const addTeamGrantOperation = operation({
  ...grants,
  id: 'addTeamGrant',
  summary: 'Give a workspace access',
  params: ids('trail_id'),
  body: { schema: GrantBody },
  answers: granted,
  refusals: ['validation', 'not-found', 'conflict'],
  async handle(call) {
    const { team_id } = await call.json(GrantBody);
    return call.commit(async (tx) => ok({ items: await addTeamGrant(tx, call.params.trail_id, team_id, byOf(call)) }));
  },
});

const removeTeamGrantOperation = operation({
  ...grants,
  id: 'removeTeamGrant',
  summary: "Remove a workspace's access",
  params: ids('trail_id', 'team_id'),
  answers: granted,
  refusals: ['not-found', 'conflict'],
  handle: (call) =>
    call.commit(async (tx) => {
      const { trail_id, team_id } = call.params;
      return ok({ items: await removeTrailGrant(tx, SVC_CATALOG_ID, trail_id, team_id, byOf(call)) });
    }),
});

const createSignInLinkOperation = (deps: ManageDeps) =>
  operation({
    id: 'createSignInLink',
    summary: 'Create a one-time sign-in link for any person',
    description:
      'For the Owner of a new workspace who cannot sign in yet, and for people who forgot their password. Deliver ' +
      'the link privately: anyone who opens it is signed in as that person.',
    tag: 'Operators',
    needs: 'operator',
    rate: 'sign-in',
    body: { schema: LinkBody, example: { email: 'olive@acme.example' } },
    answers: { 201: { description: 'The link, shown only once.', schema: OperatorLink } },
    refusals: ['validation', 'not-found', 'membership-revoked'],
    // Decision 121: if the response gets lost, a new link replaces the old one.
    idempotent: false,
    async handle(call) {
      const { email, team_id, minutes = 15 } = await call.json(LinkBody);
      return call.commit(async (tx) => {
        const wanted = { email, team_id, lifetime_ms: minutes * 60_000 };
        const { token, expires_at } = await createLoginLink(tx, wanted, deps.clock(), byOf(call));
        const body = { url: loginLinkUrl(deps.baseUrl, token), expires_at };
        return { status: 201, headers: { 'Cache-Control': 'no-store' }, body };
      });
    },
  });

const operatorOf = ({ account_id, name, email }: Account) => ({ user_id: account_id, name, email });

export const operatorEndpoints = (deps: ManageDeps) =>
  routes({
    'GET /operators': listOperatorsOperation,
    'POST /operators': addOperatorOperation,
    'DELETE /operators/:user_id': removeOperatorOperation,
    'POST /sign-in-links': createSignInLinkOperation(deps),
    'GET /trails/:trail_id/teams': listTeamGrantsOperation,
    'POST /trails/:trail_id/teams': addTeamGrantOperation,
    'DELETE /trails/:trail_id/teams/:team_id': removeTeamGrantOperation,
  });
