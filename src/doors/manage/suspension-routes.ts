// The guard against mass deprovisioning: the workspace's limits, and the people whom it has suspended.
import { Type } from '@sinclair/typebox';
import { invalid } from '../../base/issue.ts';
import { Seen } from '../../base/seen.ts';
import { closed, Email, Instant, ids, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { getConnection } from '../../directory/connections/connections.ts';
import { ok } from '../../http/answers/answer.ts';
import { changeDeactivationLimits, deactivationLimits } from '../../provisioning/guard/chosen-limits.ts';
import { DEFAULT_LIMITS, DeactivationLimits } from '../../provisioning/guard/deactivation-limits.ts';
import type { SuspensionRow } from '../../provisioning/guard/suspension-store.ts';
import { carryOutDecisions, decide, leftOut, listSuspended, suspensionList } from '../../provisioning/suspensions.ts';
import { declaredPage, PAGE_QUERY, pageAnswer, pageOf } from '../session/pages.ts';
import { byOf, type ManageDeps, operation, routes, teamOf } from '../session/session-endpoint.ts';

const params = ids('connection_id');
const common = { tag: 'Connections', needs: 'admin' } as const;
const MAX_USER_IDS = 1_000;

const SuspendedPerson = Type.Object(
  {
    user_id: Uuid('The person.'),
    name: Type.String(),
    email: Nullable(Email()),
    operation: OneOf(['deactivate', 'delete'], { description: "The identity provider's request." }),
    suspended_at: Instant('When the person lost access.'),
    problem: Nullable(Type.String({ description: 'Why the person could not be restored.' })),
    restored_by: Nullable(
      Type.String({ description: 'Who restored the person before the identity provider asked again.' }),
    ),
  },
  { $id: 'SuspendedPerson', ...closed },
);
const DecisionBody = Type.Object(
  {
    decision: OneOf(['restore', 'confirm'], {
      description:
        'restore: give them back everything they had, except sessions, if a seat is free; confirm: make it final.',
    }),
    user_ids: Type.Optional(
      Type.Array(Uuid('A suspended person.'), {
        maxItems: MAX_USER_IDS,
        uniqueItems: true,
        description:
          'Default: everyone on the list. Returns 409 if one of them is not on it any more. Empty: no one new; ' +
          'continues with decisions that are not carried out yet.',
      }),
    ),
    version: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'Without `user_ids`, the `version` of the list you were viewing. Returns 409 if the list has changed since.',
      }),
    ),
  },
  { $id: 'SuspensionDecision', ...closed },
);
const LimitsBody = Type.Object(
  { ...DeactivationLimits.properties, seen: Seen(DeactivationLimits.properties) },
  { $id: 'DeactivationLimitsBody', ...closed },
);
const LeftOutPerson = Type.Object(
  { user_id: Uuid('The person.'), name: Type.String(), reason: Type.String({ description: 'What is in the way.' }) },
  { $id: 'LeftOutPerson', ...closed },
);
const Decided = Type.Object(
  {
    decided: Type.Integer({ description: 'The number of people decided on.' }),
    done: Type.Integer({ description: 'The number of people for whom the decision is carried out so far.' }),
    is_more: Type.Boolean({
      description:
        'Whether others will follow within minutes. Send the request again with empty `user_ids` to continue ' +
        'immediately.',
    }),
    left_out: Type.Array(LeftOutPerson, { description: 'People who could not be restored. They stay on the list.' }),
  },
  { $id: 'SuspensionsDecided', ...closed },
);

const getDeactivationLimitsOperation = operation({
  ...common,
  id: 'getDeactivationLimits',
  summary: 'The limits on deactivations by a connection in one hour',
  description: 'People beyond the limit are suspended until an admin decides. Each connection has its own count.',
  answers: { 200: { description: 'The limits.', schema: DeactivationLimits, example: DEFAULT_LIMITS } },
  refusals: [],
  handle: async (call) => ok(await deactivationLimits(call.db, teamOf(call))),
});

