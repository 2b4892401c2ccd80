// Whom an author may name: for access to a trail and for who answers for it. A few people by a part of their name,
// never the directory as a whole.
import { Type } from '@sinclair/typebox';
import { closed, Email, Nullable, Uuid } from '../../base/shape.ts';
import { directoryView } from '../../directory/people/directory-view.ts';
import { ok } from '../../http/answers/answer.ts';
import { type ManageEndpoint, operation, routes, teamOf } from '../session/session-endpoint.ts';

/** One letter would be a way to read everybody. */
const SHORTEST = 2;
const MOST_PEOPLE = 8;

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
  summary: 'Active members by a part of their name or address',
  description: `At most ${MOST_PEOPLE}, by name: to grant one access to a trail, or to name who answers for it.`,
  query: Type.Object({
    q: Type.String({ minLength: SHORTEST, maxLength: 200, description: 'A part of name or e-mail address.' }),
  }),
  answers: { 200: { description: 'Those who are found.', schema: Colleagues } },
  refusals: ['bad-request'],
  async handle(call) {
    const filter = { q: call.query.q.trim(), status: 'active' } as const;
    const people =
      filter.q.length < SHORTEST ? [] : await directoryView(call.db, teamOf(call), filter, null, MOST_PEOPLE);
    return ok({ items: people.map(({ user_id, name, email }) => ({ user_id, name, email })) });
  },
});

export const colleagueEndpoints = (): ManageEndpoint[] =>
  routes({
    'GET /colleagues': findColleaguesOperation,
  });
