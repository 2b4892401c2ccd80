// What access tokens can be made for: the service's resources by their paths, with the scopes that each knows (RFC
// 8707).
import { withoutEndingSlashes } from '../../base/ending-slashes.ts';
import { ALL_SCOPES, SCOPES, USE_SCOPE } from '../../directory/roles.ts';

/** What a token is made for where its client does not say: AI tools connect to it. */
export const DEFAULT_RESOURCE = '/mcp';
/** The session of the command line and the desktop, for the service's own clients alone. */
export const SESSION_RESOURCE = '/manage/v1';
export const SESSION_SCOPE = 'session';
/** Asked for where a client names no scope: the employees' side. */
export const DEFAULT_SCOPE = USE_SCOPE;

const OF_A_WORKSPACE = /^\/mcp\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The path of a resource of this service, spelled exactly as its metadata spells it; undefined for any other address.
 */
export function resourcePath(baseUrl: string, resource: string): string | undefined {
  if (!resource.startsWith(baseUrl)) return undefined;
  const path = resource.slice(baseUrl.length);
  const isKnown = path === '/v1' || path === '/mcp' || path === SESSION_RESOURCE || OF_A_WORKSPACE.test(path);
  return isKnown ? path : undefined;
}

/**
 * The resource as its metadata spells it, where it was sent with a slash at its end or its id in upper case, as people
 * type addresses into clients; any other as it is.
 */
export function canonicalResource(baseUrl: string, resource: string): string {
  if (!resource.startsWith(baseUrl)) return resource;
  const path = withoutEndingSlashes(resource.slice(baseUrl.length));
  const canonical = baseUrl + path.replace(/^\/mcp\/.+$/, (named) => named.toLowerCase());
  return resourcePath(baseUrl, canonical) === undefined ? resource : canonical;
}

/** The workspace that a resource belongs to alone: of `/mcp/{team_id}`. */
export const teamOfResource = (path: string): string | undefined =>
  path.startsWith('/mcp/') ? path.slice('/mcp/'.length) : undefined;

/** The scopes that the metadata of a resource names: those that open something there. */
export const scopesThatOpen = (path: string): readonly string[] => (path === '/v1' ? SCOPES : scopesOfResource(path));

/** Every scope that a token for a resource can bear; one for /v1 may bear the employees' scope, which opens nothing. */
export const scopesOfResource = (path: string): readonly string[] =>
  path === SESSION_RESOURCE ? [SESSION_SCOPE] : ALL_SCOPES;
