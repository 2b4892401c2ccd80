// The SQL of sessions.

import { standingOf } from '../directory/views-store.ts';
import type { Db, Tx } from '../storage/database.ts';
import { matching } from '../storage/key-range.ts';
import { type Sql, sql } from '../storage/sql.ts';
import { firstOver } from '../storage/sweep-limit.ts';
import { isGoodPassword } from './password-store.ts';
import type { NewSession, SessionCaller, SessionFacts, SessionKind } from './session.ts';

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
  readonly last_seen_at: string;
  readonly expires_at: string;
}

/** The columns of a session `s`, and of its person's standing `p`. */
const SESSION = sql`s.session_id, s.kind, s.account_id, s.created_at, s.last_seen_at, s.expires_at,
  s.wrote_until::text as wrote_until`;
const STANDING = sql`p.person_name as name, p.person_email as email, p.team_id, p.team_name, p.plan, p.trails_enabled,
  p.roles`;
const CALLER = sql`${SESSION}, ${STANDING}, p.is_operator and not s.confined as is_operator`;

/** Columns and joins: how a session `s` was opened, and how its person can sign in. */
const ORIGIN = sql`s.method, s.confined, s.proof_number, w.account_id is not null as has_password,
  w.team_id as password_team_id`;
const WITH_PASSWORD = sql`left join passwords w on w.account_id = s.account_id and ${isGoodPassword}`;
const PROVIDER = sql`coalesce(o.enabled, false) as sso_enabled, coalesce(o.required, false) as sso_required`;
const withProvider = (teamId: string | null): Sql => sql`left join single_sign_on o on o.team_id = ${teamId}::uuid`;

type OpenedSession = SessionCaller & SessionFacts;
/** The columns SESSION and ORIGIN. */
type SessionPart = Pick<
  OpenedSession,
  | ('session_id' | 'kind' | 'account_id' | 'created_at' | 'last_seen_at' | 'expires_at' | 'wrote_until')
  | ('method' | 'confined' | 'proof_number' | 'has_password' | 'password_team_id')
>;
/** The person's roles, and the activation of the membership. */
type PersonPart = Omit<OpenedSession, Exclude<keyof SessionPart, 'proof_number'>> & { readonly activation: number };

/**
 * Inserts the session if the person is allowed one: an active member (with the given activation) or, without a team, an
 * operator. Unless the session is confined, the account's proof number must not have changed since the person signed
 * in. Returns the token's caller. Each use of the session is checked again.
 */
export async function insertSession(tx: Tx, session: NewSessionRow): Promise<OpenedSession | undefined> {
  const { team_id, confined = false } = session;
  const standing = await tx.row<PersonPart>(sql`
    select ${STANDING}, ${PROVIDER}, p.is_operator and not ${confined}::boolean as is_operator, p.activation,
      p.proof_number
    from ${standingOf(sql`${session.account_id}::uuid`, sql`${team_id}::uuid`)} p ${withProvider(team_id)}
    where case when ${team_id}::uuid is null then p.is_operator else p.is_active end
      and p.activation = coalesce(${session.activation ?? null}::bigint, p.activation)
      and (${confined}::boolean
        or p.proof_number = coalesce(${session.proof_number ?? null}::bigint, p.proof_number))`);
  if (standing === undefined) return undefined;
  const { activation, ...person } = standing;
  const inserted = await tx.row<SessionPart>(sql`
    with s as (
      insert into sessions (session_id, team_id, account_id, kind, token_hash, user_agent, created_at, last_seen_at,
        expires_at, activation, method, confined, proof_number)
      values (${session.session_id}, ${person.team_id}, ${session.account_id}, ${session.kind}, ${session.token_hash},
        ${session.user_agent}, ${session.created_at}, ${session.last_seen_at}, ${session.expires_at}, ${activation},
        ${session.method ?? null}, ${confined}, ${person.proof_number})
      returning *)
    select ${SESSION}, ${ORIGIN} from s ${WITH_PASSWORD}`);
  return inserted && { ...person, ...inserted };
}

export const hasToken = async (db: Db, hash: Buffer): Promise<boolean> =>
  (await db.row(sql`select 1 from sessions where token_hash = ${hash}`)) !== undefined;

export const findSessionFacts = (db: Db, teamId: string | null, sessionId: string): Promise<SessionFacts | undefined> =>
  db.row<SessionFacts>(sql`
    select ${ORIGIN}, ${PROVIDER} from sessions s ${WITH_PASSWORD} ${withProvider(teamId)}
    where s.session_id = ${sessionId}`);

/** A session `s` in that workspace (null: an operator's) with the standing `p` of its person there. */
export const withStandingIn = (teamId: string | null): Sql => sql`sessions s
  join lateral ${standingOf(sql`s.account_id`, sql`${teamId}::uuid`)} p
    on s.team_id is not distinct from ${teamId}::uuid`;

/** Calls `find` with the workspace of the session with that hash. Undefined if there is none. */
async function inWorkspaceOf<Row>(
  db: Db,
  hash: Buffer,
  find: (teamId: string | null) => Promise<Row>,
): Promise<Row | undefined> {
  const found = await db.row<{ team_id: string | null }>(sql`
    select team_id from sessions where token_hash = ${hash}`);
  return found && find(found.team_id);
}

