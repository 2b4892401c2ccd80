// The door of who is signed in: the own session, the own password, and the workspace's single sign-on settings.

import { refuse } from '../../base/refusal.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { canManage } from '../../directory/roles.ts';
import type { Door, Endpoint } from '../../http/endpoint.ts';
import { problemAnswer } from '../../http/problem.ts';
import { admitSession, type SessionGate } from '../../identity/admit-session.ts';
import type { SessionCaller } from '../../identity/session.ts';
import type { Database } from '../../storage/database.ts';

/** `needs: 'admin'` asks for an admin or the Owner of the workspace. */
export type PersonEndpoint = Endpoint<SessionCaller>;

export const personDoor = (gate: SessionGate & { readonly database: Database }): Door<SessionCaller> => ({
  name: 'person',
  jsonTypes: ['application/json'],
  render: (refusal, { requestId }) => problemAnswer(refusal, gate.publicUrl, requestId),
  async admit(request, endpoint, lookUp) {
    const caller = await admitSession(gate, request, lookUp.before);
    if (endpoint.needs === 'admin') requireAdmin(caller);
    return {
      caller,
      database: gate.database,
      confirm: async () => {},
      bucket: `session:${caller.session_id}`,
      keys: { catalog_id: caller.team_id ?? SVC_CATALOG_ID, credential_id: caller.session_id },
      logged: { session_id: caller.session_id },
    };
  },
});

/** The workspace of an endpoint that needs an admin, who always is in one. */
export function teamOf(caller: SessionCaller): string {
  if (caller.team_id === null)
    throw refuse('forbidden', 'This belongs to a workspace. Go on in one of your workspaces first.');
  return caller.team_id;
}

function requireAdmin(caller: SessionCaller): void {
  teamOf(caller);
  if (canManage(caller.roles)) return;
  throw refuse('forbidden', 'Only an admin or the Owner of the workspace may do this. Ask one of them.');
}
