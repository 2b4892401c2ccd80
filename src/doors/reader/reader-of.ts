// The reader: the person of the session, in the session's workspace.
import type { Call } from '../../http/endpoint/endpoint.ts';
import type { SessionCaller } from '../../identity/session.ts';
import type { ReaderIdentity } from '../../trails/readers/visible-trail-store.ts';
import { teamOf } from '../session/session-endpoint.ts';

/** Rejects sessions of operators outside a workspace with `forbidden`. */
export const readerOf = (call: Pick<Call<SessionCaller>, 'caller' | 'requestId'>): ReaderIdentity => ({
  team_id: teamOf(call),
  account_id: call.caller.account_id,
});
