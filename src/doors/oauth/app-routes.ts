// Connected apps: a person's own and, for admins, those of the whole workspace and its policy on hosts.
import { Type } from '@sinclair/typebox';
import { refuse } from '../../base/refusal.ts';
import { Seen } from '../../base/seen.ts';
import { closed, Email, Nullable, OneOf } from '../../base/shape.ts';
import {
  type ListedGrant,
  listOauthGrants,
  revokeGrant,
  revokeGrantsOfClient,
  revokeOwnGrant,
} from '../../credentials/oauth-grants.ts';
import { approveApp, getPolicy, MAX_HOSTS, savePolicy, withdrawApproval } from '../../credentials/oauth-policies.ts';
import { DEVICE_SIGN_IN } from '../../credentials/oauth-policy.ts';
import { ALL_SCOPES } from '../../directory/roles.ts';
import { noContent, ok } from '../../http/answers/answer.ts';
import { byOf, catalogOf, type ManageEndpoint, operation, routes } from '../session/session-endpoint.ts';
import { approvableApp } from './approved-apps.ts';
import type { OauthDeps } from './oauth-deps.ts';
import type { OpenServer } from './provider.ts';

const Id = Type.String({ format: 'uuid', maxLength: 36 });
const At = Type.String({ format: 'date-time' });

