// The API /setup/v1, for people with a set-up link. A link gives access to one connection only. This API does not
// accept sessions, and no other API accepts its tokens.
import { Type } from '@sinclair/typebox';
import type { By } from '../../audit/audit-log.ts';
import type { Clock } from '../../base/clock.ts';
import { refuse } from '../../base/refusal.ts';
import { bearerToken } from '../../credentials/bearer.ts';
import { getSetupCaller, type SetupCaller } from '../../credentials/setup-links.ts';
import { problemAnswer } from '../../http/answers/problem.ts';
import { originOf } from '../../http/endpoint/call-origin.ts';
import { operationBuilder, routesBuilder } from '../../http/endpoint/define-endpoint.ts';
import type { Call, Door, Endpoint } from '../../http/endpoint/endpoint.ts';
import type { Database } from '../../storage/database.ts';

export type SetupEndpoint = Endpoint<SetupCaller>;
export type SetupCall = Call<SetupCaller, { connection_id: string }>;

export const setupOperation = operationBuilder<SetupCaller>();

/** Endpoints below /setup/v1: `METHOD /path` -> operation. */
export const setupRoutes = routesBuilder<SetupCaller>({
  prefix: '/setup/v1',
  rate: 'default',
  unknownQuery: 'refused',
  refusals: ['unauthorized', 'rate-limited'],
});

export const setupDoor = (database: Database, clock: Clock, baseUrl: string): Door<SetupCaller> => ({
  name: 'setup',
  jsonTypes: ['application/json'],
  render: (refusal, { requestId }, language) => problemAnswer(refusal, baseUrl, requestId, language),
  async admit({ headers }, _, lookUp) {
    const token = bearerToken(headers.authorization, { absent: noLink, malformed: noLink });
    lookUp.before();
    const caller = await getSetupCaller(database, token, clock());
    return {
      caller,
      database,
      confirm: async () => {}, // The link has just been looked up.
      bucket: `setup:${caller.link_id}`,
      keys: { catalog_id: caller.team_id, credential_id: caller.link_id },
      logged: { team_id: caller.team_id, setup_link: caller.link_id },
    };
  },
});

/** The link as the actor of a change. It has no account, only the name that the admin entered. */
export const byLink = (call: Pick<SetupCall, 'caller' | 'requestId' | 'address' | 'headers'>): By => {
  const name = `${call.caller.note} (set-up link)`;
  const actor = { kind: 'credential', id: call.caller.link_id, name, ...originOf(call) } as const;
  return { account_id: null, actor, request_id: call.requestId };
};

/** Checks that the connection is the link's. Fails with `not-found` for any other connection. */
export function ownConnection({ caller, params }: Pick<SetupCall, 'caller' | 'params'>): string {
  if (params.connection_id === caller.connection_id) return caller.connection_id;
  throw refuse('not-found', 'This link is for another connection.');
}

export const SetupView = Type.Object(
  {
    connection_id: Type.String({ format: 'uuid' }),
    team_name: Type.String({ description: 'The workspace that requested the setup.' }),
    note: Type.String({ description: 'The person the link was created for.' }),
    created_by: Type.String({ description: 'The name of its creator.' }),
    expires_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'SetupView', additionalProperties: false },
);

const noLink = (): Error => refuse('unauthorized', 'Open the link you received.', { sent: false });
