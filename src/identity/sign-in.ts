// Opens a session for a person who has proved their identity. Chooses the workspace and checks that it accepts the
// sign-in method. The methods are in login-links.ts, passwords.ts and single-sign-on*.ts.

import { type By, recordChange } from '../audit/audit-log.ts';
import { instant } from '../base/clock.ts';
import { refuse } from '../base/refusal.ts';
import { hashToken } from '../credentials/tokens.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import type { InvitedPerson } from '../directory/joining/invitations.ts';
import type { Db, Tx } from '../storage/database.ts';
import type { OpeningRequest, SessionCaller, SessionFacts, SignInMethod } from './session.ts';
import { findSession, findSessionFacts } from './session-store.ts';
import { bySession, createSession, endSession, hasEnded, isSessionToken } from './sessions.ts';
import * as store from './sign-in-store.ts';

/** A verified sign-in: the person, the method and the destination. */
export interface SignIn {
  readonly account_id: string;
  readonly method: SignInMethod;
  /** The workspace; null: as an operator of the service; undefined: any that the person belongs to. */
  readonly team_id?: string | null | undefined;
  /** Only the workspace vouches for the person, so the session is not valid anywhere else. */
  readonly confined: boolean;
  /** The account's proof number when the credential was created. Confined sessions don't need one. */
  readonly proof_number: number | null;
  /** Allows only memberships with these activations; absent or null: any. */
  readonly activations?: readonly number[] | null;
  /** See `NewSession`. */
  readonly created_at?: string;
}

export interface OpenedSession {
  /** Shown once, in the browser's cookie. */
  readonly token: string;
  readonly caller: SessionCaller;
  readonly facts: SessionFacts;
  /** The person's active memberships, sorted by name. */
  readonly workspaces: readonly store.Workspace[];
}

/** The browser's current session while its person signs in again. */
export interface BrowserSession {
  readonly caller: SessionCaller;
  readonly facts: SessionFacts;
}

/**
 * Opens a console session. Without a given workspace, chooses the first by name that accepts the method, or the service
 * itself for an operator without a workspace. Fails with `membership-revoked` and `forbidden`.
 */
export async function openSession(tx: Tx, input: SignIn, now: number, request: OpeningRequest): Promise<OpenedSession> {
  const { account_id, method, confined, proof_number, created_at } = input;
  const { team_id, workspaces } = await requireAllowed(tx, account_id, input);
  const opening = { team_id, account_id, kind: 'app', user_agent: request.origin.device, method, confined } as const;
  const session = { ...opening, proof_number, ...(created_at && { created_at }) };
  const { token, ...opened } = await createSession(tx, session, now);
  const by = bySession(opened, request.id, request.origin);
  const subject = { kind: 'user', id: account_id, name: by.actor.name };
  await recordChange(tx, team_id ?? SVC_CATALOG_ID, 'session.opened', subject, by, { after: { method } });
  return { token, caller: opened, facts: opened, workspaces };
}

/**
 * Returns the workspace that this sign-in would open. Fails with `membership-revoked` if the person has no membership
 * there, and with `forbidden` if the workspace requires single sign-on, which never applies to its Owner.
 */
export async function requireAllowed(
  db: Db,
  accountId: string,
  { team_id, method, activations }: Pick<SignIn, 'team_id' | 'method' | 'activations'>,
): Promise<{ team_id: string | null; workspaces: readonly store.Workspace[] }> {
  const person = await store.findPersonWithWorkspaces(db, accountId);
  if (person === undefined) throw notAMember();
  const { is_operator, workspaces } = person;
  if (team_id === null) {
    if (!is_operator) throw notAMember();
    return { team_id: null, workspaces };
  }
  const named = workspaces.filter(
    (workspace) =>
      (team_id === undefined || workspace.team_id === team_id) && (activations?.includes(workspace.activation) ?? true),
  );
  const open = named.find((workspace) => accepts(workspace, method));
  if (open !== undefined) return { team_id: open.team_id, workspaces };
  if (team_id === undefined && is_operator) return { team_id: null, workspaces };
  if (named.length === 0) throw notAMember();
  throw refuse('forbidden', 'The workspace requires single sign-on. Choose it on the sign-in page.', {
    reason: 'sso-required',
  });
}

/**
 * Switches to another workspace (null: as an operator) with a new session and ends the old one. The new session keeps
 * the old creation time, because switching does not prove the person's identity again. Fails like `openSession`, and
 * with `unauthorized` if the session has ended.
 */
