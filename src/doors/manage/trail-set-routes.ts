// Sets of trails, with their names, order, trails and audience.
import { type Static, Type } from '@sinclair/typebox';
import { Seen } from '../../base/seen.ts';
import { Count, closed, Email, Instant, ids, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { TEXT_LIMITS } from '../../directory/checked.ts';
import { noContentAfter, ok } from '../../http/answers/answer.ts';
import { putSetGrant, removeSetGrant } from '../../trails/sets/set-audience.ts';
import {
  changeSet,
  createSet,
  deleteSet,
  getSet,
  listSets,
  orderSets,
  type SetGrantRow,
  type SetPage,
  type SetRow,
  setTrailsOfSet,
} from '../../trails/sets/sets.ts';
import { TrailStatus } from '../../trails/trail.ts';
import { REACHES } from '../../trails/visibility.ts';
import { byOf, operation, routes, teamOf } from '../session/session-endpoint.ts';
import { Edits, GroupSource, Reach, sourceOf } from './trail-group-routes.ts';

const MAX_TRAILS = 200;
const common = { tag: 'Authoring', needs: 'team-author' } as const;
const params = ids('set_id');

const name = Type.String({ minLength: 1, maxLength: 120 });
const description = Type.String({ maxLength: TEXT_LIMITS.description });

const setMembers = {
  id: Uuid('The set.'),
  name,
  description,
  trail_count: Count('Trails in the set.'),
  audience_count: Count('People and groups with a grant; 0: the set is shown to everyone, but opens no trail.'),
};
const TrailSet = Type.Object(setMembers, { $id: 'TrailSet', ...closed });
const TrailSetList = Type.Object({ items: Type.Array(TrailSet) }, { $id: 'TrailSetList', ...closed });

const TrailSetPage = Type.Object(
  {
    ...setMembers,
    trails: Type.Array(Type.Object({ id: Uuid('The trail.'), title: Type.String(), status: TrailStatus }, closed), {
      description: 'In order.',
    }),
    people: Type.Array(
      Type.Object(
        {
          ...{ user_id: Uuid('The person.'), name: Type.String(), email: Nullable(Email()), edits: Edits },
          granted_at: Instant('When the set was opened to the person.'),
        },
        closed,
      ),
    ),
    groups: Type.Array(
      Type.Object(
        {
          ...{ group_id: Uuid('The group.'), name: Type.String(), source: GroupSource, reach: Reach, edits: Edits },
          granted_at: Instant('When the set was opened to the group.'),
        },
        closed,
      ),
    ),
  },
  { $id: 'TrailSetPage', ...closed },
);

const CreateSetBody = Type.Object(
  { name, description: Type.Optional(description) },
  { $id: 'CreateTrailSetBody', ...closed },
);
const ChangeSetBody = Type.Object(
  { name: Type.Optional(name), description: Type.Optional(description), seen: Seen({ name, description }) },
  { $id: 'ChangeTrailSetBody', ...closed },
);
const trailIds = { trail_ids: Type.Array(Uuid('A trail.'), { maxItems: MAX_TRAILS, uniqueItems: true }) };
const SetTrailsBody = Type.Object({ ...trailIds, seen: Seen(trailIds) }, { $id: 'TrailSetTrailsBody', ...closed });
const setIds = { set_ids: Type.Array(Uuid('A set.'), { maxItems: MAX_TRAILS, uniqueItems: true }) };
const OrderBody = Type.Object({ ...setIds, seen: Seen(setIds) }, { $id: 'TrailSetOrderBody', ...closed });
/** Null in `seen` if there was no grant. */
const grantSeen = { edits: Nullable(Edits) };
const GroupGrantBody = Type.Object(
  {
    reach: Type.Optional(Reach),
    edits: Type.Optional(Edits),
    seen: Seen({ reach: Nullable(Reach), ...grantSeen }),
  },
  { $id: 'TrailSetGroupBody', ...closed },
);
type GroupGrantBody = Static<typeof GroupGrantBody>;
const PersonGrantBody = Type.Object(
  { edits: Type.Optional(Edits), seen: Seen(grantSeen) },
  { $id: 'TrailSetPersonBody', ...closed },
);

/** Parameters of an end: the rights as the caller last saw them. */
const SEEN = 'The value as you last saw it. Returns 409 if it has changed since.';
const PersonSeen = Type.Object({ edits: Type.Optional(Type.Boolean({ description: SEEN })) });
const GroupSeen = Type.Object({
  reach: Type.Optional(OneOf(REACHES, { description: SEEN })),
  ...PersonSeen.properties,
});

const setAnswer = { 200: { description: 'The set.', schema: TrailSetPage } };
const listAnswer = { 200: { description: 'All sets in order.', schema: TrailSetList } };

const listTrailSetsOperation = operation({
  ...common,
  id: 'listTrailSets',
  summary: 'List the sets of trails',
  answers: listAnswer,
  refusals: [],
  handle: async (call) => ok({ items: (await listSets(call.db, teamOf(call))).map(setResource) }),
});

const createTrailSetOperation = operation({
  ...common,
  id: 'createTrailSet',
  summary: 'Create an empty set of trails',
  body: { schema: CreateSetBody, example: { name: 'Onboarding for sales' } },
  answers: { 201: { description: 'The set.', schema: TrailSetPage } },
  refusals: ['validation', 'conflict'],
  async handle(call) {
    const words = await call.json(CreateSetBody);
    return call.commit(async (tx) => ({
      status: 201,
      body: setPage(await createSet(tx, teamOf(call), words, byOf(call))),
    }));
  },
});

const orderTrailSetsOperation = operation({
  ...common,
  id: 'orderTrailSets',
  summary: 'Put all sets of trails into an order',
  body: { schema: OrderBody, example: { set_ids: [] } },
  answers: listAnswer,
  refusals: ['validation', 'conflict'],
  async handle(call) {
    const { set_ids, seen } = await call.json(OrderBody);
    return call.commit(async (tx) =>
      ok({ items: (await orderSets(tx, teamOf(call), set_ids, byOf(call), seen)).map(setResource) }),
    );
  },
});

const getTrailSetOperation = operation({
  ...common,
  id: 'getTrailSet',
  summary: 'Get a set of trails with its audience',
  params,
  answers: setAnswer,
  refusals: ['not-found'],
  handle: async (call) => ok(setPage(await getSet(call.db, teamOf(call), call.params.set_id))),
});

const changeTrailSetOperation = operation({
  ...common,
  id: 'changeTrailSet',
  summary: 'Rename or describe a set of trails',
  params,
  body: { schema: ChangeSetBody },
  answers: setAnswer,
  refusals: ['validation', 'not-found', 'conflict'],
  async handle(call) {
    const change = await call.json(ChangeSetBody);
    return call.commit(async (tx) =>
      ok(setPage(await changeSet(tx, teamOf(call), call.params.set_id, change, byOf(call)))),
    );
  },
});

const deleteTrailSetOperation = operation({
  ...common,
  id: 'deleteTrailSet',
  summary: 'Delete a set, but not its trails',
  params,
  answers: { 204: { description: 'The set is deleted, with all access it gave.' } },
  refusals: ['not-found'],
  handle: (call) => noContentAfter(call, (tx) => deleteSet(tx, teamOf(call), call.params.set_id, byOf(call))),
});

const setTrailsOfSetOperation = operation({
  ...common,
  id: 'setTrailsOfSet',
  summary: 'Choose the trails of a set and their order',
  params,
  body: { schema: SetTrailsBody, example: { trail_ids: [] } },
  answers: setAnswer,
  refusals: ['validation', 'not-found', 'conflict'],
  async handle(call) {
    const chosen = await call.json(SetTrailsBody);
    return call.commit(async (tx) =>
      ok(setPage(await setTrailsOfSet(tx, teamOf(call), call.params.set_id, chosen, byOf(call)))),
    );
  },
});

const putSetGroupOperation = operation({
  ...common,
  id: 'putTrailSetGroup',
  summary: 'Open all trails of a set to a group, or change such a grant',
  params: ids('set_id', 'group_id'),
  body: { schema: GroupGrantBody },
  answers: setAnswer,
  refusals: ['validation', 'not-found', 'conflict'],
  async handle(call) {
    const { reach = 'available', edits = false, seen }: GroupGrantBody = await call.json(GroupGrantBody);
    const { set_id, group_id } = call.params;
    const grant = { kind: 'group', grantee_id: group_id, reach, edits } as const;
    return call.commit(async (tx) => ok(setPage(await putSetGrant(tx, teamOf(call), set_id, grant, byOf(call), seen))));
  },
});

const removeSetGroupOperation = operation({
  ...common,
  id: 'removeTrailSetGroup',
  summary: 'Close a set to a group',
  params: ids('set_id', 'group_id'),
  query: GroupSeen,
  answers: setAnswer,
  refusals: ['bad-request', 'not-found', 'conflict'],
  handle: (call) =>
    call.commit(async (tx) => {
      const grantee = { kind: 'group', grantee_id: call.params.group_id } as const;
      return ok(setPage(await removeSetGrant(tx, teamOf(call), call.params.set_id, grantee, byOf(call), call.query)));
    }),
});

const putSetPersonOperation = operation({
  ...common,
  id: 'putTrailSetPerson',
  summary: 'Open all trails of a set to a person, or change such a grant',
  params: ids('set_id', 'user_id'),
  body: { schema: PersonGrantBody },
  answers: setAnswer,
  refusals: ['validation', 'not-found', 'conflict', 'unprocessable'],
  async handle(call) {
    const { edits = false, seen } = await call.json(PersonGrantBody);
    const { set_id, user_id } = call.params;
    const grant = { kind: 'user', grantee_id: user_id, reach: null, edits } as const;
    return call.commit(async (tx) => ok(setPage(await putSetGrant(tx, teamOf(call), set_id, grant, byOf(call), seen))));
  },
});

const removeSetPersonOperation = operation({
  ...common,
  id: 'removeTrailSetPerson',
  summary: 'Close a set to a person',
  params: ids('set_id', 'user_id'),
  query: PersonSeen,
  answers: setAnswer,
  refusals: ['bad-request', 'not-found', 'conflict'],
  handle: (call) =>
    call.commit(async (tx) => {
      const grantee = { kind: 'user', grantee_id: call.params.user_id } as const;
      return ok(setPage(await removeSetGrant(tx, teamOf(call), call.params.set_id, grantee, byOf(call), call.query)));
    }),
});

const setResource = ({ set_id, ...set }: SetRow) => ({ id: set_id, ...set });

const setPage = ({ items, grants, ...set }: SetPage) => ({
  ...setResource(set),
  trails: items.map(({ trail_id, ...trail }) => ({ id: trail_id, ...trail })),
  people: grants.filter(({ kind }) => kind === 'user').map(person),
  groups: grants.filter(({ kind }) => kind === 'group').map(group),
});

const person = ({ grantee_id, name: of, email, edits, granted_at }: SetGrantRow) => ({
  ...{ user_id: grantee_id, name: of, email, edits, granted_at },
});

const group = ({ grantee_id, name: of, connection_id, connection_name, reach, edits, granted_at }: SetGrantRow) => ({
  ...{ group_id: grantee_id, name: of, source: sourceOf(connection_id, connection_name), reach, edits, granted_at },
});

export const trailSetEndpoints = () =>
  routes({
    'GET /trail-sets': listTrailSetsOperation,
    'POST /trail-sets': createTrailSetOperation,
    'PUT /trail-sets/order': orderTrailSetsOperation,
    'GET /trail-sets/:set_id': getTrailSetOperation,
    'PATCH /trail-sets/:set_id': changeTrailSetOperation,
    'DELETE /trail-sets/:set_id': deleteTrailSetOperation,
    'PUT /trail-sets/:set_id/trails': setTrailsOfSetOperation,
    'PUT /trail-sets/:set_id/groups/:group_id': putSetGroupOperation,
    'DELETE /trail-sets/:set_id/groups/:group_id': removeSetGroupOperation,
    'PUT /trail-sets/:set_id/people/:user_id': putSetPersonOperation,
    'DELETE /trail-sets/:set_id/people/:user_id': removeSetPersonOperation,
  });
