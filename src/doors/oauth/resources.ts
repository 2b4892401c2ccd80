// Resources that access tokens can be issued for, by path, each with its scopes (RFC 8707).
import { withoutEndingSlashes } from '../../base/text.ts';
import { ALL_SCOPES, SCOPES, USE_SCOPE } from '../../directory/roles.ts';

/** The default resource, which AI tools connect to. */
export const DEFAULT_RESOURCE = '/mcp';
/** Sessions of the command line and the desktop app. Only for the service's own clients. */
export const SESSION_RESOURCE = '/manage/v1';
export const SESSION_SCOPE = 'session';
/** The default scope: access for employees. */
export const DEFAULT_SCOPE = USE_SCOPE;

const OF_A_WORKSPACE = /^\/mcp\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The path of one of this service's resources, spelled exactly as in its metadata. Undefined for any other URL. */
export function resourcePath(baseUrl: string, resource: string): string | undefined {
  if (!resource.startsWith(baseUrl)) return undefined;
  const path = resource.slice(baseUrl.length);
  const isKnown = path === '/v1' || path === '/mcp' || path === SESSION_RESOURCE || OF_A_WORKSPACE.test(path);
  return isKnown ? path : undefined;
}

/**
 * Corrects a trailing slash or an upper-case id to the metadata's spelling, because people type URLs into clients.
 * Returns other URLs unchanged.
 */
export function canonicalResource(baseUrl: string, resource: string): string {
  if (!resource.startsWith(baseUrl)) return resource;
  const path = withoutEndingSlashes(resource.slice(baseUrl.length));
  const canonical = baseUrl + path.replace(/^\/mcp\/.+$/, (named) => named.toLowerCase());
  return resourcePath(baseUrl, canonical) === undefined ? resource : canonical;
}

/** The workspace in the resource `/mcp/{team_id}`. */
export const teamOfResource = (path: string): string | undefined =>
  path.startsWith('/mcp/') ? path.slice('/mcp/'.length) : undefined;

/** The scopes in a resource's metadata, which are those that give access to it. */
export const scopesThatOpen = (path: string): readonly string[] => (path === '/v1' ? SCOPES : scopesOfResource(path));

/**
 * Every scope that a token for a resource may have. A token for /v1 may include the employees' scope, which has no
 * effect there.
 */
export const scopesOfResource = (path: string): readonly string[] =>
  path === SESSION_RESOURCE ? [SESSION_SCOPE] : ALL_SCOPES;
