// People an author can pick, to grant access or name an owner. Returns a few matches for part of a name, never the
// whole directory.
import { Type } from '@sinclair/typebox';
import { closed, Email, Nullable, Uuid } from '../../base/shape.ts';
import { directoryView } from '../../directory/people/directory-view.ts';
import { ok } from '../../http/answers/answer.ts';
import { type ManageEndpoint, operation, routes, teamOf } from '../session/session-endpoint.ts';

/** One letter would allow listing the whole directory. */
const MIN_QUERY_LENGTH = 2;
const MAX_PEOPLE = 8;

const Colleagues = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        { user_id: Uuid('The person.'), name: Type.String(), email: Nullable(Email()) },
        { $id: 'Colleague', ...closed },
      ),
    ),
  },
  { $id: 'Colleagues', ...closed },
);

const findColleaguesOperation = operation({
  id: 'findColleagues',
  tag: 'Authoring',
  needs: 'team-author',
  summary: 'Find active members by name or e-mail address',
  description: `Returns at most ${MAX_PEOPLE} people, by name, so that an author can grant access or name an owner.`,
  query: Type.Object({
    q: Type.String({ minLength: MIN_QUERY_LENGTH, maxLength: 200, description: 'Part of a name or e-mail address.' }),
  }),
  answers: { 200: { description: 'The matches.', schema: Colleagues } },
  refusals: ['bad-request'],
  async handle(call) {
    const filter = { q: call.query.q.trim(), status: 'active' } as const;
    const people =
      filter.q.length < MIN_QUERY_LENGTH ? [] : await directoryView(call.db, teamOf(call), filter, null, MAX_PEOPLE);
    return ok({ items: people.map(({ user_id, name, email }) => ({ user_id, name, email })) });
  },
});

export const colleagueEndpoints = (): ManageEndpoint[] =>
  routes({
    'GET /colleagues': findColleaguesOperation,
  });
