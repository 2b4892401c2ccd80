// What a session's requests may read from a standby: never less than what the same session has changed before.
import type { Admitted } from '../../http/endpoint/endpoint.ts';
import type { SessionCaller } from '../../identity/session.ts';
import { noteChange } from '../../identity/sessions.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadReplica } from '../../storage/server/read-replica.ts';

/** Nothing where no standby is configured: then a change costs no statement more. */
export const standbyFor = (
  replica: ReadReplica | undefined,
  { session_id, wrote_until }: SessionCaller,
  database: Database,
): Pick<Admitted<SessionCaller>, 'standby' | 'noteChange'> =>
  replica === undefined
    ? {}
    : { standby: replica.readerSince(wrote_until), noteChange: () => noteChange(database, session_id) };
