// Opening a session for a person who has proved who they are: into which workspace, and whether that workspace accepts
// the way in which they proved it. The ways themselves are in login-links.ts, passwords.ts and single-sign-on*.ts.

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

/** Somebody at the door: who, how shown, and where to. */
export interface SignIn {
  readonly account_id: string;
  readonly method: SignInMethod;
  /** The workspace; null: as an operator of the service; undefined: where the person belongs. */
  readonly team_id?: string | null | undefined;
  /** Only the workspace vouches for the person: the session is good nowhere else. */
  readonly confined: boolean;
  /** Of the account when the credential was made; a confined session needs none. */
  readonly proof_number: number | null;
  /** Only into memberships of these activations; absent or null: into any. */
  readonly activations?: readonly number[] | null;
  /** As `NewSession` has it. */
  readonly created_at?: string;
}

export interface OpenedSession {
  /** Shown once, to the browser's cookie. */
  readonly token: string;
  readonly caller: SessionCaller;
  readonly facts: SessionFacts;
  /** Those in which the person is an active member, by name. */
  readonly workspaces: readonly store.Workspace[];
}

/** The session that a browser has while its person signs in once more. */
export interface BrowserSession {
  readonly caller: SessionCaller;
  readonly facts: SessionFacts;
}

/**
 * Opens a session of the console. Without a workspace named, the first by name that takes this way of signing in, or
 * the service itself for an operator who belongs to none. Refuses with `membership-revoked` and `forbidden`.
 */
export async function openSession(
  tx: Tx,
  wanted: SignIn,
  now: number,
  request: OpeningRequest,
): Promise<OpenedSession> {
  const { account_id, method, confined, proof_number, created_at } = wanted;
  const { team_id, workspaces } = await requireAllowed(tx, account_id, wanted);
  const opening = { team_id, account_id, kind: 'app', user_agent: request.origin.device, method, confined } as const;
  const session = { ...opening, proof_number, ...(created_at && { created_at }) };
  const { token, ...opened } = await createSession(tx, session, now);
  const by = bySession(opened, request.id, request.origin);
  const subject = { kind: 'user', id: account_id, name: by.actor.name };
  await recordChange(tx, team_id ?? SVC_CATALOG_ID, 'session.opened', subject, by, { after: { method } });
  return { token, caller: opened, facts: opened, workspaces };
}

/**
 * Where the person would get to in this way. Refuses with `membership-revoked` who belongs nowhere or not there, with
 * `forbidden` where the workspace asks for single sign-on, which it never asks its Owner for.
 */
export async function requireAllowed(
  db: Db,
  accountId: string,
  { team_id, method, activations }: Pick<SignIn, 'team_id' | 'method' | 'activations'>,
): Promise<{ team_id: string | null; workspaces: readonly store.Workspace[] }> {
  const somebody = await store.findPersonWithWorkspaces(db, accountId);
  if (somebody === undefined) throw nowhere();
  const { is_operator, workspaces } = somebody;
  if (team_id === null) {
    if (!is_operator) throw nowhere();
    return { team_id: null, workspaces };
  }
  const named = workspaces.filter(
    (workspace) =>
      (team_id === undefined || workspace.team_id === team_id) && (activations?.includes(workspace.activation) ?? true),
  );
  const open = named.find((workspace) => takes(workspace, method));
  if (open !== undefined) return { team_id: open.team_id, workspaces };
  if (team_id === undefined && is_operator) return { team_id: null, workspaces };
  if (named.length === 0) throw nowhere();
  throw refuse('forbidden', 'The workspace asks for single sign-on. Choose it on the sign-in page.', {
    reason: 'sso-required',
  });
}

/**
 * Goes on in another workspace (null: as an operator), by a new session; the old one ends. The new one is as old as
 * that: going on shows nothing about who sits there. Refuses as `openSession`, and with `unauthorized` a session that
 * has ended.
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
  // Signed out at the same moment: who was does not come in again by this way.
  if (!(await endSession(tx, caller.account_id, caller.session_id))) throw hasEnded();
  const { account_id, created_at } = caller;
  const wanted: SignIn = { account_id, method: method ?? 'link', team_id: teamId, confined, proof_number, created_at };
  return openSession(tx, wanted, now, request);
}

/** How the session was opened, and how its person can sign in. */
export async function getFacts(db: Db, caller: SessionCaller): Promise<SessionFacts> {
  const facts = await findSessionFacts(db, caller.session_id);
  if (facts === undefined) throw hasEnded();
  return facts;
}

