// Connected apps: a person's own, and for admins those of the whole workspace and which hosts may be connected at all.
import { Type } from '@sinclair/typebox';
import { refuse } from '../../base/refusal.ts';
import { Nullable, OneOf } from '../../base/shape.ts';
import {
  type ListedGrant,
  listGrants,
  revokeGrant,
  revokeGrantsOfClient,
  revokeOwnGrant,
} from '../../credentials/oauth-grants.ts';
import { getPolicy, savePolicy } from '../../credentials/oauth-policy.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { ALL_SCOPES } from '../../directory/roles.ts';
import { noContent, ok } from '../../http/answer.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { SessionCaller } from '../../identity/session.ts';
import { bySession } from '../../identity/sessions.ts';
import type { OauthDeps } from './oauth-deps.ts';

const closed = { additionalProperties: false };
const Id = Type.String({ format: 'uuid', maxLength: 36 });
const At = Type.String({ format: 'date-time' });

const App = Type.Object(
  {
    id: Id,
    client_id: Type.String(),
    name: Type.String(),
    host: Type.String({ description: "Empty: a program on the person's own machine." }),
    person: Type.Object({ id: Id, name: Type.String(), email: Nullable(Type.String()) }, closed),
    resource: Type.String(),
    scopes: Type.Array(OneOf(ALL_SCOPES)),
    connected_at: At,
    expires_at: At,
    last_used_at: Nullable(At),
  },
  { $id: 'ConnectedApp', ...closed },
);
const Apps = Type.Object({ items: Type.Array(App) }, { $id: 'ConnectedAppList', ...closed });
const EndBody = Type.Object({ client_id: Type.String({ maxLength: 2_000 }) }, { $id: 'EndAppBody', ...closed });
const Ended = Type.Object({ ended: Type.Integer() }, { $id: 'EndedApps', ...closed });
const Policy = Type.Object(
  {
    allowed_hosts: Nullable(Type.Array(Type.String({ maxLength: 253 })), {
      description: 'Hosts whose apps may be connected, each with its subdomains; null: any.',
    }),
  },
  { $id: 'AppPolicy', ...closed },
);

const base = { tag: 'Connected apps', rate: 'default', idempotent: false } as const;
const params = Type.Object({ grant_id: Id });

export const appRoutes = (deps: OauthDeps): Endpoint<SessionCaller>[] => [...ownRoutes(deps), ...adminRoutes(deps)];

const ownRoutes = ({ clock }: OauthDeps): Endpoint<SessionCaller>[] => [
  {
    ...base,
    method: 'GET',
    path: '/manage/v1/apps',
    id: 'listOwnApps',
    summary: 'The apps that act for me',
    answers: { 200: { description: 'The latest first.', schema: Apps } },
    refusals: [],
    handle: async ({ db, caller }) =>
      ok({ items: (await listGrants(db, catalogOf(caller), caller.account_id, clock())).map(appOf) }),
  },
  {
    ...base,
    method: 'DELETE',
    path: '/manage/v1/apps/:grant_id',
    id: 'endOwnApp',
    summary: 'End an app that acts for me',
    params,
    answers: { 204: { description: 'Its tokens are refused from now on.' } },
    refusals: ['bad-request', 'not-found', 'forbidden'],
    handle: (call) =>
      call.commit(async (tx) => {
        const { caller, requestId } = call;
        const by = bySession(caller, requestId);
        await revokeOwnGrant(tx, catalogOf(caller), caller.account_id, grantIdOf(call.params), by);
        return noContent();
      }),
  },
];

const adminRoutes = ({ clock }: OauthDeps): Endpoint<SessionCaller>[] => [
  {
    ...base,
    method: 'GET',
    path: '/manage/v1/workspace/apps',
    id: 'listApps',
    summary: 'The apps of everybody in the workspace',
    needs: 'admin',
    answers: { 200: { description: 'The latest first.', schema: Apps } },
    refusals: [],
    handle: async ({ db, caller }) =>
      ok({ items: (await listGrants(db, catalogOf(caller), undefined, clock())).map(appOf) }),
  },
  {
    ...base,
    method: 'DELETE',
    path: '/manage/v1/workspace/apps/:grant_id',
    id: 'endApp',
    summary: "End one person's app",
    needs: 'admin',
    params,
    answers: { 204: { description: 'Its tokens are refused from now on.' } },
    refusals: ['bad-request', 'not-found', 'forbidden'],
    handle: (call) =>
      call.commit(async (tx) => {
        const by = bySession(call.caller, call.requestId);
        if (await revokeGrant(tx, catalogOf(call.caller), grantIdOf(call.params), by)) return noContent();
        throw refuse('not-found', 'This app is not connected any more.');
      }),
  },
  {
    ...base,
    method: 'POST',
    path: '/manage/v1/workspace/apps/end',
    id: 'endAppForEverybody',
    summary: 'End an app for everybody',
    needs: 'admin',
    body: { schema: EndBody },
    answers: { 200: { description: 'How many connections ended.', schema: Ended } },
    refusals: ['validation', 'forbidden'],
    async handle(call) {
      const { client_id } = await call.json(EndBody);
      const by = bySession(call.caller, call.requestId);
      return call.commit(async (tx) =>
        ok({ ended: await revokeGrantsOfClient(tx, catalogOf(call.caller), client_id, by) }),
      );
    },
  },
  {
    ...base,
    method: 'GET',
    path: '/manage/v1/workspace/app-policy',
    id: 'getAppPolicy',
    summary: 'Which apps may be connected?',
    needs: 'admin',
    answers: { 200: { description: 'The decisions of the workspace.', schema: Policy } },
    refusals: [],
    handle: async ({ db, caller }) => ok(await getPolicy(db, catalogOf(caller))),
  },
  {
    ...base,
    method: 'PUT',
    path: '/manage/v1/workspace/app-policy',
    id: 'saveAppPolicy',
    summary: 'Decide which apps may be connected',
    description: 'Apps that are connected already stay so; end them where they should not.',
    needs: 'admin',
    body: { schema: Policy },
    answers: { 204: { description: 'Saved.' } },
    refusals: ['validation', 'forbidden'],
    async handle(call) {
      const policy = await call.json(Policy);
      return call.commit(async (tx) => {
        await savePolicy(tx, catalogOf(call.caller), policy, clock(), bySession(call.caller, call.requestId));
        return noContent();
      });
    },
  },
];

const catalogOf = (caller: SessionCaller): string => caller.team_id ?? SVC_CATALOG_ID;
const grantIdOf = (parameters: unknown): string => (parameters as { readonly grant_id: string }).grant_id;

const appOf = (grant: ListedGrant) => ({
  id: grant.grant_id,
  client_id: grant.client_id,
  name: grant.client_name,
  host: grant.client_host,
  person: { id: grant.account_id, name: grant.person_name, email: grant.person_email },
  resource: grant.resource,
  scopes: grant.scopes,
  connected_at: grant.created_at,
  expires_at: grant.expires_at,
  last_used_at: grant.last_used_at,
});
