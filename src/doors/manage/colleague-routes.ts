// People and groups that an author can choose, to grant access or to name an owner. Returns a few matches for part of a
// name, never the whole directory.
import { Type } from '@sinclair/typebox';
import { closed, Email, Nullable, Uuid } from '../../base/shape.ts';
import { findGroups } from '../../directory/groups/group-list.ts';
import { directoryView } from '../../directory/people/directory-view.ts';
import { ok } from '../../http/answers/answer.ts';
import { operation, routes, teamOf } from '../session/session-endpoint.ts';
import { GroupSource, sourceOf } from './trail-group-routes.ts';

/** A minimum of one letter would allow callers to list the whole directory. */
const MIN_QUERY_LENGTH = 2;
const MAX_MATCHES = 8;

const Colleagues = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        { user_id: Uuid('The person.'), name: Type.String(), email: Nullable(Email()) },
        { $id: 'Colleague', ...closed },
      ),
    ),
    groups: Type.Array(Type.Object({ group_id: Uuid('The group.'), name: Type.String(), source: GroupSource }, closed)),
  },
  { $id: 'Colleagues', ...closed },
);

const findColleaguesOperation = operation({
  id: 'findColleagues',
  tag: 'Authoring',
  needs: 'team-author',
  summary: 'Find active members and groups by name or e-mail address',
  description:
    `Returns at most ${MAX_MATCHES} people and as many groups, by name, so that an author can grant access or name ` +
    'an owner.',
  query: Type.Object({
    q: Type.String({ minLength: MIN_QUERY_LENGTH, maxLength: 200, description: 'Words of a name or e-mail address.' }),
  }),
  answers: { 200: { description: 'The matches.', schema: Colleagues } },
  refusals: ['bad-request'],
  async handle(call) {
    const filter = { q: call.query.q.trim(), status: 'active' } as const;
    if (filter.q.length < MIN_QUERY_LENGTH) return ok({ items: [], groups: [] });
    const people = await directoryView(call.db, teamOf(call), filter, null, MAX_MATCHES);
    const groups = await findGroups(call.db, teamOf(call), filter.q);
    return ok({
      items: people.map(({ user_id, name, email }) => ({ user_id, name, email })),
      groups: groups.map(({ group_id, display_name: name, connection_id, connection_name }) => ({
        ...{ group_id, name },
        source: sourceOf(connection_id, connection_name),
      })),
    });
  },
});

export const colleagueEndpoints = () =>
  routes({
    'GET /colleagues': findColleaguesOperation,
  });
