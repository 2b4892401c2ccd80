// Sessions of the command line and the desktop: opened after their person agreed in a browser (RFC 8628), good for the
// workspace in which that was.
import { recordChange } from '../audit/audit-log.ts';
import { refuse } from '../base/refusal.ts';
import { holdStanding } from '../credentials/oauth-grants.ts';
import { getPolicy } from '../credentials/oauth-policies.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import type { Tx } from '../storage/database.ts';
import type { OpeningRequest, SessionCaller, SessionKind } from './session.ts';
import { bySession, createSession, requireSession } from './sessions.ts';
import { getFacts } from './sign-in.ts';

/** What the person agreed to, and what the session that they agreed in rests on: the program's rests on the same. */
export interface DeviceConsent {
  readonly account_id: string;
  /** The workspace's, or the service-wide catalog's for an operator outside of one. */
  readonly catalog_id: string;
  /** Of the membership then: a deactivation ends what was agreed (Decision 74). Null: of an earlier release. */
  readonly activation: number | null;
  /** Only the workspace vouches for the person (Decision 85). */
  readonly confined: boolean;
  /** Of the account when the person signed in; a confined program needs none. */
  readonly proof_number: number | null;
}

export interface DeviceSession extends DeviceConsent {
  readonly kind: SessionKind;
  /** What is shown in the list of sessions, e.g. `Cairn on the command line`. */
  readonly program: string;
  readonly token: string;
}

/** The consent of the session's person. Refuses with `unauthorized` a session that has ended, and as `holdStanding`. */
export async function deviceConsent(tx: Tx, caller: SessionCaller): Promise<DeviceConsent> {
  const { account_id, team_id } = caller;
  const catalog_id = team_id ?? SVC_CATALOG_ID;
  await requireSession(tx, caller);
  const activation = await holdStanding(tx, catalog_id, account_id);
  const { confined, proof_number } = await getFacts(tx, caller);
  return { account_id, catalog_id, activation, confined, proof_number };
}

/**
 * Opens the session with that token. Refuses with `membership-revoked` a person who is not an active member, or was
 * deactivated since they agreed, and with `forbidden` if the workspace has switched off signing in with a code since.
 */
export async function openDeviceSession(
  tx: Tx,
  wanted: DeviceSession,
  now: number,
  request: OpeningRequest,
): Promise<void> {
  const { account_id, catalog_id, kind, program, token, activation, confined, proof_number } = wanted;
  const team_id = catalog_id === SVC_CATALOG_ID ? null : catalog_id;
  const session = { team_id, account_id, kind, user_agent: program, activation, confined, proof_number };
  if (team_id !== null && (await getPolicy(tx, team_id)).device_sign_in === 'off')
    throw refuse('forbidden', 'The workspace has switched off signing in with a code.');
  const opened = await createSession(tx, session, now, token);
  const by = bySession(opened, request.id, request.origin);
  const subject = { kind: 'user', id: account_id, name: by.actor.name };
  await recordChange(tx, catalog_id, 'session.device_opened', subject, by, { after: { kind, program } });
}
