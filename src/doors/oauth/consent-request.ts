// What a person is asked at the consent page: who asks, for which resource, which scopes; and what their answer makes
// of it.
import type { Model, Payload } from 'oidc-provider';
import type { By } from '../../audit/audit-log.ts';
import { refuse } from '../../base/refusal.ts';
import { keepClient } from '../../credentials/oauth-artifacts.ts';
import { createGrant, type OauthGrant } from '../../credentials/oauth-grants.ts';
import { allowsHost, allowsRedirect, getPolicy } from '../../credentials/oauth-policies.ts';
import type { OauthPolicy } from '../../credentials/oauth-policy.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { ALL_SCOPES, scopesOf } from '../../directory/roles.ts';
import type { SessionCaller } from '../../identity/session.ts';
import { requireSession } from '../../identity/sessions.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { clientDisplayName, hostOf } from './client-name.ts';
import type { OauthDeps } from './oauth-deps.ts';
import { sessionKindOf } from './own-clients.ts';
import type { AuthorizationServer } from './provider.ts';
import { startedHere } from './request-cookie.ts';
import { DEFAULT_RESOURCE, resourcePath, SESSION_RESOURCE, teamOfResource } from './resources.ts';
import { approveRedirect } from './unapproved-redirect.ts';

export interface ConsentRequest {
  readonly client_id: string;
  readonly client_name: string;
  /** Empty: a program on the person's own machine. */
  readonly client_host: string;
  /** The host vouches for the client by its metadata document, or it is a program of the service itself. */
  readonly is_verified: boolean;
  readonly redirect_host: string;
  /** A path such as `/mcp`. */
  readonly resource: string;
  readonly scopes: readonly string[];
  readonly way: ConsentWay;
}

/** How the app gets its tokens: back through the person's browser, or wherever the device with the code is. */
export type ConsentWay = 'redirect' | 'device';

/** The request that waits in this browser. Refuses with `not-found` what is over, or began in another browser. */
export async function getWaiting(
  { provider }: AuthorizationServer,
  publicUrl: string,
  uid: string,
  cookies: string | undefined,
): Promise<Model> {
  // The browser that began is the one that is asked: nobody is brought to agree to what began elsewhere.
  const waiting = startedHere(cookies, uid, publicUrl) ? await provider.Interaction.find(uid) : undefined;
  if (waiting !== undefined) return waiting;
  throw refuse('not-found', 'This request is over, or began in another browser. Go back to the app and begin again.');
}

/** What the parameters of a request ask for, as the client is known now. */
export async function describeRequest(
  { provider }: AuthorizationServer,
  publicUrl: string,
  params: Payload,
  way: ConsentWay,
): Promise<ConsentRequest> {
  const client = await provider.Client.find(String(params.client_id));
  if (client === undefined)
    throw refuse('not-found', 'The app that asks is not known any more. Begin again in the app.');
  const scopes = String(params.scope ?? '').split(' ');
  // No device goes through a redirect URI, so the registered one vouches for nothing there.
  const redirect_host = way === 'device' ? '' : hostOf(String(params.redirect_uri ?? client.redirectUris[0] ?? ''));
  const client_host = client.clientIdMetadataDocument === true ? hostOf(client.clientId) : redirect_host;
  return {
    client_id: client.clientId,
    client_name: clientDisplayName(client, client_host),
    client_host,
    is_verified: client.clientIdMetadataDocument === true || sessionKindOf(client.clientId) !== undefined,
    redirect_host,
    resource: resourcePath(publicUrl, String(params.resource ?? '')) ?? DEFAULT_RESOURCE,
    scopes: ALL_SCOPES.filter((scope) => scopes.includes(scope)),
    way,
  };
}

