// Apps that an admin has approved for everyone in the workspace. People get the employees' scope without a consent
// page. Only apps with an https address at an allowed host qualify, because any program on a person's computer can
// impersonate another one (RFC 9700, section 4.11; Decision 174).
import type { Client } from 'oidc-provider';
import { refuse } from '../../base/refusal.ts';
import { hasGrantOf } from '../../credentials/oauth-grants.ts';
import { allowsHost, getPolicy } from '../../credentials/oauth-policies.ts';
import type { ApprovedApp, OauthPolicy } from '../../credentials/oauth-policy.ts';
import type { SessionCaller } from '../../identity/session.ts';
import type { Db } from '../../storage/database.ts';
import { clientDisplayName, hostOf } from './client-name.ts';
import type { ConsentRequest } from './consent-request.ts';
import { asksForAuthoring, usableScopes } from './consent-scopes.ts';
import { DEFAULT_RESOURCE, teamOfResource } from './resources.ts';

/** True if the code can only reach a server at an allowed host. */
const qualifies = (policy: OauthPolicy, address: string): boolean =>
  policy.allowed_hosts !== null && /^https:/i.test(address) && allowsHost(policy, hostOf(address));

/**
 * True if the admin's approval replaces the person's consent. If an approved app later needs author scopes, the person
 * sees the consent page.
 */
export async function isApproved(
  db: Db,
  caller: SessionCaller,
  request: ConsentRequest,
  now: number,
): Promise<boolean> {
  const { client_id, redirect_uri, resource, way } = request;
  const isForTools = resource === DEFAULT_RESOURCE || teamOfResource(resource) !== undefined;
  if (caller.team_id === null || way !== 'redirect' || !isForTools) return false;
  const policy = await getPolicy(db, caller.team_id);
  if (!policy.approved_apps.some((app) => app.client_id === client_id) || !qualifies(policy, redirect_uri))
    return false;
  const asksForMore = asksForAuthoring(await usableScopes(db, caller, request), request);
  return !(asksForMore && (await hasGrantOf(db, caller.team_id, caller.account_id, client_id, now)));
}

/** The app as approved. Fails with `unprocessable` if one of its addresses is not https or not at an allowed host. */
export function approvableApp(policy: OauthPolicy, client: Client): ApprovedApp {
  const addresses = client.redirectUris;
  if (policy.allowed_hosts === null)
    throw refuse(
      'unprocessable',
      'List the hosts whose apps may be connected first. Then approve an app of one of them.',
    );
  if (addresses.length === 0 || !addresses.every((address) => qualifies(policy, address)))
    throw refuse(
      'unprocessable',
      'People have to allow this app themselves, because its addresses are not all https at an allowed host.',
    );
  const host = client.clientIdMetadataDocument === true ? hostOf(client.clientId) : hostOf(addresses[0] ?? '');
  return { client_id: client.clientId, name: clientDisplayName(client, host), host };
}
