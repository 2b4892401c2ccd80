// Access of groups to trails: from the trail's side, and from the group's side for many trails at once.
import { type Static, Type } from '@sinclair/typebox';
import { Count, closed, Email, Instant, ids, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { getGroup } from '../../directory/groups/groups.ts';
import { ok } from '../../http/answers/answer.ts';
import {
  addTrailGroup,
  changeTrailGroup,
  changeTrailPerson,
  changeTrailsOfGroup,
  type GrantedTrail,
  listTrailGroups,
  listTrailsOfGroup,
  removeTrailGroup,
  type TrailGroups,
} from '../../trails/readers/group-grants.ts';
import { TrailStatus } from '../../trails/trail.ts';
import { REACHES } from '../../trails/visibility.ts';
import { byOf, operation, routes, teamOf } from '../session/session-endpoint.ts';

const MAX_TRAILS = 200;
const common = { tag: 'Authoring', needs: 'team-author' } as const;

export const Reach = OneOf(REACHES, {
  description: 'available: found when it fits; featured: also shown first, at home and in the plugin.',
});
export const Edits = Type.Boolean({
  description: 'Whether they may edit as well: read and save the draft, and read and restore versions.',
});
export const GroupSource = Nullable(
  Type.Object({ connection_id: Uuid('The connection.'), name: Type.String() }, closed),
  { description: 'The connection that syncs the group; null if the service manages it.' },
);

const TrailGroupList = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          group_id: Uuid('The group.'),
          name: Type.String(),
          source: GroupSource,
          reach: Reach,
          edits: Edits,
          granted_at: Instant('When the trail was opened to the group.'),
        },
        closed,
      ),
      { description: 'Oldest first.' },
    ),
    people: Type.Array(
      Type.Object(
        {
          ...{ user_id: Uuid('The person.'), name: Type.String(), email: Nullable(Email()), edits: Edits },
          granted_at: Instant('When the trail was opened to the person.'),
        },
        closed,
      ),
      { description: 'People with a grant of their own, oldest first.' },
    ),
    audience_count: Count('People and groups with a grant on the trail or on one of its sets.'),
  },
  { $id: 'TrailGroupList', ...closed },
);

const AddTrailGroupBody = Type.Object(
  { group_id: Uuid('The group.'), reach: Type.Optional(Reach), edits: Type.Optional(Edits) },
  { $id: 'AddTrailGroupBody', ...closed },
);
const ChangeTrailGroupBody = Type.Object(
  { reach: Type.Optional(Reach), edits: Type.Optional(Edits) },
  { $id: 'ChangeTrailGroupBody', ...closed },
);
const ChangeTrailPersonBody = Type.Object({ edits: Edits }, { $id: 'ChangeTrailPersonBody', ...closed });

const Trails = Type.Array(Uuid('A trail.'), { maxItems: MAX_TRAILS, uniqueItems: true });
const ChangeGroupTrailsBody = Type.Object(
  {
    add: Type.Optional(Trails),
    reach: Type.Optional(Reach),
    edits: Type.Optional(Edits),
    remove: Type.Optional(Trails),
  },
  { $id: 'ChangeGroupTrailsBody', ...closed },
);
type ChangeGroupTrailsBody = Static<typeof ChangeGroupTrailsBody>;

const GroupTrailList = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        { id: Uuid('The trail.'), title: Type.String(), status: TrailStatus, reach: Reach, edits: Edits },
        closed,
      ),
      { description: 'By title.' },
    ),
  },
  { $id: 'GroupTrailList', ...closed },
);

const answered = { 200: { description: 'All groups with the trail.', schema: TrailGroupList } };

const listTrailGroupsOperation = operation({
  ...common,
  id: 'listTrailGroups',
  summary: 'List the groups and people that a trail is open to',
  params: ids('trail_id'),
  answers: answered,
  refusals: ['not-found'],
  handle: async (call) => ok(groupList(await listTrailGroups(call.db, teamOf(call), call.params.trail_id))),
});

const addTrailGroupOperation = operation({
  ...common,
  id: 'addTrailGroup',
  summary: 'Open a trail to the current and future members of a group',
  params: ids('trail_id'),
  body: { schema: AddTrailGroupBody, example: { group_id: '019aa1f0-0000-7000-8000-000000000001', reach: 'featured' } },
  answers: answered,
  refusals: ['validation', 'not-found', 'conflict'],
  async handle(call) {
    const input = await call.json(AddTrailGroupBody);
    const { trail_id } = call.params;
    return call.commit(async (tx) => ok(groupList(await addTrailGroup(tx, teamOf(call), trail_id, input, byOf(call)))));
  },
});

