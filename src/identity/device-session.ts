// Sessions of the command line and the desktop: opened after their person agreed in a browser (RFC 8628), good for the
// workspace in which that was.
import { recordChange } from '../audit/audit-log.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import type { Tx } from '../storage/database.ts';
import type { SessionKind } from './session.ts';
import { bySession, createSession } from './sessions.ts';

export interface DeviceSession {
  readonly account_id: string;
  /** The workspace's, or the service-wide catalog's for an operator outside of one. */
  readonly catalog_id: string;
  readonly kind: SessionKind;
  /** What is shown in the list of sessions, e.g. `Cairn on the command line`. */
  readonly program: string;
  readonly token: string;
}

/** Opens the session with that token. Refuses with `membership-revoked` who is no active member (any more). */
export async function openDeviceSession(tx: Tx, wanted: DeviceSession, now: number, request_id: string): Promise<void> {
  const { account_id, catalog_id, kind, program, token } = wanted;
  const team_id = catalog_id === SVC_CATALOG_ID ? null : catalog_id;
  const session = await createSession(tx, { team_id, account_id, kind, user_agent: program }, now, token);
  const by = bySession(session, request_id);
  const subject = { kind: 'user', id: account_id, name: by.actor.name };
  await recordChange(tx, catalog_id, 'session.opened', subject, by, { after: { kind, program } });
}
