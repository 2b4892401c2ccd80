// Sessions of the console (app), the command line (cli) and the desktop. Tokens are opaque and hashed at rest. Deleting
// the row ends the session immediately. The doors decide who signs in, and how.

import type { Actor, Origin } from '../audit/audit-event.ts';
import type { By } from '../audit/audit-log.ts';
import { DAY_MS, havePassed, instant } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import { refuse } from '../base/refusal.ts';
import { hashToken, looksLikeToken, mintToken } from '../credentials/tokens.ts';
import type { Db, Tx } from '../storage/database.ts';
import type { NewSession, SessionCaller, SessionFacts, SessionKind } from './session.ts';
import * as store from './session-store.ts';

export { endSession, noteChange } from './session-store.ts';

/** Maximum lifetime of a session, in milliseconds. */
export const SESSION_LIFETIME_MS: Readonly<Record<SessionKind, number>> = {
  app: 7 * DAY_MS,
  cli: 90 * DAY_MS,
  desktop: 90 * DAY_MS,
};
/** How long an unused session lives. Each use extends it, up to the maximum lifetime. */
export const SESSION_IDLE_MS: Readonly<Record<SessionKind, number>> = {
  app: DAY_MS / 2,
  cli: 30 * DAY_MS,
  desktop: 30 * DAY_MS,
};
/** Minimum time between two updates of `last_seen_at`. */
const NOTE_SEEN_EVERY_MS = 5 * 60_000;

/** A new token, shown once: `svc_session_…`. The same seed gives the same token. */
export const mintSessionToken = (seed?: string): string => mintToken('svc_session_', seed).token;

/** True if the text has the shape of a session token. Other texts are refused without a query. */
export const isSessionToken = (text: string): boolean => looksLikeToken('svc_session_', text);

/**
 * Creates a session and returns its token, which is shown only once. Fails with `membership-revoked` if the person is
 * not an active member of the team (with the given activation) or, without a team, not an operator.
 */
export async function createSession(
  tx: Tx,
  input: NewSession,
  now: number,
  token: string = mintSessionToken(),
): Promise<{ token: string } & SessionCaller & SessionFacts> {
  const last_seen_at = instant(now);
  const { created_at = last_seen_at } = input;
  const session = await store.insertSession(tx, {
    ...input,
    session_id: newId(),
    token_hash: hashToken(token),
    user_agent: input.user_agent ?? '',
    created_at,
    last_seen_at,
    expires_at: expiryOf(input.kind, Date.parse(created_at), now),
  });
  if (session === undefined) throw refuse('membership-revoked', 'The person is not an active member of the workspace.');
  return { ...session, token };
}

/** True if the session with this token has not been ended. */
export const hasSession = (db: Db, token: string): Promise<boolean> => store.hasToken(db, hashToken(token));

/**
 * Returns the caller of a session token, with roles, in one query, and occasionally updates `last_seen_at`. Fails
 * with `unauthorized` if the token is malformed, unknown, ended or expired, and adds `reason: "no-member"` if the
 * person is no longer an active member.
 */
export async function getSessionCaller(db: Db, token: string, now: number): Promise<SessionCaller> {
  if (!isSessionToken(token)) throw hasEnded();
  const asked = [db, hashToken(token), instant(now)] as const;
  const row = await store.findSession(...asked);
  if (row === undefined) throw (await store.isOfFormerMember(...asked)) ? endedWithMembership() : hasEnded();
  if (havePassed(NOTE_SEEN_EVERY_MS, Date.parse(row.last_seen_at), now)) {
    await store.markSeen(db, row.session_id, instant(now), expiryOf(row.kind, Date.parse(row.created_at), now));
  }
  return row;
}

/** Locks the caller's session until the transaction ends. Fails with `unauthorized` if it has ended. */
export async function requireSession(tx: Tx, { session_id }: SessionCaller): Promise<void> {
  if (!(await store.holdSession(tx, session_id))) throw hasEnded();
}

export const hasEnded = (): Error => refuse('unauthorized', 'The session has ended. Sign in again.', { sent: true });

/** The reason may be disclosed because only the bearer of the token receives it. Signing in again would not help. */
const endedWithMembership = (): Error =>
  refuse('unauthorized', 'You are no longer an active member of this workspace. Ask one of its admins.', {
    sent: true,
    reason: 'no-member',
  });

/** A person's live sessions in one team (null: as an operator), most recently used first. */
export const listSessions = (
  db: Db,
  teamId: string | null,
  accountId: string,
  now: number,
): Promise<store.SessionRow[]> => store.selectSessions(db, teamId, accountId, instant(now));

/** Deletes expired sessions. Returns the number deleted. */
export const sweepSessions = (db: Db, now: number): Promise<number> => store.deleteExpiredSessions(db, instant(now));

/** The session's person as an audit actor, with the address as a fallback for the name. */
export const actorOf = ({ account_id, name, email }: SessionCaller): Actor => ({
  kind: 'person',
  id: account_id,
  name: name || (email ?? ''),
});

/** The session's person as the author of a change. */
export const bySession = (caller: SessionCaller, request_id: string, origin?: Origin): By => ({
  account_id: caller.account_id,
  actor: { ...actorOf(caller), ...origin },
  request_id,
});

/** The earlier of the idle timeout and the end of the lifetime. */
const expiryOf = (kind: SessionKind, createdAt: number, now: number): string =>
  instant(Math.min(createdAt + SESSION_LIFETIME_MS[kind], now + SESSION_IDLE_MS[kind]));
