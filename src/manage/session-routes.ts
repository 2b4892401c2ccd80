// The caller's own sessions: who is signed in, where else, and ending one. Signing in has a door of its own.
import { Type } from '@sinclair/typebox';
import { SESSION_KINDS, type SessionCaller } from '../access/sessions.ts';
import { endOwnSession, listOwnSessions } from '../access/sign-in.ts';
import { Nullable, OneOf } from '../base/shape.ts';
import { ROLES } from '../directory/roles.ts';
import { noContent, ok } from '../http/answer.ts';
import { closed, endpoint, Instant, ids, type ManageEndpoint, type ManageKit, Uuid } from './manage-endpoint.ts';

export const SessionResource = Type.Object(
  {
    person: Type.Object({ id: Uuid('The person.'), name: Type.String(), email: Nullable(Type.String()) }, closed),
    team: Nullable(
      Type.Object(
        { id: Uuid('The workspace.'), name: Type.String(), plan: Type.String(), trails_enabled: Type.Boolean() },
        closed,
      ),
    ),
    roles: Type.Array(OneOf(ROLES), { description: 'Held directly and through groups.' }),
    is_operator: Type.Boolean(),
    session: Type.Object(
      {
        id: Uuid('This session.'),
        kind: OneOf(SESSION_KINDS),
        created_at: Instant('When it was opened.'),
        expires_at: Instant('When it ends, if it is not used.'),
      },
      closed,
    ),
  },
  { $id: 'SessionResource', ...closed },
);

const OwnSession = Type.Object(
  {
    id: Uuid('The session.'),
    kind: OneOf(SESSION_KINDS),
    team_id: Nullable(Uuid('Null: as an operator of the service.')),
    team_name: Nullable(Type.String()),
    created_at: Instant('When it was opened.'),
    last_seen_at: Instant('Exact to five minutes.'),
    expires_at: Instant('When it ends, if it is not used.'),
    user_agent: Type.String(),
    is_this: Type.Boolean({ description: 'The session that asks.' }),
  },
  { $id: 'OwnSession', ...closed },
);

export const sessionEndpoints = (kit: ManageKit): ManageEndpoint[] => [
  endpoint({
    method: 'GET',
    path: '/session',
    id: 'getSession',
    summary: 'Who is signed in?',
    tag: 'Session',
    answers: { 200: { description: 'The person, the workspace and the roles.', schema: SessionResource } },
    refusals: [],
    handle: async ({ caller }) => ok(sessionOf(caller)),
  }),
  endpoint({
    method: 'GET',
    path: '/sessions',
    id: 'listSessions',
    summary: 'Where am I signed in?',
    tag: 'Session',
    answers: {
      200: {
        description: 'The live sessions of the person, the last used first.',
        schema: Type.Object({ items: Type.Array(OwnSession) }, { $id: 'OwnSessionList', ...closed }),
      },
    },
    refusals: [],
    async handle({ caller, db }) {
      const sessions = await listOwnSessions(db, caller, kit.clock());
      const items = sessions.map(({ session_id, method: _, ...rest }) => ({
        id: session_id,
        ...rest,
        is_this: session_id === caller.session_id,
      }));
      return ok({ items });
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/sessions/:session_id',
    id: 'endSession',
    summary: 'End one of my sessions',
    tag: 'Session',
    params: ids('session_id'),
    answers: { 204: { description: 'It has ended.' } },
    refusals: ['not-found'],
    idempotent: false,
    handle: ({ caller, params, commit }) =>
      commit(async (tx) => {
        await endOwnSession(tx, caller, params.session_id, kit.clock());
        return noContent();
      }),
  }),
];

const sessionOf = (caller: SessionCaller) => ({
  person: { id: caller.account_id, name: caller.name, email: caller.email },
  team:
    caller.team_id === null
      ? null
      : {
          id: caller.team_id,
          name: caller.team_name,
          plan: caller.plan,
          trails_enabled: caller.trails_enabled,
        },
  roles: caller.roles,
  is_operator: caller.is_operator,
  session: {
    id: caller.session_id,
    kind: caller.kind,
    created_at: caller.created_at,
    expires_at: caller.expires_at,
  },
});
