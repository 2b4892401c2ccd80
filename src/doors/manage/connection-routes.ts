// Connections and their tokens: what an administrator does before and while an identity provider provisions.

import { Type } from '@sinclair/typebox';
import { refuse } from '../../base/refusal.ts';
import { closed, ids } from '../../base/shape.ts';
import { createScimToken, revokeScimToken } from '../../credentials/scim-tokens.ts';
import { connectionBase } from '../../directory/connections/connection.ts';
import {
  changeConnection,
  createConnection,
  getConnection,
  listConnections,
} from '../../directory/connections/connections.ts';
import { includesScim } from '../../directory/teams/plans.ts';
import { noContentAfter, ok } from '../../http/answers/answer.ts';
import type { SessionCaller } from '../../identity/session.ts';
import { deleteConnection } from '../../provisioning/delete-connection.ts';
import { moveGroupsToService } from '../../provisioning/groups/disconnect-groups.ts';
import { byOf, type ManageDeps, type ManageEndpoint, operation, routes, teamOf } from '../session/session-endpoint.ts';
import {
  ConnectionResource,
  CreateConnectionBody,
  CreateTokenBody,
  connectionResource,
  MadeConnection,
  MadeToken,
  TOKEN_SHOWN_ONCE,
  UpdateConnectionBody,
} from './connection-shapes.ts';

const params = ids('connection_id');
const common = { tag: 'Connections', needs: 'admin' } as const;
const answered = { 200: { description: 'The connection.', schema: ConnectionResource } };

const listConnectionsOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'listConnections',
    summary: 'Connections with their health and tokens',
    answers: {
      200: {
        description: 'All of them, by name.',
        schema: Type.Object({ items: Type.Array(ConnectionResource) }, { $id: 'ConnectionList', ...closed }),
      },
    },
    refusals: [],
    async handle(call) {
      const connections = await listConnections(call.db, teamOf(call));
      const items = [];
      for (const one of connections)
        items.push(await connectionResource(call.db, teamOf(call), one, deps.baseUrl, deps.clock()));
      return ok({ items });
    },
  });

const createConnectionOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'createConnection',
    summary: 'Make a connection and its first token',
    description: 'The token is shown this once. Paste `base_url` and `token` into the identity provider.',
    body: { schema: CreateConnectionBody, example: { name: 'Okta', provider: 'okta', expires: '1y' } },
    answers: { 201: { description: 'The base URL and the token, shown this once.', schema: MadeConnection } },
    refusals: ['validation', 'conflict', 'upgrade-required'],
    shownOnce: { id: 'connection_id', remedy: 'Make another token of the connection, and revoke its first.' },
    async handle(call) {
      requireScim(call.caller);
      const { name, provider, expires = '1y' } = await call.json(CreateConnectionBody);
      return call.commit(async (tx) => {
        const { connection_id } = await createConnection(tx, teamOf(call), name, byOf(call), provider);
        const made = await createScimToken(tx, teamOf(call), connection_id, expires, deps.clock(), byOf(call));
        return { status: 201, body: { connection_id, base_url: connectionBase(deps.baseUrl, connection_id), ...made } };
      });
    },
  });

const getConnectionOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'getConnection',
    summary: 'One connection',
    params,
    answers: answered,
    refusals: ['not-found'],
    async handle(call) {
      const connection = await getConnection(call.db, teamOf(call), call.params.connection_id);
      return ok(await connectionResource(call.db, teamOf(call), connection, deps.baseUrl, deps.clock()));
    },
  });

const updateConnectionOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'updateConnection',
    summary: 'Rename, enable, disable; strict mode; Manager visibility',
    params,
    body: { schema: UpdateConnectionBody },
    answers: answered,
    refusals: ['validation', 'not-found', 'conflict'],
    async handle(call) {
      const wanted = await call.json(UpdateConnectionBody);
      return call.commit(async (tx) => {
        const { connection_id } = call.params;
        const changed = await changeConnection(tx, teamOf(call), connection_id, wanted, byOf(call));
        return ok(await connectionResource(tx, teamOf(call), changed, deps.baseUrl, deps.clock()));
      });
    },
  });

const deleteConnectionOperation = operation({
  ...common,
  id: 'deleteConnection',
  summary: 'Delete a connection with its tokens, records and log',
  description:
    'People and groups stay, managed in the service from then on; people whom another connection sends in the same ' +
    'state are managed by that one.',
  params,
  answers: { 204: { description: 'It is gone.' } },
  refusals: ['not-found'],
  handle: (call) =>
    noContentAfter(call, (tx) => deleteConnection(tx, teamOf(call), call.params.connection_id, byOf(call)), {
      isPatient: true,
    }),
});

const moveGroupsToServiceOperation = operation({
  ...common,
  id: 'moveGroupsToService',
  summary: 'Move all to service management: disconnect every group',
  params,
  answers: {
    200: {
      description: 'How many groups were disconnected.',
      schema: Type.Object({ moved: Type.Integer() }, { $id: 'MovedGroups', ...closed }),
    },
  },
  refusals: ['not-found'],
  handle: (call) =>
    call.commit(async (tx) => {
      await getConnection(tx, teamOf(call), call.params.connection_id);
      return ok({ moved: await moveGroupsToService(tx, teamOf(call), call.params.connection_id, byOf(call)) });
    }),
});

const createConnectionTokenOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'createConnectionToken',
    summary: 'Make another token, to replace the one in use',
    description: 'Two are good at once: make the new one, update the identity provider, revoke the old one.',
    params,
    body: { schema: CreateTokenBody },
    answers: { 201: { description: 'The token, shown this once.', schema: MadeToken } },
    refusals: ['validation', 'not-found', 'conflict'],
    shownOnce: TOKEN_SHOWN_ONCE,
    async handle(call) {
      const { expires = '1y' } = await call.json(CreateTokenBody);
      return call.commit(async (tx) => {
        const { connection_id } = call.params;
        const body = await createScimToken(tx, teamOf(call), connection_id, expires, deps.clock(), byOf(call));
        return { status: 201, body };
      });
    },
  });

const revokeConnectionTokenOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'revokeConnectionToken',
    summary: 'Revoke a token at once',
    params: ids('connection_id', 'token_id'),
    answers: { 204: { description: 'It is refused from now on.' } },
    refusals: ['not-found'],
    handle: (call) =>
      noContentAfter(call, async (tx) => {
        const { connection_id, token_id } = call.params;
        await revokeScimToken(tx, teamOf(call), connection_id, token_id, deps.clock(), byOf(call));
      }),
  });

function requireScim({ plan }: SessionCaller): void {
  if (plan !== null && includesScim(plan)) return;
  throw refuse(
    'upgrade-required',
    `The ${plan} plan does not include directory sync. Ask the workspace's Owner to upgrade to enterprise.`,
  );
}

export const connectionEndpoints = (deps: ManageDeps): ManageEndpoint[] =>
  routes({
    'GET /connections': listConnectionsOperation(deps),
    'POST /connections': createConnectionOperation(deps),
    'GET /connections/:connection_id': getConnectionOperation(deps),
    'PATCH /connections/:connection_id': updateConnectionOperation(deps),
    'DELETE /connections/:connection_id': deleteConnectionOperation,
    'POST /connections/:connection_id/move-groups': moveGroupsToServiceOperation,
    'POST /connections/:connection_id/tokens': createConnectionTokenOperation(deps),
    'DELETE /connections/:connection_id/tokens/:token_id': revokeConnectionTokenOperation(deps),
  });
