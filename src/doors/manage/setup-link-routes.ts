// For admins: links with which somebody without an account sets one connection up. What such a link opens is in
// setup-routes.ts.
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
import { byOf, type ManageDeps, type ManageEndpoint, operation, routes, teamOf } from '../session/session-endpoint.ts';
import { ConnectionResource, connectionResource } from './connection-shapes.ts';

const SetupLink = Type.Object(
  {
    link_id: Uuid('The link.'),
    note: Type.String({ description: 'For whom it was made.' }),
    created_by: Type.String({ description: 'By name.' }),
    created_at: Instant('When it was made.'),
    expires_at: Instant('Until when it is good.'),
    last_used_at: Nullable(Instant('Exact to five minutes.')),
  },
  { $id: 'SetupLink', ...closed },
);
const MadeSetupLink = Type.Object(
  { link: SetupLink, url: Type.String({ format: 'uri', description: 'Shown this once.' }) },
  { $id: 'MadeSetupLink', ...closed },
);
const SetupLinks = Type.Object({ items: Type.Array(SetupLink) }, { $id: 'SetupLinkList', ...closed });
const Body = Type.Object(
  { note: Type.String({ minLength: 1, maxLength: LONGEST_NOTE, description: 'For whom it is.' }) },
  { $id: 'CreateSetupLinkBody', ...closed },
);

const params = ids('connection_id');
const common = { tag: 'Connections', needs: 'admin' } as const;

const listSetupLinksOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'listSetupLinks',
    summary: 'Open links of a connection, newest first',
    params,
    answers: { 200: { description: 'Without anything secret.', schema: SetupLinks } },
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
    summary: 'Make a link for somebody who sets the connection up without an account',
    description: 'Good for seven days and this connection alone: its steps, its tokens and client secrets.',
    params,
    body: { schema: Body, example: { note: 'Jo of IT' } },
    answers: { 201: { description: 'The link, shown this once.', schema: MadeSetupLink } },
    refusals: ['validation', 'not-found', 'conflict'],
    shownOnce: { id: 'link.link_id', remedy: 'Revoke the link and make another.' },
    async handle(call) {
      const { note } = await call.json(Body);
      return call.commit(async (tx) => {
        const { connection_id } = call.params;
        const made = await createSetupLink(tx, teamOf(call), connection_id, note, deps.clock(), byOf(call));
        // Behind the hash, so that no server on the way and no log ever sees it.
        return { status: 201, body: { link: made.link, url: `${deps.baseUrl}/set-up#token=${made.token}` } };
      });
    },
  });

const revokeSetupLinkOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'revokeSetupLink',
    summary: 'Revoke a link at once, with the tokens and client secrets that were made through it',
    params: ids('connection_id', 'link_id'),
    answers: { 204: { description: 'It opens nothing from now on, and what it made is refused.' } },
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
    summary: 'Let what set-up links made for the connection work',
    description: 'Needed once for each connection. Until then its tokens from set-up links are `waiting`.',
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

export const setupLinkEndpoints = (deps: ManageDeps): ManageEndpoint[] =>
  routes({
    'GET /connections/:connection_id/setup-links': listSetupLinksOperation(deps),
    'POST /connections/:connection_id/setup-links': createSetupLinkOperation(deps),
    'DELETE /connections/:connection_id/setup-links/:link_id': revokeSetupLinkOperation(deps),
    'POST /connections/:connection_id/confirm': confirmConnectionOperation(deps),
  });
