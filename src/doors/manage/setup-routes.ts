// Endpoints for holders of a set-up link: one connection, its tokens and client secrets. They work as for admins
// (connection-routes.ts, connection-client-routes.ts), and the audit log names the link.

import { Type } from '@sinclair/typebox';
import type { Clock } from '../../base/clock.ts';
import { closed, ids, OneOf } from '../../base/shape.ts';
import { createClientSecret, LINK_SECRET_EXPIRIES, revokeClientSecret } from '../../credentials/scim-client-secrets.ts';
import { createScimToken, revokeScimToken } from '../../credentials/scim-tokens.ts';
import { LINK_TOKEN_EXPIRIES } from '../../credentials/token-expiry.ts';
import { getConnection } from '../../directory/connections/connections.ts';
import { noContentAfter, ok } from '../../http/answers/answer.ts';
import { CLIENT_SECRET_SHOWN_ONCE, MadeClientSecret, madeClientSecret } from './connection-client-shapes.ts';
import { ConnectionResource, connectionResource, MadeToken, TOKEN_SHOWN_ONCE } from './connection-shapes.ts';
import { byLink, ownConnection, type SetupEndpoint, SetupView, setupOperation, setupRoutes } from './setup-door.ts';

export interface SetupDeps {
  readonly baseUrl: string;
  readonly clock: Clock;
}

const common = { tag: 'Set-up link' } as const;
const params = ids('connection_id');
const WAITS =
  'It starts working when an admin of the workspace confirms the connection, and stops when the link is revoked.';
const bounded = { description: 'How long it is valid; fixed at creation, at most a year.' };
const SetupTokenBody = Type.Object(
  { expires: Type.Optional(OneOf(LINK_TOKEN_EXPIRIES, bounded)) },
  { $id: 'SetupTokenBody', ...closed },
);
const SetupSecretBody = Type.Object(
  { expires: Type.Optional(OneOf(LINK_SECRET_EXPIRIES, bounded)) },
  { $id: 'SetupSecretBody', ...closed },
);

const getSetupLinkOperation = setupOperation({
  ...common,
  id: 'getSetupLink',
  summary: 'Get the set-up link',
  answers: { 200: { description: 'The link.', schema: SetupView } },
  refusals: [],
  async handle({ caller: { connection_id, team_name, note, created_by, expires_at } }) {
    return ok({ connection_id, team_name, note, created_by, expires_at }, { 'Cache-Control': 'no-store' });
  },
});

const getSetupConnectionOperation = ({ baseUrl, clock }: SetupDeps) =>
  setupOperation({
    ...common,
    id: 'getSetupConnection',
    summary: "Get the link's connection",
    params,
    answers: { 200: { description: 'The connection.', schema: ConnectionResource } },
    refusals: ['not-found'],
    async handle(call) {
      const { team_id } = call.caller;
      const connection = await getConnection(call.db, team_id, ownConnection(call));
      return ok(await connectionResource(call.db, team_id, connection, baseUrl, clock()));
    },
  });

const createSetupTokenOperation = ({ clock }: SetupDeps) =>
  setupOperation({
    ...common,
    id: 'createSetupToken',
    summary: 'Create a token for the connection',
    params,
    description: WAITS,
    body: { schema: SetupTokenBody },
    answers: { 201: { description: 'The token, shown only once.', schema: MadeToken } },
    shownOnce: TOKEN_SHOWN_ONCE,
    refusals: ['validation', 'not-found', 'conflict'],
    async handle(call) {
      const connectionId = ownConnection(call);
      const { expires = '1y' } = await call.json(SetupTokenBody);
      return call.commit(async (tx) => {
        const { caller } = call;
        const body = await createScimToken(tx, caller.team_id, connectionId, expires, clock(), byLink(call), caller);
        return { status: 201, body };
      });
    },
  });

const revokeSetupTokenOperation = ({ clock }: SetupDeps) =>
  setupOperation({
    ...common,
    id: 'revokeSetupToken',
    summary: 'Revoke a token of the connection',
    params: ids('connection_id', 'token_id'),
    answers: { 204: { description: 'The token no longer works.' } },
    refusals: ['not-found'],
    handle: (call) =>
      noContentAfter(call, async (tx) => {
        const { team_id } = call.caller;
        await revokeScimToken(tx, team_id, ownConnection(call), call.params.token_id, clock(), byLink(call));
      }),
  });

const createSetupSecretOperation = ({ baseUrl, clock }: SetupDeps) =>
  setupOperation({
    ...common,
    id: 'createSetupSecret',
    summary: 'Create a client secret for the connection',
    params,
    description: WAITS,
    body: { schema: SetupSecretBody },
    answers: { 201: { description: 'The secret, shown only once.', schema: MadeClientSecret } },
    shownOnce: CLIENT_SECRET_SHOWN_ONCE,
    refusals: ['validation', 'not-found', 'conflict'],
    async handle(call) {
      const client_id = ownConnection(call);
      const { expires = '1y' } = await call.json(SetupSecretBody);
      return call.commit(async (tx) => {
        const { caller } = call;
        const created = await createClientSecret(tx, caller.team_id, client_id, expires, clock(), byLink(call), caller);
        return { status: 201, body: madeClientSecret(created, client_id, baseUrl) };
      });
    },
  });

const revokeSetupSecretOperation = ({ clock }: SetupDeps) =>
  setupOperation({
    ...common,
    id: 'revokeSetupSecret',
    summary: 'Revoke a client secret of the connection and its tokens',
    params: ids('connection_id', 'secret_id'),
    answers: { 204: { description: 'The secret and its tokens no longer work.' } },
    refusals: ['not-found'],
    handle: (call) =>
      noContentAfter(call, async (tx) => {
        const { team_id } = call.caller;
        await revokeClientSecret(tx, team_id, ownConnection(call), call.params.secret_id, clock(), byLink(call));
      }),
  });

export const setupEndpoints = (deps: SetupDeps): SetupEndpoint[] =>
  setupRoutes({
    'GET /link': getSetupLinkOperation,
    'GET /connections/:connection_id': getSetupConnectionOperation(deps),
    'POST /connections/:connection_id/tokens': createSetupTokenOperation(deps),
    'DELETE /connections/:connection_id/tokens/:token_id': revokeSetupTokenOperation(deps),
    'POST /connections/:connection_id/client-secrets': createSetupSecretOperation(deps),
    'DELETE /connections/:connection_id/client-secrets/:secret_id': revokeSetupSecretOperation(deps),
  });