/**
 * The session's person as somebody who may be invited: with the workspace whose word alone the session rests on, if it
 * does.
 */
export const invitedPerson = async (db: Db, caller: SessionCaller): Promise<InvitedPerson> =>
  invitedBy(caller, await getFacts(db, caller));

/** `invitedPerson` for a caller that has read the session's facts already. */
export const invitedBy = (
  { account_id, email, team_id }: SessionCaller,
  { confined }: SessionFacts,
): InvitedPerson => ({
  account_id,
  email,
  vouched_by: confined ? team_id : null,
});

/** The live session of the browser with this token, with how it was opened; undefined if there is none. */
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
 * Whether that person uses the session, as far as the workspace may believe it: another workspace's word alone is not
 * enough.
 */
export const isSessionOf = ({ caller, facts }: BrowserSession, accountId: string, teamId: string): boolean =>
  caller.account_id === accountId && (caller.team_id === teamId || !facts.confined);

/** The workspaces in which the session's person is an active member, by name. */
export const listWorkspaces = async (db: Db, caller: SessionCaller): Promise<readonly store.Workspace[]> =>
  (await store.findPersonWithWorkspaces(db, caller.account_id))?.workspaces ?? [];

/** Those of them in which the person can go on without signing in anew. */
export const reachable = (
  workspaces: readonly store.Workspace[],
  { team_id }: SessionCaller,
  { method, confined }: SessionFacts,
): readonly store.Workspace[] =>
  workspaces.filter((workspace) => (confined ? workspace.team_id === team_id : takes(workspace, method ?? 'link')));

/** The person's live sessions, the last used first; a confined session sees those of its workspace. */
export async function listOwnSessions(db: Db, caller: SessionCaller, now: number): Promise<store.OwnSession[]> {
  return store.selectOwnSessions(db, caller.account_id, await reachOf(db, caller), instant(now));
}

/** Ends one of the sessions that `listOwnSessions` lists. Refuses with `not-found`. */
export async function endOwnSession(tx: Tx, caller: SessionCaller, sessionId: string, now: number): Promise<void> {
  const isListed = (await listOwnSessions(tx, caller, now)).some(({ session_id }) => session_id === sessionId);
  if (!isListed) throw refuse('not-found', 'There is no such session of yours.');
  await endSession(tx, caller.account_id, sessionId);
}

/** Ends all of those sessions but this one; answers how many. */
export async function endOtherSessions(tx: Tx, caller: SessionCaller): Promise<number> {
  return endSessionsBeside(tx, caller, await reachOf(tx, caller));
}

/** Ends all sessions of the person but this one, in that workspace or (null) everywhere; answers how many. */
export const endSessionsBeside = (tx: Tx, caller: SessionCaller, teamId: string | null): Promise<number> =>
  store.deleteOtherSessions(tx, caller.account_id, teamId, caller.session_id);

/** Ends the session that asks. */
export async function signOut(tx: Tx, caller: SessionCaller, by: By): Promise<void> {
  await endSession(tx, caller.account_id, caller.session_id);
  const subject = { kind: 'user', id: caller.account_id, name: by.actor.name };
  await recordChange(tx, caller.team_id ?? SVC_CATALOG_ID, 'session.ended', subject, by);
}

/** The workspace that the session is confined to, or null. */
const reachOf = async (db: Db, caller: SessionCaller): Promise<string | null> =>
  (await getFacts(db, caller)).confined ? caller.team_id : null;

const takes = (workspace: store.Workspace, method: SignInMethod): boolean =>
  method === 'sso' || workspace.is_owner || !workspace.sso_required;

const nowhere = (): Error =>
  refuse('membership-revoked', 'You are no active member of this workspace. Ask one of its admins to add you.', {
    reason: 'no-member',
  });
