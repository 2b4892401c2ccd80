// Sessions of the command line and the desktop. They open after the person consents in a browser (RFC 8628), and are
// valid in the workspace of that browser session.
import { recordChange } from '../audit/audit-log.ts';
import { DAY_MS } from '../base/clock.ts';
import { refuse } from '../base/refusal.ts';
import { claimOnce } from '../credentials/oauth-artifacts.ts';
import { holdStanding } from '../credentials/oauth-grants.ts';
import { getPolicy } from '../credentials/oauth-policies.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import type { Tx } from '../storage/database.ts';
import type { OpeningRequest, SessionCaller, SessionKind } from './session.ts';
import { bySession, createSession, hasEnded, hasSession, requireSession } from './sessions.ts';
import { getFacts } from './sign-in.ts';

/** The person's consent, and the properties of the consenting session that the program's session inherits. */
export interface DeviceConsent {
  readonly account_id: string;
  /** The workspace's catalog, or the service-wide one for an operator outside any workspace. */
  readonly catalog_id: string;
  /**
   * The membership's activation at that time. Deactivating the member ends the consent (Decision 74). Null: any
   * activation.
   */
  readonly activation: number | null;
  /** Only the workspace vouches for the person (Decision 85). */
  readonly confined: boolean;
  /** The account's proof number when the person signed in. Confined programs don't need one. */
  readonly proof_number: number | null;
}

export interface DeviceSession extends DeviceConsent {
  readonly kind: SessionKind;
  /** The label in the list of sessions, e.g. `Cairn on the command line`. */
  readonly program: string;
  readonly token: string;
}

/**
 * Returns the consent of the person in the session. Fails with `unauthorized` if the session has ended, and like
 * `holdStanding`.
 */
export async function deviceConsent(tx: Tx, caller: SessionCaller): Promise<DeviceConsent> {
  const { account_id, team_id } = caller;
  const catalog_id = team_id ?? SVC_CATALOG_ID;
  await requireSession(tx, caller);
  const activation = await holdStanding(tx, catalog_id, account_id);
  const { confined, proof_number } = await getFacts(tx, caller);
  return { account_id, catalog_id, activation, confined, proof_number };
}

/**
 * Opens a session with the given token, unless a request before this retry opened it. Fails with `membership-revoked`
 * if the person is not an active member or has been deactivated since the consent. Fails with `forbidden` if the
 * workspace has since switched off signing in with a code, and with `unauthorized` if the session has been ended.
 */
export async function openDeviceSession(
  tx: Tx,
  input: DeviceSession,
  now: number,
  request: OpeningRequest,
): Promise<void> {
  const { account_id, catalog_id, kind, program, token, activation, confined, proof_number } = input;
  const team_id = catalog_id === SVC_CATALOG_ID ? null : catalog_id;
  const session = { team_id, account_id, kind, user_agent: program, activation, confined, proof_number };
  if (team_id !== null && (await getPolicy(tx, team_id)).device_sign_in === 'off')
    throw refuse('forbidden', 'The workspace has switched off signing in with a code.');
  // A retry gets the same session, unless it has since been ended.
  if (!(await claimOnce(tx, 'DeviceSession', token, now + DAY_MS))) {
    if (await hasSession(tx, token)) return;
    throw hasEnded();
  }
  const opened = await createSession(tx, session, now, token);
  const by = bySession(opened, request.id, request.origin);
  const subject = { kind: 'user', id: account_id, name: by.actor.name };
  await recordChange(tx, catalog_id, 'session.device_opened', subject, by, { after: { kind, program } });
}
