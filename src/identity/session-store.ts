// The SQL of sessions.
import type { Db, Tx } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';
import type { NewSession, SessionCaller, SessionKind } from './sessions.ts';

export interface SessionRow {
  readonly session_id: string;
  readonly kind: SessionKind;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly expires_at: string;
  readonly user_agent: string;
}

export interface NewSessionRow extends NewSession {
  readonly session_id: string;
  readonly token_hash: Buffer;
  readonly user_agent: string;
  readonly created_at: string;
  readonly expires_at: string;
}

/** Inserts the session if its person may have one: an active member, or without a team an operator. */
export const insertSession = (tx: Tx, session: NewSessionRow): Promise<{ expires_at: string } | undefined> =>
  tx.row(sql`
    insert into sessions (session_id, team_id, account_id, kind, token_hash, user_agent, created_at, last_seen_at, expires_at)
    select ${session.session_id}::uuid, ${session.team_id}::uuid, a.account_id, ${session.kind}::text, ${session.token_hash}::bytea,
      ${session.user_agent}::text, ${session.created_at}::timestamptz, ${session.created_at}::timestamptz, ${session.expires_at}::timestamptz
    from accounts a left join members m on m.team_id = ${session.team_id}::uuid and m.account_id = a.account_id
    where a.account_id = ${session.account_id}
      and case when ${session.team_id}::uuid is null then a.is_operator else m.status = 'active' end
    returning expires_at`);

/** The live session of that hash with its person's standing: one query. A confined session gives no power over the service. */
export const findSession = (db: Db, hash: Buffer, now: string): Promise<SessionCaller | undefined> =>
  db.row<SessionCaller>(sql`
    select s.session_id, s.kind, s.account_id, a.name, a.email, a.is_operator and not s.confined as is_operator, s.team_id, t.name as team_name, t.plan,
      t.trails_enabled, s.created_at, s.last_seen_at, s.expires_at,
      array(
        select case when t.owner_id = s.account_id then 'owner' else 'member' end where t.team_id is not null
        union select role from member_roles r where r.team_id = s.team_id and r.account_id = s.account_id
        union select g.role from group_members gm join group_roles g on g.team_id = gm.team_id and g.group_id = gm.group_id
          where gm.team_id = s.team_id and gm.account_id = s.account_id
      ) as roles
    from sessions s join accounts a on a.account_id = s.account_id
    left join teams t on t.team_id = s.team_id
    left join members m on m.team_id = s.team_id and m.account_id = s.account_id
    where s.token_hash = ${hash} and s.expires_at > ${now}::timestamptz
      and case when s.team_id is null then a.is_operator else m.status = 'active' end`);

export async function markSeen(db: Db, sessionId: string, now: string, expiresAt: string): Promise<void> {
  await db.rows(
    sql`update sessions set last_seen_at = ${now}, expires_at = ${expiresAt} where session_id = ${sessionId}`,
  );
}

export async function deleteSession(db: Db, accountId: string, sessionId: string): Promise<boolean> {
  const row = await db.row(sql`
    delete from sessions where session_id = ${sessionId} and account_id = ${accountId} returning session_id`);
  return row !== undefined;
}

export async function deleteSessionsOfMember(tx: Tx, teamId: string, accountId: string): Promise<void> {
  await tx.rows(sql`delete from sessions where team_id = ${teamId} and account_id = ${accountId}`);
}

export const selectSessions = (db: Db, teamId: string | null, accountId: string, now: string): Promise<SessionRow[]> =>
  db.rows<SessionRow>(sql`
    select session_id, kind, created_at, last_seen_at, expires_at, user_agent from sessions
    where team_id is not distinct from ${teamId}::uuid and account_id = ${accountId} and expires_at > ${now}::timestamptz
    order by last_seen_at desc, session_id`);

export async function deleteExpired(db: Db, now: string): Promise<number> {
  const gone = await db.rows(sql`delete from sessions where expires_at <= ${now}::timestamptz returning session_id`);
  return gone.length;
}
