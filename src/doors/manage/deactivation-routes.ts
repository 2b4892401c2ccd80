// The guard against mass deprovisioning: the limits of the workspace, and the people whom a connection asked to
// deactivate or delete and who wait for a decision.
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
import { byOf, type ManageDeps, type ManageEndpoint, operation, routes, teamOf } from '../session/session-endpoint.ts';

const params = ids('connection_id');
const common = { tag: 'Connections', needs: 'admin' } as const;
const MOST_NAMED = 1_000;

const HeldPerson = Type.Object(
  {
    user_id: Uuid('The person.'),
    name: Type.String(),
    email: Nullable(Email()),
    operation: OneOf(['deactivate', 'delete'], { description: 'What the identity provider asked for.' }),
    first_asked_at: Instant('When it asked first.'),
    asked_at: Instant('When it asked last.'),
    times: Type.Integer({ description: 'How often it asked.' }),
    decided_by: Nullable(Type.String({ description: 'Who decided; null while the person waits.' })),
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
        'allow: they go at once, as the identity provider asked; keep: they stay until it assigns them again.',
    }),
    user_ids: Type.Optional(
      Type.Array(Uuid('A person who waits, or was kept.'), {
        maxItems: MOST_NAMED,
        uniqueItems: true,
        description: 'Absent: everybody on the list. Empty: nobody; those who were let through go on going.',
      }),
    ),
    state: Type.Optional(
      OneOf(['waiting', 'kept'], {
        description:
          'The list that was looked at: 409 where one of `user_ids` is no longer on it. Absent: those who wait, and ' +
          'of `user_ids` those who were kept, too.',
      }),
    ),
    version: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'Without `user_ids`: the `version` of the list that was looked at; 409 where it is another by now.',
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
    decided: Type.Integer({ description: 'About how many people this decided.' }),
    ended: Type.Integer({ description: 'How many memberships ended by now.' }),
    is_more: Type.Boolean({
      description: 'More of them end within minutes; send it again with empty `user_ids` to go on at once.',
    }),
  },
  { $id: 'DeactivationsDecided', ...closed },
);

const getDeactivationLimitsOperation = operation({
  ...common,
  id: 'getDeactivationLimits',
  summary: 'How many people a connection may deactivate in an hour',
  description: 'More than that is held until an admin decides. The limits hold for each connection by itself.',
  answers: { 200: { description: 'The limits.', schema: DeactivationLimits, example: DEFAULT_LIMITS } },
  refusals: [],
  handle: async (call) => ok(await deactivationLimits(call.db, teamOf(call))),
});

const setDeactivationLimitsOperation = operation({
  ...common,
  id: 'setDeactivationLimits',
  summary: 'Choose these limits',
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
    summary: 'The people whom the guard against mass deprovisioning holds',
    params,
    query: Type.Object({
      ...PAGE_QUERY,
      state: Type.Optional(OneOf(['waiting', 'kept'], { description: 'waiting (as usual), or kept by a decision.' })),
    }),
    answers: {
      200: {
        description: 'A page, who was asked for first on top.',
        schema: pageOf(HeldPerson, 'HeldPeople', {
          total: Type.Integer({ description: 'How many the whole list has.' }),
          version: Type.String({
            description: 'Another one when others are on the list, or something else is asked about them.',
          }),
        }),
      },
    },
    refusals: ['bad-request', 'not-found'],
    async handle(call) {
      const scope = { team_id: teamOf(call), connection_id: call.params.connection_id };
      await getConnection(call.db, scope.team_id, scope.connection_id);
      const { state = 'waiting' } = call.query;
      // First, so that it never covers people who came after it and are not on the page.
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
  summary: 'Those who went in the hour before the guard held the rest',
  params,
  answers: {
    200: {
      description: 'At most 200, the first to go on top; empty where nothing is held.',
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
    summary: 'Let the people who are held go, or keep them',
    description:
      'Once nobody waits, the connection is no longer held, and the hour is counted anew. Of many people the first ' +
      'hundred go before the answer, the others within minutes.',
    params,
    body: { schema: DecisionBody, example: { decision: 'keep' } },
    answers: { 200: { description: 'How many.', schema: Decided } },
    refusals: ['validation', 'not-found', 'conflict'],
    // A second request ends no membership again: people who were decided about no longer wait.
    idempotent: false,
    async handle(call) {
      const { user_ids = null, ...wanted } = await call.json(DecisionBody);
      if (user_ids !== null && wanted.version !== undefined)
        throw invalid('version', 'It is of a whole list: leave it out, or leave user_ids out.');
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

export const deactivationEndpoints = (deps: ManageDeps): ManageEndpoint[] =>
  routes({
    'GET /deactivation-limits': getDeactivationLimitsOperation,
    'PUT /deactivation-limits': setDeactivationLimitsOperation,
    'GET /connections/:connection_id/held-deactivations': listHeldDeactivationsOperation(deps),
    'GET /connections/:connection_id/held-deactivations/before': listDeactivatedBeforeOperation,
    'POST /connections/:connection_id/held-deactivations/decide': decideHeldDeactivationsOperation(deps),
  });
