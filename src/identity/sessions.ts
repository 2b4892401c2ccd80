// Sessions of the console (app), the command line (cli) and the desktop: opaque tokens, hashed at rest, rows that end
// at once. Who signs in, and how, is the door's matter.

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

/** How long a session lives, used or not. */
export const SESSION_LIFETIME_MS: Readonly<Record<SessionKind, number>> = {
  app: 7 * DAY_MS,
  cli: 90 * DAY_MS,
  desktop: 90 * DAY_MS,
};
/** How long a session lives unused; every use moves its expiry, never beyond its lifetime. */
export const SESSION_IDLE_MS: Readonly<Record<SessionKind, number>> = {
  app: DAY_MS / 2,
  cli: 30 * DAY_MS,
  desktop: 30 * DAY_MS,
};
/** `last_seen_at` is written at most this often a session. */
const NOTE_SEEN_EVERY_MS = 5 * 60_000;

/** A token that is shown once: `svc_session_…`. */
export const mintSessionToken = (): string => mintToken('svc_session_').token;

/** True for the shape of a session's token: anything else is refused without a query. */
export const isSessionToken = (text: string): boolean => looksLikeToken('svc_session_', text);

/**
 * Opens a session. The token is shown once, here. Refuses with `membership-revoked` a person who is no active member of
 * the team (in the activation, where one is named), or, without a team, no operator.
 */
export async function createSession(
  tx: Tx,
  wanted: NewSession,
  now: number,
  token: string = mintSessionToken(),
): Promise<{ token: string } & SessionCaller & SessionFacts> {
  const session_id = newId();
  const last_seen_at = instant(now);
  const { created_at = last_seen_at } = wanted;
  const session = await store.insertSession(tx, {
    ...wanted,
    session_id,
    token_hash: hashToken(token),
    user_agent: wanted.user_agent ?? '',
    created_at,
    last_seen_at,
    expires_at: expiryOf(wanted.kind, Date.parse(created_at), now),
  });
  if (session === undefined) throw refuse('membership-revoked', 'The person is not an active member of the workspace.');
  return { ...session, token };
}

/**
 * The caller of a session's token, with roles, in one query; notes the use now and then. Refuses with `unauthorized` a
 * token that is garbage, unknown, ended or expired, and, with `reason: "no-member"`, a session whose person is no
 * active member any more.
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

/** Keeps the caller's session until the transaction ends. Refuses with `unauthorized` one that has ended. */
export async function requireSession(tx: Tx, { session_id }: SessionCaller): Promise<void> {
  if (!(await store.holdSession(tx, session_id))) throw hasEnded();
}

export const hasEnded = (): Error => refuse('unauthorized', 'The session has ended. Sign in again.', { sent: true });

/** Signing in again leads nowhere, and the refusal says so: it goes to nobody but the bearer of the token. */
const endedWithMembership = (): Error =>
  refuse('unauthorized', 'You are no active member of this workspace any more. Ask one of its admins.', {
    sent: true,
    reason: 'no-member',
  });

/** The live sessions of a person in one team (null: as an operator), the last used first. */
export const listSessions = (
  db: Db,
  teamId: string | null,
  accountId: string,
  now: number,
): Promise<store.SessionRow[]> => store.selectSessions(db, teamId, accountId, instant(now));

/** Removes sessions that have expired; answers how many. */
export const sweepSessions = (db: Db, now: number): Promise<number> => store.deleteExpiredSessions(db, instant(now));

/** The person of a session as the one who acts, by name, or by address where there is none. */
export const actorOf = ({ account_id, name, email }: SessionCaller): Actor => ({
  kind: 'person',
  id: account_id,
  name: name || (email ?? ''),
});

/** The person of a session as the one behind a change. */
export const bySession = (caller: SessionCaller, request_id: string, origin?: Origin): By => ({
  account_id: caller.account_id,
  actor: { ...actorOf(caller), ...origin },
  request_id,
});

/** Unused it ends after the idle time, used or not after the lifetime. */
const expiryOf = (kind: SessionKind, createdAt: number, now: number): string =>
  instant(Math.min(createdAt + SESSION_LIFETIME_MS[kind], now + SESSION_IDLE_MS[kind]));
