// The SQL of signing in: where a person may go, and how a session was opened.

import { memberships, people, workspaces } from '../directory/views-store.ts';
import type { Db, Tx } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';
import { IS_ALIVE, WITH_STANDING } from './session-store.ts';

export type SignInMethod = 'link' | 'password' | 'sso';

export interface Workspace {
  readonly team_id: string;
  readonly name: string;
  readonly is_owner: boolean;
  /** The workspace asks everybody but the Owner for single sign-on. */
  readonly sso_required: boolean;
}

export interface Person {
  readonly account_id: string;
  readonly name: string;
  readonly email: string | null;
  readonly is_operator: boolean;
}

export const findPerson = (db: Db, accountId: string): Promise<Person | undefined> =>
  db.row<Person>(
    sql`select p.account_id, p.name, p.email, p.is_operator from ${people} p where p.account_id = ${accountId}`,
  );

/** The workspaces in which the person is an active member, by name. */
export const selectWorkspaces = (db: Db, accountId: string): Promise<Workspace[]> =>
  db.rows<Workspace>(sql`
    select t.team_id, t.name, t.owner_id = m.account_id as is_owner, coalesce(o.required, false) as sso_required
    from ${memberships} m join ${workspaces} t on t.team_id = m.team_id left join single_sign_on o
      on o.team_id = m.team_id
    where m.account_id = ${accountId} and m.status = 'active'
    order by lower(t.name), t.team_id`);

export interface Origin {
  readonly method: SignInMethod | null;
  readonly confined: boolean;
}

/** Notes how a session was opened. */
export async function markOrigin(tx: Tx, sessionId: string, origin: Origin): Promise<void> {
  await tx.rows(sql`
    update sessions set method = ${origin.method}, confined = ${origin.confined} where session_id = ${sessionId}`);
}

export interface SessionFacts extends Origin {
  readonly has_password: boolean;
  readonly sso_enabled: boolean;
  readonly sso_required: boolean;
}

/** How the session was opened, and how its person can sign in. */
export const findSessionFacts = (db: Db, sessionId: string): Promise<SessionFacts | undefined> =>
  db.row<SessionFacts>(sql`
    select s.method, s.confined, exists (select from passwords p where p.account_id = s.account_id) as has_password,
      coalesce(o.enabled, false) as sso_enabled, coalesce(o.required, false) as sso_required
    from sessions s left join single_sign_on o on o.team_id = s.team_id
    where s.session_id = ${sessionId}`);

export interface OwnSession {
  readonly session_id: string;
  readonly kind: string;
  readonly team_id: string | null;
  readonly team_name: string | null;
  readonly method: SignInMethod | null;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly expires_at: string;
  readonly user_agent: string;
}

/** The person's live sessions, the last used first: in one workspace, or (null) everywhere. */
export const selectOwnSessions = (
  db: Db,
  accountId: string,
  teamId: string | null,
  now: string,
): Promise<OwnSession[]> =>
  db.rows<OwnSession>(sql`
    select s.session_id, s.kind, s.team_id, p.team_name, s.method, s.created_at, s.last_seen_at, s.expires_at,
      s.user_agent
    from ${WITH_STANDING}
    where s.account_id = ${accountId} and (${teamId}::uuid is null or s.team_id = ${teamId}::uuid)
      and s.expires_at > ${now}::timestamptz and ${IS_ALIVE}
    order by s.last_seen_at desc, s.session_id desc`);

/** Ends the person's sessions in one workspace, or (null) everywhere, but the one; answers how many. */
export async function deleteOtherSessions(
  tx: Tx,
  accountId: string,
  teamId: string | null,
  kept: string,
): Promise<number> {
  const gone = await tx.rows(sql`
    delete from sessions where account_id = ${accountId} and (${teamId}::uuid is null or team_id = ${teamId}::uuid)
      and session_id <> ${kept} returning session_id`);
  return gone.length;
}
