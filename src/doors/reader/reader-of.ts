// Who reads: the person of the session in its workspace.
import type { Call } from '../../http/endpoint/endpoint.ts';
import type { SessionCaller } from '../../identity/session.ts';
import type { ReaderIdentity } from '../../trails/readers/visible-trail-store.ts';
import { teamOf } from '../session/session-endpoint.ts';

/** The reader. Refuses with `forbidden` the session of an operator who is in no workspace. */
export const readerOf = (call: Pick<Call<SessionCaller>, 'caller' | 'requestId'>): ReaderIdentity => ({
  team_id: teamOf(call),
  account_id: call.caller.account_id,
});
