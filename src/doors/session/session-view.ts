// Facts about the console's session: person, workspace, permissions and sign-in methods.
import { type Static, Type } from '@sinclair/typebox';
import { closed, Email, Nullable, OneOf } from '../../base/shape.ts';
import { LANGUAGES } from '../../base/texts/language-names.ts';
import { preferredLanguages } from '../../directory/accounts/accounts.ts';
import { listOwnInvitations } from '../../directory/joining/invitations.ts';
import { ROLES, SCOPES, scopesOf } from '../../directory/roles.ts';
import { PLANS } from '../../directory/teams/plans.ts';
import { passwordTerms } from '../../identity/passwords.ts';
import { SESSION_KINDS, type SessionCaller } from '../../identity/session.ts';
import { getFacts, invitedBy, listWorkspaces, type OpenedSession, reachable } from '../../identity/sign-in.ts';
import type { Db } from '../../storage/database.ts';
import { isApprover } from '../../trails/approval/approvers.ts';
import { editsAnyTrail } from '../../trails/readers/editors.ts';

const Id = Type.String({ format: 'uuid' });
const At = Type.String({ format: 'date-time' });
const Method = Nullable(OneOf(['link', 'password', 'sso']), {
  description: 'How the person signed in; null for the command line and the desktop app.',
});

const SessionTeam = Type.Object(
  { id: Id, name: Type.String(), plan: OneOf(PLANS), trails_enabled: Type.Boolean() },
  { $id: 'SessionTeam', ...closed },
);

export const SessionView = Type.Object(
  {
    session: Type.Object({ id: Id, kind: OneOf(SESSION_KINDS), created_at: At, expires_at: At }, closed),
    person: Type.Object({ id: Id, name: Type.String(), email: Nullable(Email()) }, closed),
    team: Nullable(SessionTeam, { description: 'Null for an operator of the service itself.' }),
    roles: Type.Array(OneOf(ROLES)),
    scopes: Type.Array(OneOf(SCOPES), { description: "The roles' permissions on /console/v1." }),
    edits_trails: Type.Boolean({ description: 'Whether a grant lets the person edit trails without being an author.' }),
    approves_trails: Type.Boolean({ description: 'Whether the person is in the group that approves.' }),
    is_operator: Type.Boolean(),
    workspaces: Type.Array(Type.Object({ id: Id, name: Type.String() }, closed), {
      description: 'Workspaces the person can switch to without signing in again, by name, including the current one.',
    }),
    languages: Type.Object(
      {
        person: Nullable(OneOf(LANGUAGES), { description: 'Chosen by the person; null: the language of the browser.' }),
        workspace: Nullable(OneOf(LANGUAGES), { description: 'Used if the browser asks for none of these languages.' }),
      },
      { ...closed, description: 'Preferred languages of the console.' },
    ),
    invitations: Type.Integer({
      description: 'Number of open invitations from other workspaces; see `GET /session/invitations`.',
    }),
    sign_in: Type.Object(
      {
        method: Method,
        confined: Type.Boolean({ description: 'Whether the session is valid in this workspace only.' }),
        has_password: Type.Boolean(),
        can_set_password: Type.Boolean({
          description: 'False if only this workspace vouches for an account that also belongs to others.',
        }),
        needs_current_password: Type.Boolean({
          description: 'Whether the current password is required to set a new one.',
        }),
        sso_enabled: Type.Boolean(),
        sso_required: Type.Boolean(),
      },
      closed,
    ),
  },
  { $id: 'Session', ...closed },
);
export type SessionView = Static<typeof SessionView>;

/** The current session. */
export async function sessionView(db: Db, caller: SessionCaller, now: number): Promise<SessionView> {
  const facts = await getFacts(db, caller);
  return openedView(db, { caller, facts, workspaces: await listWorkspaces(db, caller) }, now);
}

/** A new session, whose data is already known. */
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
    ...(await trailRights(db, caller)),
    is_operator: caller.is_operator,
    workspaces: reachable(workspaces, caller, facts).map(({ team_id, name }) => ({ id: team_id, name })),
    languages: await preferredLanguages(db, caller.account_id, caller.team_id),
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

/** Rights on trails that do not come from roles. Publishers approve and edit all trails anyway. */
async function trailRights(db: Db, { team_id, account_id, roles }: SessionCaller) {
  const allowed = scopesOf(roles);
  if (team_id === null || allowed.has('trails:publish')) return { edits_trails: false, approves_trails: false };
  return {
    edits_trails: !allowed.has('trails:write') && (await editsAnyTrail(db, team_id, account_id)),
    approves_trails: await isApprover(db, team_id, account_id),
  };
}
