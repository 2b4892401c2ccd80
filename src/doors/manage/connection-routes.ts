// Connections and their tokens, for the administrators who set them up and maintain them.

import { Type } from '@sinclair/typebox';
import { refuse } from '../../base/refusal.ts';
import { closed, ids } from '../../base/shape.ts';
import { t } from '../../base/texts/t.ts';
import { createScimToken, revokeScimToken } from '../../credentials/scim-tokens.ts';
import { connectionBase } from '../../directory/connections/connection.ts';
import {
  changeConnection,
  createConnection,
  getConnection,
  listConnections,
  lockConnection,
} from '../../directory/connections/connections.ts';
import { includesScim } from '../../directory/teams/plans.ts';
import { noContentAfter, ok } from '../../http/answers/answer.ts';
import type { SessionCaller } from '../../identity/session.ts';
import { deleteConnection } from '../../provisioning/delete-connection.ts';
import { moveGroupsToService } from '../../provisioning/groups/disconnect-groups.ts';
import { byOf, type ManageDeps, operation, routes, teamOf } from '../session/session-endpoint.ts';
import { changedAttributes } from './connection-attributes.ts';
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
    summary: 'List connections with their health and tokens',
    answers: {
      200: {
        description: 'All connections, by name.',
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
    summary: 'Create a connection and its first token',
    description: 'Paste `base_url` and `token` into the identity provider. The token is shown only once.',
    body: { schema: CreateConnectionBody, example: { name: 'Okta', provider: 'okta', expires: '1y' } },
    answers: { 201: { description: 'The base URL and the token, shown only once.', schema: MadeConnection } },
    refusals: ['validation', 'conflict', 'upgrade-required'],
    shownOnce: { id: 'connection_id', remedy: 'Create another token for the connection and revoke the first.' },
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
    summary: 'Get a connection',
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
    summary: 'Change a connection: name, status, strict mode, Manager visibility',
    params,
    body: { schema: UpdateConnectionBody },
    answers: answered,
    refusals: ['validation', 'not-found', 'conflict'],
    async handle(call) {
      const { attributes, mapping, seen: seenAll = {}, ...settings } = await call.json(UpdateConnectionBody);
      const { attributes: seenAttributes, mapping: seenMapping, ...seen } = seenAll;
      const seenSettings = { attributes: seenAttributes, mapping: seenMapping };
      return call.commit(async (tx) => {
        const { connection_id } = call.params;
        const found = await lockConnection(tx, teamOf(call), connection_id);
        const changes = { ...settings, ...changedAttributes(found, { attributes, mapping }, seenSettings), seen };
        const changed = await changeConnection(tx, teamOf(call), connection_id, changes, byOf(call));
        return ok(await connectionResource(tx, teamOf(call), changed, deps.baseUrl, deps.clock()));
      });
    },
  });

const deleteConnectionOperation = operation({
  ...common,
  id: 'deleteConnection',
  summary: 'Delete a connection with its tokens, records and log',
  description:
    'People and groups stay, managed in the service. People that another connection syncs in the same state are ' +
    'then managed by that connection.',
  params,
  answers: { 204: { description: 'The connection is deleted.' } },
  refusals: ['not-found'],
  handle: (call) =>
    noContentAfter(call, (tx) => deleteConnection(tx, teamOf(call), call.params.connection_id, byOf(call)), {
      isPatient: true,
    }),
});

const moveGroupsToServiceOperation = operation({
  ...common,
  id: 'moveGroupsToService',
  summary: 'Disconnect every group, so that the service manages them',
  params,
  answers: {
    200: {
      description: 'The number of disconnected groups.',
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
    summary: 'Create another token, to replace the current one',
    description:
      'Two can be active. To rotate, create a new one, update the identity provider, then revoke the old one.',
    params,
    body: { schema: CreateTokenBody },
    answers: { 201: { description: 'The token, shown only once.', schema: MadeToken } },
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
    summary: 'Revoke a token',
    params: ids('connection_id', 'token_id'),
    answers: { 204: { description: 'The token no longer works.' } },
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
    t("The {plan} plan does not include directory sync. Ask the workspace's Owner to upgrade to " + 'Enterprise.', {
      plan,
    }),
  );
}

export const connectionEndpoints = (deps: ManageDeps) =>
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