const App = Type.Object(
  {
    id: Id,
    client_id: Type.String(),
    name: Type.String(),
    host: Type.String({ description: "Empty for a program on the person's own machine." }),
    person: Type.Object({ id: Id, name: Type.String(), email: Nullable(Email()) }, closed),
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
const ApprovalBody = Type.Object(
  { client_id: Type.String({ maxLength: 2_000 }), approved: Type.Boolean() },
  { $id: 'AppApprovalBody', ...closed },
);
const Ended = Type.Object({ ended: Type.Integer() }, { $id: 'EndedApps', ...closed });
const AllowedHosts = Nullable(Type.Array(Type.String({ maxLength: 253 }), { maxItems: MAX_HOSTS }), {
  description: 'Allowed hosts of apps, including subdomains; null allows any.',
});
const EnterpriseManaged = Type.Boolean({
  description:
    "The workspace's identity provider authorizes apps, so that people are not asked. Requires single sign-on.",
});
const DeviceSignIn = OneOf(DEVICE_SIGN_IN, {
  description:
    "Programs that can get access with a code that a person types in: none (`off`), the service's own (`own`), or " +
    'all.',
});
const decisions = {
  allowed_hosts: AllowedHosts,
  enterprise_managed: EnterpriseManaged,
  device_sign_in: DeviceSignIn,
};
const ApprovedApps = Type.Array(
  Type.Object({ client_id: Type.String(), name: Type.String(), host: Type.String() }, closed),
  { description: "Apps that an admin has approved for everyone. People get the employees' scope without being asked." },
);
const Policy = Type.Object({ ...decisions, approved_apps: ApprovedApps }, { $id: 'AppPolicy', ...closed });
const PolicyBody = Type.Object(
  {
    allowed_hosts: Type.Optional(AllowedHosts),
    enterprise_managed: Type.Optional(EnterpriseManaged),
    device_sign_in: Type.Optional(DeviceSignIn),
    seen: Seen(decisions),
  },
  { $id: 'AppPolicyBody', description: 'Omitted fields stay unchanged.', ...closed },
);

const base = { tag: 'Connected apps', idempotent: false } as const;
const params = Type.Object({ grant_id: Id });

const listOwnAppsOperation = ({ clock }: OauthDeps) =>
  operation({
    ...base,
    id: 'listOwnApps',
    summary: 'List my connected apps',
    answers: { 200: { description: 'The apps, newest first.', schema: Apps } },
    refusals: [],
    handle: async (call) =>
      ok({ items: (await listOauthGrants(call.db, catalogOf(call), call.caller.account_id, clock())).map(appOf) }),
  });

const endOwnAppOperation = operation({
  ...base,
  id: 'endOwnApp',
  summary: 'Disconnect one of my apps',
  params,
  answers: { 204: { description: 'Its tokens no longer work.' } },
  refusals: ['bad-request', 'not-found', 'forbidden'],
  handle: (call) =>
    call.commit(async (tx) => {
      await revokeOwnGrant(tx, catalogOf(call), call.caller.account_id, call.params.grant_id, byOf(call));
      return noContent();
    }),
});

const listAppsOperation = ({ clock }: OauthDeps) =>
  operation({
    ...base,
    id: 'listApps',
    summary: "List everyone's connected apps in the workspace",
    needs: 'admin',
    query: Type.Object({ user_id: Type.Optional(Id) }),
    answers: { 200: { description: 'The apps, newest first.', schema: Apps } },
    refusals: ['bad-request'],
    handle: async (call) =>
      ok({ items: (await listOauthGrants(call.db, catalogOf(call), call.query.user_id, clock())).map(appOf) }),
  });

const endAppOperation = operation({
  ...base,
  id: 'endApp',
  summary: "Disconnect one person's app",
  needs: 'admin',
  params,
  answers: { 204: { description: 'Its tokens no longer work.' } },
  refusals: ['bad-request', 'not-found', 'forbidden'],
  handle: (call) =>
    call.commit(async (tx) => {
      const by = byOf(call);
      if (await revokeGrant(tx, catalogOf(call), call.params.grant_id, by)) return noContent();
      throw refuse('not-found', 'This app is no longer connected.');
    }),
});

const endAppForEverybodyOperation = operation({
  ...base,
  id: 'endAppForEverybody',
  summary: 'Disconnect an app for everyone',
  needs: 'admin',
  body: { schema: EndBody },
  answers: { 200: { description: 'The number of ended connections.', schema: Ended } },
  refusals: ['validation', 'forbidden'],
  async handle(call) {
    const { client_id } = await call.json(EndBody);
    const by = byOf(call);
    return call.commit(async (tx) => ok({ ended: await revokeGrantsOfClient(tx, catalogOf(call), client_id, by) }));
  },
});

const getAppPolicyOperation = operation({
  ...base,
  id: 'getAppPolicy',
  summary: 'Get the policy for connected apps',
  needs: 'admin',
  answers: { 200: { description: 'The policy of the workspace.', schema: Policy } },
  refusals: [],
  handle: async (call) => ok(await getPolicy(call.db, catalogOf(call))),
});

const saveAppPolicyOperation = ({ clock }: OauthDeps) =>
  operation({
    ...base,
    id: 'saveAppPolicy',
    summary: 'Change the policy for connected apps',
    description: 'Existing connections stay. Disconnect apps that should lose access.',
    needs: 'admin',
    body: { schema: PolicyBody },
    answers: { 204: { description: 'Saved.' } },
    refusals: ['validation', 'forbidden', 'conflict'],
    async handle(call) {
      const policy = await call.json(PolicyBody);
      return call.commit(async (tx) => {
        await savePolicy(tx, catalogOf(call), policy, clock(), byOf(call));
        return noContent();
      });
    },
  });

const approveAppForEveryoneOperation = ({ clock }: OauthDeps, open: OpenServer) =>
  operation({
    ...base,
    id: 'approveAppForEveryone',
    summary: 'Approve an app for everyone, or withdraw the approval',
    description:
      'People then connect it as employees without a consent page. Requires a list of allowed hosts and an app whose ' +
      'redirect URIs are all https at one of them.',
    needs: 'admin',
    body: { schema: ApprovalBody },
    answers: { 204: { description: 'Saved.' } },
    refusals: ['validation', 'not-found', 'unprocessable', 'forbidden'],
    async handle(call) {
      const { client_id, approved } = await call.json(ApprovalBody);
      const teamId = catalogOf(call);
      const client = approved ? await (await open()).provider.Client.find(client_id) : undefined;
      if (approved && client === undefined) throw refuse('not-found', 'This app is not registered here.');
      return call.commit(async (tx) => {
        const by = byOf(call);
        if (client === undefined) await withdrawApproval(tx, teamId, client_id, clock(), by);
        else await approveApp(tx, teamId, approvableApp(await getPolicy(tx, teamId), client), clock(), by);
        return noContent();
      });
    },
  });

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

export const appRoutes = (deps: OauthDeps, open: OpenServer): ManageEndpoint[] =>
  routes({
    'GET /apps': listOwnAppsOperation(deps),
    'DELETE /apps/:grant_id': endOwnAppOperation,
    'GET /workspace/apps': listAppsOperation(deps),
    'DELETE /workspace/apps/:grant_id': endAppOperation,
    'POST /workspace/apps/end': endAppForEverybodyOperation,
    'POST /workspace/apps/approval': approveAppForEveryoneOperation(deps, open),
    'GET /workspace/app-policy': getAppPolicyOperation,
    'PUT /workspace/app-policy': saveAppPolicyOperation(deps),
  });
