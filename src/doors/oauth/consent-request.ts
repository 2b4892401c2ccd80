// The consent request (client, resource, scopes) and the grant that results from the person's decision.

import type { Model, Payload } from 'oidc-provider';
import type { By } from '../../audit/audit-log.ts';
import { refuse } from '../../base/refusal.ts';
import { type Sentence, t } from '../../base/texts/t.ts';
import { keepClient } from '../../credentials/oauth-artifacts.ts';
import { createGrant, type OauthGrant } from '../../credentials/oauth-grants.ts';
import { allowsHost, allowsRedirect, getPolicy } from '../../credentials/oauth-policies.ts';
import type { OauthPolicy } from '../../credentials/oauth-policy.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { ALL_SCOPES } from '../../directory/roles.ts';
import type { SessionCaller } from '../../identity/session.ts';
import { requireSession } from '../../identity/sessions.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { clientDisplayName, hostOf } from './client-name.ts';
import { grantedScopes, usableScopes } from './consent-scopes.ts';
import type { OauthDeps } from './oauth-deps.ts';
import { sessionKindOf } from './own-clients.ts';
import type { AuthorizationServer } from './provider.ts';
import { startedHere } from './request-cookie.ts';
import { DEFAULT_RESOURCE, resourcePath, SESSION_RESOURCE, teamOfResource } from './resources.ts';
import { approveRedirect } from './unapproved-redirect.ts';

export interface ConsentRequest {
  readonly client_id: string;
  readonly client_name: string;
  /** Empty for a program on the person's own machine. */
  readonly client_host: string;
  /** True if the host's metadata document vouches for the client, or if it is one of the service's own programs. */
  readonly is_verified: boolean;
  readonly redirect_host: string;
  /** Empty for a device. */
  readonly redirect_uri: string;
  /** A path such as `/mcp`. */
  readonly resource: string;
  readonly scopes: readonly string[];
  readonly way: ConsentWay;
}

/** How the app gets its tokens: through the person's browser, or on the device that shows the code. */
export type ConsentWay = 'redirect' | 'device';

/**
 * The pending request of this browser. Fails with `not-found` if the request has ended or was started in another
 * browser.
 */
export async function getWaiting(
  { provider }: AuthorizationServer,
  publicUrl: string,
  uid: string,
  cookies: string | undefined,
): Promise<Model> {
  // Only the browser that started the request can decide about it, so no one can be tricked into accepting someone
  // else's request.
  const waiting = startedHere(cookies, uid, publicUrl) ? await provider.Interaction.find(uid) : undefined;
  if (waiting !== undefined) return waiting;
  throw refuse('not-found', 'This request is over, or started in another browser. Go back to the app and try again.');
}

/** Describes a request from its parameters and the client's current metadata. */
export async function describeRequest(
  { provider }: AuthorizationServer,
  publicUrl: string,
  params: Payload,
  way: ConsentWay,
): Promise<ConsentRequest> {
  const client = await provider.Client.find(String(params.client_id));
  if (client === undefined) throw refuse('not-found', 'The app is no longer registered. Start again in the app.');
  const scopes = String(params.scope ?? '').split(' ');
  // A device flow uses no redirect URI, so a registered one vouches for nothing.
  const redirect_uri = way === 'device' ? '' : String(params.redirect_uri ?? client.redirectUris[0] ?? '');
  const redirect_host = hostOf(redirect_uri);
  const client_host = client.clientIdMetadataDocument === true ? hostOf(client.clientId) : redirect_host;
  return {
    client_id: client.clientId,
    client_name: clientDisplayName(client, client_host),
    client_host,
    is_verified: client.clientIdMetadataDocument === true || sessionKindOf(client.clientId) !== undefined,
    redirect_host,
    redirect_uri,
    resource: resourcePath(publicUrl, String(params.resource ?? '')) ?? DEFAULT_RESOURCE,
    scopes: ALL_SCOPES.filter((scope) => scopes.includes(scope)),
    way,
  };
}

/** Why the workspace's rules do not let the person agree. Undefined if they do. */
export async function findBlock(db: Db, caller: SessionCaller, request: ConsentRequest): Promise<Sentence | undefined> {
  const team = teamOfResource(request.resource);
  if (team !== undefined && team !== caller.team_id)
    return 'The app asks for another workspace. Switch to that workspace, or add the URL of this one to the app.';
  if (caller.team_id === null) {
    const isForOperators = request.resource === '/v1' || request.resource === SESSION_RESOURCE;
    return isForOperators ? undefined : 'AI tools connect to a workspace. Switch to one of your workspaces.';
  }
  const policy = await getPolicy(db, caller.team_id);
  return request.way === 'device' ? findDeviceBlock(policy, request) : findRedirectBlock(policy, request);
}

function findRedirectBlock(policy: OauthPolicy, request: ConsentRequest): Sentence | undefined {
  const { client_host, redirect_host } = request;
  if (allowsRedirect(policy, client_host) && allowsRedirect(policy, redirect_host)) return undefined;
  return t('Your workspace does not allow apps from {host}. Ask an admin to allow it.', {
    host: client_host || redirect_host,
  });
}

/** Anyone can hold the device, so here only a metadata document's host vouches for an app. */
function findDeviceBlock(policy: OauthPolicy, { client_id, client_host }: ConsentRequest): Sentence | undefined {
  if (policy.device_sign_in === 'off')
    return 'Your workspace has turned off signing in with a code. Ask an admin if you need it.';
  if (sessionKindOf(client_id) !== undefined) return undefined;
  if (policy.device_sign_in === 'own')
    return "Your workspace only lets Cairn's own programs sign in with a code. Ask an admin to allow others.";
  if (allowsHost(policy, client_host)) return undefined;
  return client_host === ''
    ? 'Your workspace only allows apps from certain hosts, and no host vouches for this one. Ask an admin.'
    : t('Your workspace does not allow apps from {host}. Ask an admin to allow it.', { host: client_host });
}

/**
 * Creates the grant for the accepted scopes and ignores any that were not offered. Fails for the same reasons as
 * `requireSession` and `createGrant`, and with `unprocessable` if no scope is left.
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
  const granted = grantedScopes(await usableScopes(tx, caller, request), request, scopes);
  if (granted.length === 0) throw refuse('unprocessable', 'Allow at least one permission, or deny the app.');
  await requireSession(tx, caller);
  await keepClient(tx, client_id, deps.clock());
  if (request.redirect_host !== '') await approveRedirect(tx, client_id, request.redirect_host, deps.clock());
  const { account_id } = caller;
  const catalog_id = caller.team_id ?? SVC_CATALOG_ID;
  const wanted = { catalog_id, account_id, client_id, client_name, client_host, resource, scopes: granted, origin };
  return createGrant(tx, wanted, deps.clock(), by);
}

/** Saves the grant in the server's storage, under our grant's id. */
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

/** The server's account id for the session's person. */
export const accountIdOf = ({ account_id, team_id }: Pick<SessionCaller, 'account_id' | 'team_id'>): string =>
  `${account_id}.${team_id ?? SVC_CATALOG_ID}`;
