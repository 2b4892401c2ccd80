// Lets workspace admins see and end a member's sessions, but only those in this workspace. For a person's own sessions
// see sign-in.ts.
import { type By, recordChange } from '../audit/audit-log.ts';
import { refuse } from '../base/refusal.ts';
import { getMember } from '../directory/members/members.ts';
import type { Tx } from '../storage/database.ts';
import { deleteSessionsIn } from './session-store.ts';

/** Ends one session of the member. Audited as `team.member.signed_out`. Fails with `not-found`. */
export async function endMemberSession(
  tx: Tx,
  teamId: string,
  accountId: string,
  sessionId: string,
  by: By,
): Promise<void> {
  if ((await end(tx, teamId, accountId, { sessionId, keepId: null }, by)) > 0) return;
  throw refuse('not-found', 'The person has no such session in this workspace. It may have ended.');
}

/**
 * Ends the member's sessions in this workspace except `keepId` (the caller's session, for people who end their own).
 * Returns the number ended. Fails with `not-found` if the person is not a member.
 */
export const endMemberSessions = (tx: Tx, teamId: string, accountId: string, keepId: string, by: By): Promise<number> =>
  end(tx, teamId, accountId, { sessionId: null, keepId }, by);

async function end(
  tx: Tx,
  teamId: string,
  accountId: string,
  { sessionId, keepId }: { readonly sessionId: string | null; readonly keepId: string | null },
  by: By,
): Promise<number> {
  const { name } = await getMember(tx, teamId, accountId);
  const ended = await deleteSessionsIn(tx, teamId, accountId, sessionId, keepId);
  const subject = { kind: 'user', id: accountId, name };
  if (ended > 0) await recordChange(tx, teamId, 'team.member.signed_out', subject, by, { after: { sessions: ended } });
  return ended;
}
