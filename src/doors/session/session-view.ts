// What the console is told of the session it runs in: who, where, with which rights, and which ways in there are.
import { type Static, Type } from '@sinclair/typebox';
import { closed, Email, Nullable, OneOf } from '../../base/shape.ts';
import { listOwnInvitations } from '../../directory/joining/invitations.ts';
import { ROLES, SCOPES, scopesOf } from '../../directory/roles.ts';
import { PLANS } from '../../directory/teams/plans.ts';
import { passwordTerms } from '../../identity/passwords.ts';
import { SESSION_KINDS, type SessionCaller } from '../../identity/session.ts';
import { getFacts, invitedBy, listWorkspaces, type OpenedSession, reachable } from '../../identity/sign-in.ts';
import type { Db } from '../../storage/database.ts';

const Id = Type.String({ format: 'uuid' });
const At = Type.String({ format: 'date-time' });
const Method = Nullable(OneOf(['link', 'password', 'sso']), {
  description: 'How the person signed in; null on the command line and the desktop.',
});

const SessionTeam = Type.Object(
  { id: Id, name: Type.String(), plan: OneOf(PLANS), trails_enabled: Type.Boolean() },
  { $id: 'SessionTeam', ...closed },
);

export const SessionView = Type.Object(
  {
    session: Type.Object({ id: Id, kind: OneOf(SESSION_KINDS), created_at: At, expires_at: At }, closed),
    person: Type.Object({ id: Id, name: Type.String(), email: Nullable(Email()) }, closed),
    team: Nullable(SessionTeam, { description: 'Null: an operator, at the service itself.' }),
    roles: Type.Array(OneOf(ROLES)),
    scopes: Type.Array(OneOf(SCOPES), { description: 'What the roles allow on /console/v1.' }),
    is_operator: Type.Boolean(),
    workspaces: Type.Array(Type.Object({ id: Id, name: Type.String() }, closed), {
      description: 'Where the person can go on without signing in anew, by name; the present one included.',
    }),
    invitations: Type.Integer({ description: 'Open invitations of other workspaces: `GET /session/invitations`.' }),
    sign_in: Type.Object(
      {
        method: Method,
        confined: Type.Boolean({ description: 'The session is good in this workspace alone.' }),
        has_password: Type.Boolean(),
        can_set_password: Type.Boolean({
          description: 'False where only this workspace vouches for an account that belongs to others too.',
        }),
        needs_current_password: Type.Boolean({ description: 'A new password is taken only with the current one.' }),
        sso_enabled: Type.Boolean(),
        sso_required: Type.Boolean(),
      },
      closed,
    ),
  },
  { $id: 'Session', ...closed },
);
export type SessionView = Static<typeof SessionView>;

/** The session that asks. */
export async function sessionView(db: Db, caller: SessionCaller, now: number): Promise<SessionView> {
  const facts = await getFacts(db, caller);
  return openedView(db, { caller, facts, workspaces: await listWorkspaces(db, caller) }, now);
}

/** The session that was just opened, whose facts are known. */
export async function openedView(
  db: Db,
  { caller, facts, workspaces }: Omit<OpenedSession, 'token'>,
  now: number,
): Promise<SessionView> {
  const { method, confined, has_password, sso_enabled, sso_required } = facts;
  const terms = await passwordTerms(db, caller, facts, now);
  const invitations = await listOwnInvitations(db, invitedBy(caller, facts), now);
  const allowed = scopesOf(caller.team_id === null ? ['owner'] : caller.roles);
  return {
    session: {
      id: caller.session_id,
      kind: caller.kind,
      created_at: caller.created_at,
      expires_at: caller.expires_at,
    },
    person: { id: caller.account_id, name: caller.name, email: caller.email },
    team: teamOf(caller),
    roles: [...caller.roles],
    scopes: SCOPES.filter((scope) => allowed.has(scope)),
    is_operator: caller.is_operator,
    workspaces: reachable(workspaces, caller, facts).map(({ team_id, name }) => ({ id: team_id, name })),
    invitations: invitations.length,
    sign_in: {
      ...{ method, confined, has_password, sso_enabled, sso_required },
      ...{ can_set_password: terms !== 'elsewhere', needs_current_password: terms === 'current' },
    },
  };
}

function teamOf({ team_id, team_name, plan, trails_enabled }: SessionCaller): SessionView['team'] {
  if (team_id === null || plan === null) return null;
  return { id: team_id, name: team_name ?? '', plan, trails_enabled: trails_enabled ?? true };
}