const changeTrailGroupOperation = operation({
  ...common,
  id: 'changeTrailGroup',
  summary: 'Feature a trail for a group, make it available, or let the members edit it',
  params: ids('trail_id', 'group_id'),
  body: { schema: ChangeTrailGroupBody },
  answers: answered,
  refusals: ['validation', 'not-found', 'conflict'],
  async handle(call) {
    const rights = await call.json(ChangeTrailGroupBody);
    const { trail_id, group_id } = call.params;
    return call.commit(async (tx) =>
      ok(groupList(await changeTrailGroup(tx, teamOf(call), trail_id, { group_id, ...rights }, byOf(call)))),
    );
  },
});

const removeTrailGroupOperation = operation({
  ...common,
  id: 'removeTrailGroup',
  summary: 'Close a trail to a group',
  params: ids('trail_id', 'group_id'),
  answers: answered,
  refusals: ['not-found', 'conflict'],
  handle: (call) =>
    call.commit(async (tx) => {
      const { trail_id, group_id } = call.params;
      return ok(groupList(await removeTrailGroup(tx, teamOf(call), trail_id, group_id, byOf(call))));
    }),
});

const trailsAnswered = { 200: { description: 'All trails that are open to the group.', schema: GroupTrailList } };

const listGroupTrailsOperation = operation({
  ...common,
  id: 'listGroupTrails',
  summary: 'List the trails that are open to a group',
  params: ids('group_id'),
  answers: trailsAnswered,
  refusals: ['not-found'],
  async handle(call) {
    await getGroup(call.db, teamOf(call), call.params.group_id);
    return ok(trailList(await listTrailsOfGroup(call.db, teamOf(call), call.params.group_id)));
  },
});

const changeGroupTrailsOperation = operation({
  ...common,
  id: 'changeGroupTrails',
  summary: 'Open and close many trails to a group',
  description: `At most ${MAX_TRAILS} of each. All of them change, or none.`,
  params: ids('group_id'),
  body: { schema: ChangeGroupTrailsBody },
  answers: trailsAnswered,
  refusals: ['validation', 'not-found', 'conflict'],
  async handle(call) {
    const { add = [], remove = [], ...rights }: ChangeGroupTrailsBody = await call.json(ChangeGroupTrailsBody);
    const { group_id } = call.params;
    return call.commit(async (tx) => {
      await changeTrailsOfGroup(tx, teamOf(call), group_id, { add, remove, ...rights }, byOf(call));
      return ok(trailList(await listTrailsOfGroup(tx, teamOf(call), group_id)));
    });
  },
});

const changeTrailPersonOperation = operation({
  ...common,
  id: 'changeTrailPerson',
  summary: 'Let a person with a grant edit a trail, or only read it',
  params: ids('trail_id', 'user_id'),
  body: { schema: ChangeTrailPersonBody },
  answers: answered,
  refusals: ['validation', 'not-found', 'conflict'],
  async handle(call) {
    const { edits } = await call.json(ChangeTrailPersonBody);
    const { trail_id, user_id } = call.params;
    return call.commit(async (tx) =>
      ok(groupList(await changeTrailPerson(tx, teamOf(call), trail_id, user_id, edits, byOf(call)))),
    );
  },
});

const groupList = ({ items, people, audience_count }: TrailGroups) => ({
  items: items.map(({ connection_id, connection_name, ...group }) => ({
    ...group,
    source: sourceOf(connection_id, connection_name),
  })),
  people,
  audience_count,
});

export const sourceOf = (connection_id: string | null, name: string | null) =>
  connection_id === null ? null : { connection_id, name: name ?? '' };

const trailList = (trails: readonly GrantedTrail[]) => ({
  items: trails.map(({ trail_id, ...trail }) => ({ id: trail_id, ...trail })),
});

export const trailGroupEndpoints = () =>
  routes({
    'GET /trails/:trail_id/groups': listTrailGroupsOperation,
    'POST /trails/:trail_id/groups': addTrailGroupOperation,
    'PATCH /trails/:trail_id/groups/:group_id': changeTrailGroupOperation,
    'DELETE /trails/:trail_id/groups/:group_id': removeTrailGroupOperation,
    'PATCH /trails/:trail_id/people/:user_id': changeTrailPersonOperation,
    'GET /groups/:group_id/trails': listGroupTrailsOperation,
    'POST /groups/:group_id/trails': changeGroupTrailsOperation,
  });
