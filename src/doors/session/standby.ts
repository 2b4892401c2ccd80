// Lets a session read from a standby, but never data that is older than the session's own changes.
import type { Admitted } from '../../http/endpoint/endpoint.ts';
import type { SessionCaller } from '../../identity/session.ts';
import { noteChange } from '../../identity/sessions.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadReplica } from '../../storage/server/read-replica.ts';

/** Does nothing if no standby is configured, so that changes need no extra statement. */
export const standbyFor = (
  replica: ReadReplica | undefined,
  { session_id, wrote_until }: SessionCaller,
  database: Database,
): Pick<Admitted<SessionCaller>, 'standby' | 'noteChange'> =>
  replica === undefined
    ? {}
    : { standby: replica.readerSince(wrote_until), noteChange: () => noteChange(database, session_id) };
