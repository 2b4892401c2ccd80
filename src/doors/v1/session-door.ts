// The API /console/v1: the endpoints and handlers of /v1 for people in the console. The session replaces the
// credential, and only the person's roles decide.

import { allowedScopes, type Caller, requireScope, requireTrails } from '../../admission/caller.ts';
import { refuse } from '../../base/refusal.ts';
import { type Catalog, SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { ALL_SCOPES, type Scope } from '../../directory/roles.ts';
import { problemAnswer } from '../../http/answers/problem.ts';
import type { Door } from '../../http/endpoint/endpoint.ts';
import { admitSession, type SessionGate } from '../../identity/admit-session.ts';
import type { SessionCaller } from '../../identity/session.ts';
import { actorOf } from '../../identity/sessions.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadReplica } from '../../storage/server/read-replica.ts';
import { asEditor } from '../session/editor-caller.ts';
import { standbyFor } from '../session/standby.ts';
import type { V1Endpoint } from './v1-door.ts';

/** Operators who are in a workspace send `X-Cairn-Catalog: svc` to work on the service-wide catalog. */
const CATALOG_HEADER = 'x-cairn-catalog';

/** Turns `/v1/trails` into `/console/v1/trails`. */
export const consoleEndpoints = (endpoints: readonly V1Endpoint[]): V1Endpoint[] =>
  endpoints.map((endpoint) => ({ ...endpoint, path: `/console${endpoint.path}`, id: `console.${endpoint.id}` }));

/** Admits sessions as callers of /v1. Does not check the plan, because plans limit the API, not the console. */
export const consoleDoor = (
  gate: SessionGate & { readonly database: Database; readonly replica: ReadReplica | undefined },
): Door<Caller, Scope> => ({
  name: 'console',
  jsonTypes: ['application/json'],
  render: (refusal, { requestId }, language) => problemAnswer(refusal, gate.publicUrl, requestId, language),
  async admit(request, endpoint, lookUp) {
    const session = await admitSession(gate, request, lookUp.before);
    const called = callerOf(session, catalogOf(session, request.headers[CATALOG_HEADER]));
    const caller = await asEditor(called, endpoint, request, gate.database);
    requireTrails(caller);
    if (endpoint.needs !== undefined) requireScope(caller, endpoint.needs);
    const { catalog_id } = caller.catalog;
    return {
      caller,
      database: gate.database,
      ...standbyFor(gate.replica, session, gate.database),
      confirm: async () => {},
      bucket: `session:${session.session_id}`,
      // Keyed by person, not by session: a retry after signing in again counts as the same request (Decision 12).
      keys: { catalog_id, credential_id: caller.counted_as },
      logged: { session_id: session.session_id, catalog_id },
    };
  },
});

/** Rejects other values of the header with `bad-request`, and callers who are not operators with `forbidden`. */
function catalogOf(session: SessionCaller, wanted: string | string[] | undefined): Catalog {
  if (wanted !== undefined && wanted !== 'svc')
    throw refuse('bad-request', 'Set X-Cairn-Catalog to svc, or leave it out for the catalog of the workspace.');
  if (session.team_id !== null && wanted === undefined) {
    const { team_id, team_name } = session;
    return { kind: 'team', catalog_id: team_id, team_id, team_name };
  }
  if (!session.is_operator)
    throw refuse('forbidden', 'Only operators of the service can work on the service-wide catalog.');
  return { kind: 'svc', catalog_id: SVC_CATALOG_ID, team_id: null, team_name: null };
}

const callerOf = (session: SessionCaller, catalog: Catalog): Caller => ({
  catalog,
  person: { account_id: session.account_id, name: session.name, email: session.email ?? '' },
  roles: session.roles,
  credential: { kind: 'oauth', id: session.session_id, name: 'Console' },
  actor: actorOf(session),
  counted_as: session.account_id,
  scopes: ALL_SCOPES,
  allowed: allowedScopes(catalog, session.roles),
  standing: { isMember: true, plan: session.plan ?? 'enterprise', trailsEnabled: session.trails_enabled ?? true },
});