const setDeactivationLimitsOperation = operation({
  ...common,
  id: 'setDeactivationLimits',
  summary: 'Set the limits on deactivations',
  body: { schema: LimitsBody, example: DEFAULT_LIMITS },
  answers: { 200: { description: 'The limits.', schema: DeactivationLimits } },
  refusals: ['validation', 'conflict'],
  async handle(call) {
    const limits = await call.json(LimitsBody);
    return call.commit(async (tx) => ok(await changeDeactivationLimits(tx, teamOf(call), limits, byOf(call))));
  },
});

const listSuspensionsOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'listSuspensions',
    summary: 'List people suspended by the guard against mass deprovisioning',
    params,
    query: Type.Object(PAGE_QUERY),
    answers: {
      200: declaredPage(
        'A page of people, those who lost access first before the others.',
        pageOf(SuspendedPerson, 'SuspendedPeople', {
          total: Type.Integer({ description: 'The number of people on the whole list.' }),
          version: Type.String({ description: 'Changes whenever the list changes. Send it with a decision.' }),
        }),
      ),
    },
    refusals: ['bad-request', 'not-found'],
    async handle(call) {
      const scope = { team_id: teamOf(call), connection_id: call.params.connection_id };
      await getConnection(call.db, scope.team_id, scope.connection_id);
      const { people, version } = await suspensionList(call.db, scope);
      const page = await pageAnswer(
        call,
        deps.cursorKeys(),
        (after: Place | null, count) => listSuspended(call.db, scope, after, count),
        ({ ended_at, account_id }) => ({ ended_at, account_id }),
        suspendedPerson,
      );
      return { ...page, body: { ...page.body, total: people, version } };
    },
  });

const decideSuspensionsOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'decideSuspensions',
    summary: 'Restore suspended people, or confirm that they are gone',
    description:
      'Restoring takes free seats. Up to 500 people are done before the response, the others within minutes. Once no ' +
      'one is suspended, a new hour starts.',
    params,
    body: { schema: DecisionBody, example: { decision: 'restore' } },
    answers: { 200: { description: 'The number of people affected.', schema: Decided } },
    refusals: ['validation', 'not-found', 'conflict'],
    // Repeating the request changes nothing, because people who have been decided on are no longer suspended.
    idempotent: false,
    async handle(call) {
      const { user_ids = null, ...input } = await call.json(DecisionBody);
      if (user_ids !== null && input.version !== undefined)
        throw invalid('version', 'A version applies to the whole list. Leave out either version or user_ids.');
      const scope = { team_id: teamOf(call), connection_id: call.params.connection_id };
      const context = { ...scope, now: deps.clock(), by: byOf(call) };
      const decided = await call.database.inTransaction((tx) => decide(tx, context, { ...input, user_ids }));
      const { done, isMore } = await carryOutDecisions(call.database, scope, deps.clock());
      const left_out = await leftOut(call.database, scope, decided);
      return ok({ decided: decided.length, done, is_more: isMore, left_out });
    },
  });

type Place = Pick<SuspensionRow, 'ended_at' | 'account_id'>;

const suspendedPerson = ({ account_id, name, email, operation, ended_at, problem, restored_by }: SuspensionRow) => ({
  user_id: account_id,
  name,
  email,
  operation,
  suspended_at: ended_at,
  problem,
  restored_by: restored_by?.name ?? null,
});

export const suspensionEndpoints = (deps: ManageDeps) =>
  routes({
    'GET /deactivation-limits': getDeactivationLimitsOperation,
    'PUT /deactivation-limits': setDeactivationLimitsOperation,
    'GET /connections/:connection_id/suspensions': listSuspensionsOperation(deps),
    'POST /connections/:connection_id/suspensions/decide': decideSuspensionsOperation(deps),
  });
