// The API /manage/v1: takes sessions and returns problem details. Roles decide what a caller may do: admins manage the
// session's workspace, operators the service. manage.ts lists the endpoints.

import type { Clock } from '../../base/clock.ts';
import { refuse } from '../../base/refusal.ts';
import type { Sentence } from '../../base/texts/t.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { canManage, scopesOf } from '../../directory/roles.ts';
import { problemAnswer } from '../../http/answers/problem.ts';
import type { Admitted, Door, OpenTo } from '../../http/endpoint/endpoint.ts';
import type { DoorRequest } from '../../http/incoming/incoming.ts';
import { admitSession } from '../../identity/admit-session.ts';
import { mayPublish, type SessionCaller } from '../../identity/session.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadReplica } from '../../storage/server/read-replica.ts';
import { isOpenToEditor } from '../session/editor-caller.ts';
import type { Need } from '../session/session-endpoint.ts';
import { standbyFor } from '../session/standby.ts';

export interface ManageDoorDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly replica: ReadReplica | undefined;
}

/** Authenticates sessions. Fails with 401 without a session, and with 403 if the roles do not cover the endpoint. */
export const manageDoor = ({ database, clock, baseUrl, replica }: ManageDoorDeps): Door<SessionCaller, Need> => ({
  name: 'manage',
  jsonTypes: ['application/json'],
  render: (refusal, { requestId }, language) => problemAnswer(refusal, baseUrl, requestId, language),
  async admit(request, endpoint, lookUp) {
    const { needs } = endpoint;
    const caller = await admitSession({ database, clock, publicUrl: baseUrl }, request, lookUp.before);
    if (needs !== undefined && !ALLOWS[needs](caller) && !(await isOpenAnyway(database, caller, endpoint, request)))
      throw refuse('forbidden', SENTENCES[needs]);
    return { ...admitted(caller, database), ...standbyFor(replica, caller, database) };
  },
});

/** True for an editor or approver of the trail in the path, whatever their roles. */
const isOpenAnyway = async (
  db: Database,
  { team_id, account_id }: SessionCaller,
  endpoint: OpenTo<Need>,
  request: DoorRequest,
): Promise<boolean> => team_id !== null && isOpenToEditor(db, { team_id, account_id }, endpoint, request);

const ALLOWS: Readonly<Record<Need, (caller: SessionCaller) => boolean>> = {
  member: ({ team_id }) => team_id !== null,
  author: ({ team_id, is_operator, roles }) => (team_id === null ? is_operator : scopesOf(roles).has('trails:write')),
  'team-author': ({ team_id, roles }) => team_id !== null && scopesOf(roles).has('trails:write'),
  publisher: mayPublish,
  admin: ({ team_id, roles }) => team_id !== null && canManage(roles),
  owner: ({ team_id, roles }) => team_id !== null && roles.includes('owner'),
  operator: ({ is_operator }) => is_operator,
  catalog: ({ team_id, is_operator, roles }) => (team_id === null ? is_operator : canManage(roles)),
};

const SENTENCES: Readonly<Record<Need, Sentence>> = {
  member: 'This is only available in a workspace. Sign in to a workspace first.',
  author: 'Only authors can do this. Ask an admin for the author or publisher role.',
  'team-author': 'Only authors of a workspace can do this. Ask an admin for the author or publisher role.',
  publisher: 'Only publishers can do this. Ask an admin for the publisher role.',
  admin: 'Only the Owner and admins of the workspace can do this. Ask one of them to do it, or ask for the admin role.',
  owner: 'Only the Owner of the workspace can do this.',
  operator: 'Only an operator of the service can do this.',
  catalog: 'Only the Owner and admins of the workspace, or an operator of the service, can do this.',
};

const admitted = (caller: SessionCaller, database: Database): Admitted<SessionCaller> => ({
  caller,
  database,
  confirm: async () => {}, // The session has just been looked up.
  bucket: `session:${caller.session_id}`,
  // Keyed by person, not by session: a retry after signing in again counts as the same request (Decision 12).
  keys: { catalog_id: caller.team_id ?? SVC_CATALOG_ID, credential_id: caller.account_id },
  logged: { session_id: caller.session_id, ...(caller.team_id === null ? {} : { team_id: caller.team_id }) },
});
