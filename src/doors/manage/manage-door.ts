// The door /manage/v1: sessions in, problem details out. Roles decide: an admin manages the workspace of the session,
// an operator the service. Its endpoints are listed in manage.ts.

import type { Clock } from '../../base/clock.ts';
import { refuse } from '../../base/refusal.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { canManage, scopesOf } from '../../directory/roles.ts';
import { problemAnswer } from '../../http/answers/problem.ts';
import type { Admitted, Door } from '../../http/endpoint/endpoint.ts';
import { admitSession } from '../../identity/admit-session.ts';
import { mayPublish, type SessionCaller } from '../../identity/session.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadReplica } from '../../storage/server/read-replica.ts';
import type { Need } from '../session/session-endpoint.ts';
import { standbyFor } from '../session/standby.ts';

export interface ManageDoorDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly replica: ReadReplica | undefined;
}

/** Admits sessions: 401 where there is none, then 403 where the roles do not allow what the endpoint needs. */
export const manageDoor = ({ database, clock, baseUrl, replica }: ManageDoorDeps): Door<SessionCaller, Need> => ({
  name: 'manage',
  jsonTypes: ['application/json'],
  render: (refusal, { requestId }) => problemAnswer(refusal, baseUrl, requestId),
  async admit(request, { needs }, lookUp) {
    const caller = await admitSession({ database, clock, publicUrl: baseUrl }, request, lookUp.before);
    if (needs !== undefined && !ALLOWS[needs](caller)) throw refuse('forbidden', SENTENCES[needs]);
    return { ...admitted(caller, database), ...standbyFor(replica, caller, database) };
  },
});

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

const SENTENCES: Readonly<Record<Need, string>> = {
  member: 'This belongs to a workspace. Sign in to one first.',
  author: 'Only who writes trails may do this. Ask an admin for the role author or publisher.',
  'team-author':
    'Only people who write trails of a workspace may do this. Ask an admin for the role author or publisher.',
  publisher: 'Only who publishes trails may do this. Ask an admin for the role publisher.',
  admin: 'Only the Owner and the admins of the workspace may do this. Ask one of them, or for the role admin.',
  owner: 'Only the Owner of the workspace may do this.',
  operator: 'Only an operator of the service may do this.',
  catalog: 'Only the Owner and the admins of the workspace, or an operator of the service, may do this.',
};

const admitted = (caller: SessionCaller, database: Database): Admitted<SessionCaller> => ({
  caller,
  database,
  confirm: async () => {}, // just looked up
  bucket: `session:${caller.session_id}`,
  // The person's, not the session's: a retry after signing in again is the same request (Decision 12).
  keys: { catalog_id: caller.team_id ?? SVC_CATALOG_ID, credential_id: caller.account_id },
  logged: { session_id: caller.session_id, ...(caller.team_id === null ? {} : { team_id: caller.team_id }) },
});
