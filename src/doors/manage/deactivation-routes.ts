// The guard against mass deprovisioning: the workspace's limits, and the people it holds because a connection asked to
// deactivate or delete them.
import { Type } from '@sinclair/typebox';
import { invalid } from '../../base/issue.ts';
import { Seen } from '../../base/seen.ts';
import { closed, Email, Instant, ids, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { getConnection } from '../../directory/connections/connections.ts';
import { ok } from '../../http/answers/answer.ts';
import { changeDeactivationLimits, deactivationLimits } from '../../provisioning/guard/chosen-limits.ts';
import type { HeldRow } from '../../provisioning/guard/deactivation-guard-store.ts';
import { DEFAULT_LIMITS, DeactivationLimits } from '../../provisioning/guard/deactivation-limits.ts';
import { decide, endAllowed, goneBefore, heldList, listHeld } from '../../provisioning/held-deactivations.ts';
import { PAGE_QUERY, pageAnswer, pageOf } from '../session/pages.ts';
import { byOf, type ManageDeps, operation, routes, teamOf } from '../session/session-endpoint.ts';

const params = ids('connection_id');
const common = { tag: 'Connections', needs: 'admin' } as const;
const MAX_USER_IDS = 1_000;

const HeldPerson = Type.Object(
  {
    user_id: Uuid('The person.'),
    name: Type.String(),
    email: Nullable(Email()),
    operation: OneOf(['deactivate', 'delete'], { description: "The identity provider's request." }),
    first_asked_at: Instant('When the identity provider first asked.'),
    asked_at: Instant('When the identity provider last asked.'),
    times: Type.Integer({ description: 'How often the identity provider asked.' }),
    decided_by: Nullable(Type.String({ description: 'Who decided; null while the person is waiting.' })),
    decided_at: Nullable(Instant('When.')),
  },
  { $id: 'HeldPerson', ...closed },
);
const GonePerson = Type.Object(
  { user_id: Uuid('The person.'), name: Type.String(), at: Instant('When.') },
  { $id: 'GonePerson', ...closed },
);
const DecisionBody = Type.Object(
  {
    decision: OneOf(['allow', 'keep'], {
      description:
        'allow: deactivate or delete them now, as the identity provider asked; keep: they stay until it assigns ' +
        'them again.',
    }),
    user_ids: Type.Optional(
      Type.Array(Uuid('A person who is waiting, or was kept.'), {
        maxItems: MAX_USER_IDS,
        uniqueItems: true,
        description: 'Default: everyone on the list. Empty: no one new; continues with people already allowed to go.',
      }),
    ),
    state: Type.Optional(
      OneOf(['waiting', 'kept'], {
        description:
          'The list you were viewing. Returns 409 if any of `user_ids` is no longer on it. Default: waiting ' +
          'people, plus kept people named in `user_ids`.',
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
  { $id: 'DeactivationDecision', ...closed },
);
const LimitsBody = Type.Object(
  { ...DeactivationLimits.properties, seen: Seen(DeactivationLimits.properties) },
  { $id: 'DeactivationLimitsBody', ...closed },
);
const Decided = Type.Object(
  {
    decided: Type.Integer({ description: 'The number of people decided on.' }),
    ended: Type.Integer({ description: 'How many memberships have ended so far.' }),
    is_more: Type.Boolean({
      description:
        'Whether more memberships will end within minutes. Send the request again with empty `user_ids` to continue ' +
        'immediately.',
    }),
  },
  { $id: 'DeactivationsDecided', ...closed },
);

const getDeactivationLimitsOperation = operation({
  ...common,
  id: 'getDeactivationLimits',
  summary: 'The limits on deactivations by a connection in one hour',
  description: "Deactivations beyond the limit wait for an admin's decision. Each connection has its own count.",
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

const listHeldDeactivationsOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'listHeldDeactivations',
    summary: 'List people held by the guard against mass deprovisioning',
    params,
    query: Type.Object({
      ...PAGE_QUERY,
      state: Type.Optional(OneOf(['waiting', 'kept'], { description: 'waiting (default), or kept by a decision.' })),
    }),
    answers: {
      200: {
        description: 'A page of people, the earliest request first.',
        schema: pageOf(HeldPerson, 'HeldPeople', {
          total: Type.Integer({ description: 'The number of people on the whole list.' }),
          version: Type.String({
            description: 'Changes whenever the list or its requests change.',
          }),
        }),
      },
    },
    refusals: ['bad-request', 'not-found'],
    async handle(call) {
      const scope = { team_id: teamOf(call), connection_id: call.params.connection_id };
      await getConnection(call.db, scope.team_id, scope.connection_id);
      const { state = 'waiting' } = call.query;
      // Read the list first, so that its version never covers people added after it and missing from the page.
      const { people, version } = await heldList(call.db, scope, state);
      const page = await pageAnswer(
        call,
        deps.cursorKeys(),
        (after: Place | null, count) => listHeld(call.db, scope, state, after, count),
        ({ first_asked_at, account_id }) => ({ first_asked_at, account_id }),
        heldPerson,
      );
      return { ...page, body: { ...page.body, total: people, version } };
    },
  });

const listDeactivatedBeforeOperation = operation({
  ...common,
  id: 'listDeactivatedBefore',
  summary: 'List people who left in the hour before the guard held the rest',
  params,
  answers: {
    200: {
      description: 'At most 200, the earliest first; empty if nothing is held.',
      schema: Type.Object({ items: Type.Array(GonePerson) }, { $id: 'GonePeople', ...closed }),
    },
  },
  refusals: ['not-found'],
  async handle(call) {
    const scope = { team_id: teamOf(call), connection_id: call.params.connection_id };
    await getConnection(call.db, scope.team_id, scope.connection_id);
    const gone = await goneBefore(call.db, scope);
    return ok({ items: gone.map(({ account_id, ...rest }) => ({ user_id: account_id, ...rest })) });
  },
});

const decideHeldDeactivationsOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'decideHeldDeactivations',
    summary: 'Let held people go, or keep them',
    description:
      'Once no one is waiting, the connection is released and a new hour starts. In large lists the first hundred ' +
      'memberships end before the response, the others within minutes.',
    params,
    body: { schema: DecisionBody, example: { decision: 'keep' } },
    answers: { 200: { description: 'The number of people and memberships affected.', schema: Decided } },
    refusals: ['validation', 'not-found', 'conflict'],
    // Repeating the request ends no further memberships, because people who have been decided on are no longer waiting.
    idempotent: false,
    async handle(call) {
      const { user_ids = null, ...wanted } = await call.json(DecisionBody);
      if (user_ids !== null && wanted.version !== undefined)
        throw invalid('version', 'A version applies to the whole list. Leave out either version or user_ids.');
      const scope = { team_id: teamOf(call), connection_id: call.params.connection_id };
      const context = { ...scope, now: deps.clock(), by: byOf(call) };
      const decided = await call.database.inTransaction((tx) => decide(tx, context, { ...wanted, user_ids }));
      const { done, isMore } = await endAllowed(call.database, scope, deps.clock());
      return ok({ decided, ended: done, is_more: isMore });
    },
  });

type Place = Pick<HeldRow, 'first_asked_at' | 'account_id'>;

const heldPerson = ({ account_id, name, email, operation, decided_by, ...held }: HeldRow) => ({
  user_id: account_id,
  name,
  email,
  operation,
  first_asked_at: held.first_asked_at,
  asked_at: held.asked_at,
  times: held.times,
  decided_by: decided_by?.name ?? null,
  decided_at: held.decided_at,
});

export const deactivationEndpoints = (deps: ManageDeps) =>
  routes({
    'GET /deactivation-limits': getDeactivationLimitsOperation,
    'PUT /deactivation-limits': setDeactivationLimitsOperation,
    'GET /connections/:connection_id/held-deactivations': listHeldDeactivationsOperation(deps),
    'GET /connections/:connection_id/held-deactivations/before': listDeactivatedBeforeOperation,
    'POST /connections/:connection_id/held-deactivations/decide': decideHeldDeactivationsOperation(deps),
  });