/**
 * True if the person may still use the session: as a member with the same activation or, without a team, as an
 * operator. A session that is not confined also needs an account whose address has not changed without proof. If the
 * workspace requires single sign-on, only the Owner may use other sessions.
 */
export const isAlive = (teamId: string | null): Sql => sql`
  (s.confined or s.proof_number = p.proof_number)
  and case when s.team_id is null then p.is_operator
    else p.is_active and p.activation = s.activation
      and (coalesce(s.method, 'sso') = 'sso' or 'owner' = any(p.roles) or not exists (
        select 1 from single_sign_on o where o.team_id = ${teamId}::uuid and o.required)) end`;

/**
 * Returns the live session with that hash and its person's standing. A confined session never makes its person an
 * operator.
 */
export const findSession = (db: Db, hash: Buffer, now: string): Promise<SessionCaller | undefined> =>
  inWorkspaceOf(db, hash, (teamId) =>
    db.row<SessionCaller>(sql`
      select ${CALLER} from ${withStandingIn(teamId)}
      where s.token_hash = ${hash} and s.expires_at > ${now}::timestamptz and ${isAlive(teamId)}`),
  );

/** True if the session would still be live if its person were an active member of the workspace. */
export const isOfFormerMember = async (db: Db, hash: Buffer, now: string): Promise<boolean> =>
  (await inWorkspaceOf(db, hash, (teamId) =>
    db.row(sql`
      select 1 from ${withStandingIn(teamId)}
      where s.token_hash = ${hash} and s.expires_at > ${now}::timestamptz
        and s.team_id is not null and p.is_active is not true`),
  )) !== undefined;

export async function markSeen(db: Db, sessionId: string, now: string, expiresAt: string): Promise<void> {
  await db.rows(
    sql`update sessions set last_seen_at = ${now}, expires_at = ${expiresAt} where session_id = ${sessionId}`,
  );
}

/**
 * Records the current WAL position, so that later reads of this session from a standby include its change. The server
 * supplies the position, so acknowledged commits always come before it.
 */
export async function noteChange(db: Db, sessionId: string): Promise<void> {
  await db.rows(sql`
    with now as (select pg_current_wal_insert_lsn() as position)
    update sessions set wrote_until = now.position from now where session_id = ${sessionId}`);
}

/** Locks the session until the transaction ends. False if it has ended. */
export const holdSession = async (tx: Tx, sessionId: string): Promise<boolean> =>
  (await tx.row(sql`select 1 from sessions where session_id = ${sessionId} for share`)) !== undefined;

/** Ends a session of the person. False if there is none with that id. */
export async function endSession(db: Db, accountId: string, sessionId: string): Promise<boolean> {
  const row = await db.row(sql`
    delete from sessions where session_id = ${sessionId} and account_id = ${accountId} returning session_id`);
  return row !== undefined;
}

/**
 * Ends the person's sessions in that workspace: the one with `sessionId`, or if null, all but `keepId`. Returns the
 * number ended.
 */
export async function deleteSessionsIn(
  tx: Tx,
  teamId: string,
  accountId: string,
  sessionId: string | null,
  keepId: string | null,
): Promise<number> {
  const gone = await tx.rows(sql`
    delete from sessions where team_id = ${teamId} and account_id = ${accountId}
      and ${matching(sql`session_id`, sessionId ?? undefined)}
      and session_id is distinct from ${keepId}::uuid
    returning session_id`);
  return gone.length;
}

/** Ends the person's sessions that only that workspace vouches for. Returns the number ended. */
export async function deleteVouchedSessions(tx: Tx, teamId: string, accountId: string): Promise<number> {
  const gone = await tx.rows(sql`
    delete from sessions where team_id = ${teamId} and account_id = ${accountId} and confined
    returning session_id`);
  return gone.length;
}

/**
 * Ends the sessions in the workspace that were not opened by single sign-on, except the Owner's. Returns the number
 * ended. Program sessions don't record how the person signed in, so they end too.
 */
export async function deleteSessionsWithoutProvider(tx: Tx, teamId: string, ownerId: string): Promise<number> {
  const gone = await tx.rows(sql`
    delete from sessions where team_id = ${teamId} and account_id <> ${ownerId} and method is distinct from 'sso'
    returning session_id`);
  return gone.length;
}

export async function deleteOperatorSessions(tx: Tx, accountId: string): Promise<void> {
  await tx.rows(sql`delete from sessions where team_id is null and account_id = ${accountId}`);
}

export const selectSessions = (db: Db, teamId: string | null, accountId: string, now: string): Promise<SessionRow[]> =>
  db.rows<SessionRow>(sql`
    select s.session_id, s.kind, s.created_at, s.last_seen_at, s.expires_at, s.user_agent
    from ${withStandingIn(teamId)}
    where s.account_id = ${accountId}
      and s.expires_at > ${now}::timestamptz and ${isAlive(teamId)}
    order by s.last_seen_at desc, s.session_id`);

export async function deleteExpiredSessions(db: Db, now: string): Promise<number> {
  const gone = await db.rows(sql`
    delete from sessions
    where ${firstOver(db, sql`sessions`, ['expires_at', 'session_id'], sql`expires_at <= ${now}::timestamptz`)}
    returning session_id`);
  return gone.length;
}
