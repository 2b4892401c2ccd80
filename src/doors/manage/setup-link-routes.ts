// Set-up links, for admins. A link lets someone without an account set up one connection. The endpoints for link
// holders are in setup-routes.ts.
import { Type } from '@sinclair/typebox';
import { closed, Instant, ids, Nullable, Uuid } from '../../base/shape.ts';
import {
  confirmConnection,
  createSetupLink,
  LONGEST_NOTE,
  listSetupLinks,
  revokeSetupLink,
} from '../../credentials/setup-links.ts';
import { getConnection } from '../../directory/connections/connections.ts';
import { noContentAfter, ok } from '../../http/answers/answer.ts';
import { byOf, type ManageDeps, operation, routes, teamOf } from '../session/session-endpoint.ts';
import { ConnectionResource, connectionResource } from './connection-shapes.ts';

const SetupLink = Type.Object(
  {
    link_id: Uuid('The link.'),
    note: Type.String({ description: 'The person the link is for.' }),
    created_by: Type.String({ description: 'The name of its creator.' }),
    created_at: Instant('When it was created.'),
    expires_at: Instant('When it expires.'),
    last_used_at: Nullable(Instant('Accurate to five minutes.')),
  },
  { $id: 'SetupLink', ...closed },
);
const MadeSetupLink = Type.Object(
  { link: SetupLink, url: Type.String({ format: 'uri', description: 'Shown only once.' }) },
  { $id: 'MadeSetupLink', ...closed },
);
const SetupLinks = Type.Object({ items: Type.Array(SetupLink) }, { $id: 'SetupLinkList', ...closed });
const Body = Type.Object(
  { note: Type.String({ minLength: 1, maxLength: LONGEST_NOTE, description: 'The person the link is for.' }) },
  { $id: 'CreateSetupLinkBody', ...closed },
);

const params = ids('connection_id');
const common = { tag: 'Connections', needs: 'admin' } as const;

const listSetupLinksOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'listSetupLinks',
    summary: 'List active set-up links of a connection, newest first',
    params,
    answers: { 200: { description: 'The links, without secrets.', schema: SetupLinks } },
    refusals: ['not-found'],
    async handle(call) {
      await getConnection(call.db, teamOf(call), call.params.connection_id);
      return ok({ items: await listSetupLinks(call.db, teamOf(call), call.params.connection_id, deps.clock()) });
    },
  });

const createSetupLinkOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'createSetupLink',
    summary: 'Create a link to set up the connection without an account',
    description: 'Valid for seven days and for this connection only: its steps, tokens and client secrets.',
    params,
    body: { schema: Body, example: { note: 'Jo of IT' } },
    answers: { 201: { description: 'The link, shown only once.', schema: MadeSetupLink } },
    refusals: ['validation', 'not-found', 'conflict'],
    shownOnce: { id: 'link.link_id', remedy: 'Revoke the link and create another.' },
    async handle(call) {
      const { note } = await call.json(Body);
      return call.commit(async (tx) => {
        const { connection_id } = call.params;
        const made = await createSetupLink(tx, teamOf(call), connection_id, note, deps.clock(), byOf(call));
        // The token is in the fragment, which browsers never send, so that servers and logs never see it.
        return { status: 201, body: { link: made.link, url: `${deps.baseUrl}/set-up#token=${made.token}` } };
      });
    },
  });

const revokeSetupLinkOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'revokeSetupLink',
    summary: 'Revoke a link with the tokens and client secrets created through it',
    params: ids('connection_id', 'link_id'),
    answers: { 204: { description: 'The link and everything created through it no longer work.' } },
    refusals: ['not-found'],
    handle: (call) =>
      noContentAfter(call, async (tx) => {
        const { connection_id, link_id } = call.params;
        await revokeSetupLink(tx, teamOf(call), connection_id, link_id, deps.clock(), byOf(call));
      }),
  });

const confirmConnectionOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'confirmConnection',
    summary: 'Confirm credentials created through set-up links',
    description: 'Needed once per connection. Until then, tokens from set-up links are `waiting`.',
    params,
    answers: { 200: { description: 'The connection.', schema: ConnectionResource } },
    refusals: ['not-found', 'conflict'],
    handle: (call) =>
      call.commit(async (tx) => {
        const { connection_id } = call.params;
        const confirmed = await confirmConnection(tx, teamOf(call), connection_id, deps.clock(), byOf(call));
        return ok(await connectionResource(tx, teamOf(call), confirmed, deps.baseUrl, deps.clock()));
      }),
  });

export const setupLinkEndpoints = (deps: ManageDeps) =>
  routes({
    'GET /connections/:connection_id/setup-links': listSetupLinksOperation(deps),
    'POST /connections/:connection_id/setup-links': createSetupLinkOperation(deps),
    'DELETE /connections/:connection_id/setup-links/:link_id': revokeSetupLinkOperation(deps),
    'POST /connections/:connection_id/confirm': confirmConnectionOperation(deps),
  });