export async function switchWorkspace(
  tx: Tx,
  caller: SessionCaller,
  teamId: string | null,
  now: number,
  request: OpeningRequest,
): Promise<OpenedSession> {
  if (caller.kind !== 'app')
    throw refuse('unprocessable', 'This session keeps its workspace. Sign in again to work in another one.');
  const { method, confined, proof_number } = await getFacts(tx, caller);
  if (confined && teamId !== caller.team_id) {
    throw refuse(
      'forbidden',
      'Only this workspace knows who you are. Sign out, and sign in to the other one with your password or a link.',
    );
  }
  // If the person signed out concurrently, switching must not sign them in again.
  if (!(await endSession(tx, caller.account_id, caller.session_id))) throw hasEnded();
  const { account_id, created_at } = caller;
  const input: SignIn = { account_id, method: method ?? 'link', team_id: teamId, confined, proof_number, created_at };
  return openSession(tx, input, now, request);
}

export async function getFacts(db: Db, caller: SessionCaller): Promise<SessionFacts> {
  const facts = await findSessionFacts(db, caller.team_id, caller.session_id);
  if (facts === undefined) throw hasEnded();
  return facts;
}

/** Returns the session's person as a possible invitee, including the workspace if only it vouches for the session. */
export const invitedPerson = async (db: Db, caller: SessionCaller): Promise<InvitedPerson> =>
  invitedBy(caller, await getFacts(db, caller));

/** Like `invitedPerson`, for callers that have already read the session's facts. */
export const invitedBy = (
  { account_id, email, team_id }: SessionCaller,
  { confined }: SessionFacts,
): InvitedPerson => ({
  account_id,
  email,
  vouched_by: confined ? team_id : null,
});

/** The browser's live session with this token, and how it was opened; undefined if there is none. */
export async function findBrowserSession(
  db: Db,
  token: string | undefined,
  now: number,
): Promise<BrowserSession | undefined> {
  if (token === undefined || !isSessionToken(token)) return undefined;
  const caller = await findSession(db, hashToken(token), instant(now));
  return caller?.kind === 'app' ? { caller, facts: await getFacts(db, caller) } : undefined;
}

/**
 * True if that person uses the session and the workspace may rely on it. It must not if only another workspace vouches
 * for the person.
 */
export const isSessionOf = ({ caller, facts }: BrowserSession, accountId: string, teamId: string): boolean =>
  caller.account_id === accountId && (caller.team_id === teamId || !facts.confined);

/** The workspaces in which the session's person is an active member, sorted by name. */
export const listWorkspaces = async (db: Db, caller: SessionCaller): Promise<readonly store.Workspace[]> =>
  (await store.findPersonWithWorkspaces(db, caller.account_id))?.workspaces ?? [];

/** The workspaces that the person can switch to without signing in again. */
export const reachable = (
  workspaces: readonly store.Workspace[],
  { team_id }: SessionCaller,
  { method, confined }: SessionFacts,
): readonly store.Workspace[] =>
  workspaces.filter((workspace) => (confined ? workspace.team_id === team_id : accepts(workspace, method ?? 'link')));

/** The person's live sessions, most recently used first. A confined session sees only those in its workspace. */
export async function listOwnSessions(db: Db, caller: SessionCaller, now: number): Promise<store.OwnSession[]> {
  return store.selectOwnSessions(db, caller.account_id, await reachOf(db, caller), instant(now));
}

/** Ends one of the sessions from `listOwnSessions`. Fails with `not-found`. */
export async function endOwnSession(tx: Tx, caller: SessionCaller, sessionId: string, now: number): Promise<void> {
  const isListed = (await listOwnSessions(tx, caller, now)).some(({ session_id }) => session_id === sessionId);
  if (!isListed) throw refuse('not-found', 'There is no such session of yours.');
  await endSession(tx, caller.account_id, sessionId);
}

/** Ends all sessions from `listOwnSessions` except this one. Returns the number ended. */
export async function endOtherSessions(tx: Tx, caller: SessionCaller): Promise<number> {
  return endOtherSessionsIn(tx, caller, await reachOf(tx, caller));
}

/**
 * Ends all of the person's sessions in that workspace, or (null) everywhere, except this one. Returns the number ended.
 */
export const endOtherSessionsIn = (tx: Tx, caller: SessionCaller, teamId: string | null): Promise<number> =>
  store.deleteOtherSessions(tx, caller.account_id, teamId, caller.session_id);

/** Ends the caller's session. */
export async function signOut(tx: Tx, caller: SessionCaller, by: By): Promise<void> {
  await endSession(tx, caller.account_id, caller.session_id);
  const subject = { kind: 'user', id: caller.account_id, name: by.actor.name };
  await recordChange(tx, caller.team_id ?? SVC_CATALOG_ID, 'session.ended', subject, by);
}

/** The workspace that the session is confined to, or null. */
const reachOf = async (db: Db, caller: SessionCaller): Promise<string | null> =>
  (await getFacts(db, caller)).confined ? caller.team_id : null;

const accepts = (workspace: store.Workspace, method: SignInMethod): boolean =>
  method === 'sso' || workspace.is_owner || !workspace.sso_required;

const notAMember = (): Error =>
  refuse('membership-revoked', 'You are not an active member of this workspace. Ask one of its admins to add you.', {
    reason: 'no-member',
  });