/** Why the person cannot agree here, by the rules of the workspace; undefined: they can. */
export async function findBlock(db: Db, caller: SessionCaller, request: ConsentRequest): Promise<string | undefined> {
  const team = teamOfResource(request.resource);
  if (team !== undefined && team !== caller.team_id)
    return 'The app asks for another workspace. Go on in that workspace, or add the address of this one to the app.';
  if (caller.team_id === null) {
    const isForOperators = request.resource === '/v1' || request.resource === SESSION_RESOURCE;
    return isForOperators ? undefined : 'AI tools connect to a workspace. Go on in one of your workspaces.';
  }
  const policy = await getPolicy(db, caller.team_id);
  return request.way === 'device' ? findDeviceBlock(policy, request) : findRedirectBlock(policy, request);
}

function findRedirectBlock(policy: OauthPolicy, request: ConsentRequest): string | undefined {
  const { client_host, redirect_host } = request;
  if (allowsRedirect(policy, client_host) && allowsRedirect(policy, redirect_host)) return undefined;
  return `Your workspace does not allow apps of ${client_host || redirect_host}. Ask one of its admins to allow it.`;
}

/** Anybody may hold the device, so only the host of a metadata document vouches for an app there. */
function findDeviceBlock(policy: OauthPolicy, { client_id, client_host }: ConsentRequest): string | undefined {
  if (policy.device_sign_in === 'off')
    return 'Your workspace has switched off signing in with a code. Ask one of its admins if you need it.';
  if (sessionKindOf(client_id) !== undefined) return undefined;
  if (policy.device_sign_in === 'own')
    return "Your workspace lets only Cairn's own programs sign in with a code. Ask one of its admins to allow others.";
  if (allowsHost(policy, client_host)) return undefined;
  return client_host === ''
    ? 'Your workspace allows only apps of certain hosts, and no host vouches for this one. Ask one of its admins.'
    : `Your workspace does not allow apps of ${client_host}. Ask one of its admins to allow it.`;
}

/** The scopes of a request that the person's roles do not allow now. */
export function withheldScopes(caller: SessionCaller, request: ConsentRequest): string[] {
  const allowed = scopesOf(caller.team_id === null ? ['owner'] : caller.roles);
  return ALL_SCOPES.filter((scope) => request.scopes.includes(scope) && !allowed.has(scope));
}

/**
 * Makes the grant of what the person agreed to; scopes that were not asked for are none of it. Refuses as
 * `requireSession` and `createGrant`, and with `unprocessable` where nothing is left.
 */
export async function agree(
  deps: OauthDeps,
  tx: Tx,
  caller: SessionCaller,
  request: ConsentRequest,
  scopes: readonly string[],
  origin: OauthGrant['origin'],
  by: By,
): Promise<OauthGrant> {
  const { client_id, client_name, client_host, resource } = request;
  const granted = request.scopes.filter((scope) => scopes.includes(scope));
  if (granted.length === 0) throw refuse('unprocessable', 'Allow the app at least one thing, or refuse it.');
  await requireSession(tx, caller);
  await keepClient(tx, client_id, deps.clock());
  if (request.redirect_host !== '') await approveRedirect(tx, client_id, request.redirect_host, deps.clock());
  const { account_id } = caller;
  const catalog_id = caller.team_id ?? SVC_CATALOG_ID;
  const wanted = { catalog_id, account_id, client_id, client_name, client_host, resource, scopes: granted, origin };
  return createGrant(tx, wanted, deps.clock(), by);
}

/** The grant in the server's own storage, under the id of ours. */
export async function saveServerGrant(
  { provider }: AuthorizationServer,
  publicUrl: string,
  accountId: string,
  grant: Pick<OauthGrant, 'grant_id' | 'client_id' | 'resource' | 'scopes'>,
  oidcScopes: readonly string[] = [],
): Promise<void> {
  const stored = new provider.Grant({ jti: grant.grant_id, accountId, clientId: grant.client_id });
  stored.addResourceScope(publicUrl + grant.resource, grant.scopes.join(' '));
  stored.addOIDCScope(oidcScopes.join(' '));
  await stored.save();
}

/** How the server calls the person of a session. */
export const accountIdOf = ({ account_id, team_id }: Pick<SessionCaller, 'account_id' | 'team_id'>): string =>
  `${account_id}.${team_id ?? SVC_CATALOG_ID}`;
