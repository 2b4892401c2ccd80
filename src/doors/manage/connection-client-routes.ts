// How a connection's identity provider authenticates to get tokens: client secrets and a workload identity.
// /oauth/token issues the tokens.
import { ids } from '../../base/shape.ts';
import { createClientSecret, revokeClientSecret } from '../../credentials/scim-client-secrets.ts';
import { removeWorkloadIdentity, saveWorkloadIdentity } from '../../credentials/workload-identity.ts';
import { noContentAfter } from '../../http/answers/answer.ts';
import { byOf, type ManageDeps, operation, routes, teamOf } from '../session/session-endpoint.ts';
import {
  CLIENT_SECRET_SHOWN_ONCE,
  CreateClientSecretBody,
  MadeClientSecret,
  madeClientSecret,
  WorkloadIdentityBody,
} from './connection-client-shapes.ts';

const params = ids('connection_id');
const common = { tag: 'Connections', needs: 'admin' } as const;

const createClientSecretOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'createClientSecret',
    summary: 'Create a client secret for one-hour tokens',
    description:
      'Up to three can be active. To rotate, create a new one, update the identity provider, then revoke the old one.',
    params,
    body: { schema: CreateClientSecretBody, example: { expires: '1y' } },
    answers: { 201: { description: 'The secret, shown only once.', schema: MadeClientSecret } },
    refusals: ['validation', 'not-found', 'conflict'],
    shownOnce: CLIENT_SECRET_SHOWN_ONCE,
    async handle(call) {
      const { expires = '1y' } = await call.json(CreateClientSecretBody);
      return call.commit(async (tx) => {
        const { connection_id } = call.params;
        const created = await createClientSecret(tx, teamOf(call), connection_id, expires, deps.clock(), byOf(call));
        return { status: 201, body: madeClientSecret(created, connection_id, deps.baseUrl) };
      });
    },
  });

const revokeClientSecretOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'revokeClientSecret',
    summary: 'Revoke a client secret and its tokens',
    params: ids('connection_id', 'secret_id'),
    answers: { 204: { description: 'The secret and all tokens issued to it are revoked.' } },
    refusals: ['not-found'],
    handle: (call) =>
      noContentAfter(call, async (tx) => {
        const { connection_id, secret_id } = call.params;
        await revokeClientSecret(tx, teamOf(call), connection_id, secret_id, deps.clock(), byOf(call));
      }),
  });

const saveWorkloadIdentityOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'saveWorkloadIdentity',
    summary: 'Let a workload in your tenant get tokens without a secret',
    description: 'Pins issuer, subject and audience (RFC 7523). Replacing the identity revokes its tokens immediately.',
    params,
    body: {
      schema: WorkloadIdentityBody,
      example: {
        issuer: 'https://login.microsoftonline.com/6f0c2b1e-3f50-4b8e-9d3e-0d8f1f3f9a11/v2.0',
        subject: '5c1a7c5e-0e0e-4b44-8d3a-1f3a1c2b7d10',
        audience: 'api://cairn-provisioning',
      },
    },
    answers: { 204: { description: 'The workload can get tokens now.' } },
    refusals: ['validation', 'not-found', 'conflict'],
    async handle(call) {
      const identity = await call.json(WorkloadIdentityBody);
      return noContentAfter(call, async (tx) => {
        const at = { publicUrl: deps.baseUrl, now: deps.clock() };
        await saveWorkloadIdentity(tx, teamOf(call), call.params.connection_id, identity, at, byOf(call));
      });
    },
  });

const removeWorkloadIdentityOperation = operation({
  ...common,
  id: 'removeWorkloadIdentity',
  summary: 'Remove the workload identity and revoke its tokens',
  params,
  answers: { 204: { description: 'The identity and its tokens no longer work.' } },
  refusals: ['not-found'],
  handle: (call) =>
    noContentAfter(call, (tx) => removeWorkloadIdentity(tx, teamOf(call), call.params.connection_id, byOf(call))),
});

export const connectionClientEndpoints = (deps: ManageDeps) =>
  routes({
    'POST /connections/:connection_id/client-secrets': createClientSecretOperation(deps),
    'DELETE /connections/:connection_id/client-secrets/:secret_id': revokeClientSecretOperation(deps),
    'PUT /connections/:connection_id/workload-identity': saveWorkloadIdentityOperation(deps),
    'DELETE /connections/:connection_id/workload-identity': removeWorkloadIdentityOperation,
  });
