// The shape of a session: its person, workspace and kind.
import type { Origin } from '../audit/audit-event.ts';
import { type Role, scopesOf } from '../directory/roles.ts';
import type { Plan } from '../directory/teams/plans.ts';

export const SESSION_KINDS = ['app', 'cli', 'desktop'] as const;

export type SessionKind = (typeof SESSION_KINDS)[number];

/** A person who uses the console or the command line, in one team or (team_id null) as an operator of the service. */
export interface SessionCaller {
  readonly session_id: string;
  readonly kind: SessionKind;
  readonly account_id: string;
  readonly name: string;
  readonly email: string | null;
  readonly is_operator: boolean;
  readonly team_id: string | null;
  readonly team_name: string | null;
  readonly plan: Plan | null;
  readonly trails_enabled: boolean | null;
  /** Direct roles and roles from groups. Empty in an operator's session. */
  readonly roles: readonly Role[];
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly expires_at: string;
  /** The WAL position after the session's last change; null if there are no changes to wait for. */
  readonly wrote_until: string | null;
}

/** True if the person may publish trails in the catalog, because of a role or as an operator outside any workspace. */
export const mayPublish = ({
  team_id,
  is_operator,
  roles,
}: Pick<SessionCaller, 'team_id' | 'is_operator' | 'roles'>): boolean =>
  team_id === null ? is_operator : scopesOf(roles).has('trails:publish');

export type SignInMethod = 'link' | 'password' | 'sso';

/** How a session was opened. Sessions of the command line and the desktop have no method. */
export interface SignInOrigin {
  readonly method: SignInMethod | null;
  /** Only the workspace vouches for the person, so the session is valid nowhere else. */
  readonly confined: boolean;
}

/** How a session was opened, and how its person can sign in. */
export interface SessionFacts extends SignInOrigin {
  /** The account's proof number when the person proved their identity. */
  readonly proof_number: number;
  readonly has_password: boolean;
  /** The only workspace that the person's password opens; null: all of them, or there is no password. */
  readonly password_team_id: string | null;
  readonly sso_enabled: boolean;
  readonly sso_required: boolean;
}

/** The request that opens a session. */
export interface OpeningRequest {
  readonly id: string;
  readonly origin: Origin;
}

export interface NewSession extends Partial<SignInOrigin> {
  readonly team_id: string | null;
  readonly account_id: string;
  readonly kind: SessionKind;
  readonly user_agent?: string;
  /** Requires a membership with this activation; absent or null: any activation. */
  readonly activation?: number | null;
  /** Unless the session is confined, requires an account with this proof number; absent or null: any. */
  readonly proof_number?: number | null;
  /** When the person proved their identity, in RFC 3339; absent: now. The lifetime counts from then. */
  readonly created_at?: string;
}
