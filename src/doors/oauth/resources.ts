// Resources that access tokens are issued for, by path, each with its scopes (RFC 8707).
import { withoutEndingSlashes } from '../../base/text.ts';
import { ALL_SCOPES, SCOPES, USE_SCOPE } from '../../directory/roles.ts';

/** The default resource: AI tools connect to it. */
export const DEFAULT_RESOURCE = '/mcp';
/** Sessions of the command line and the desktop app, for the service's own clients only. */
export const SESSION_RESOURCE = '/manage/v1';
export const SESSION_SCOPE = 'session';
/** The default scope: access for employees. */
export const DEFAULT_SCOPE = USE_SCOPE;

const OF_A_WORKSPACE = /^\/mcp\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The path of a resource of this service, spelled exactly as in its metadata; undefined for any other URL. */
export function resourcePath(baseUrl: string, resource: string): string | undefined {
  if (!resource.startsWith(baseUrl)) return undefined;
  const path = resource.slice(baseUrl.length);
  const isKnown = path === '/v1' || path === '/mcp' || path === SESSION_RESOURCE || OF_A_WORKSPACE.test(path);
  return isKnown ? path : undefined;
}

/**
 * Corrects a trailing slash or an upper-case id, as people type URLs into clients, to the metadata's spelling. Returns
 * other URLs unchanged.
 */
export function canonicalResource(baseUrl: string, resource: string): string {
  if (!resource.startsWith(baseUrl)) return resource;
  const path = withoutEndingSlashes(resource.slice(baseUrl.length));
  const canonical = baseUrl + path.replace(/^\/mcp\/.+$/, (named) => named.toLowerCase());
  return resourcePath(baseUrl, canonical) === undefined ? resource : canonical;
}

/** The workspace of a workspace-specific resource, `/mcp/{team_id}`. */
export const teamOfResource = (path: string): string | undefined =>
  path.startsWith('/mcp/') ? path.slice('/mcp/'.length) : undefined;

/** The scopes in a resource's metadata: those that give access there. */
export const scopesThatOpen = (path: string): readonly string[] => (path === '/v1' ? SCOPES : scopesOfResource(path));

/**
 * Every scope allowed in a token for a resource. A token for /v1 may include the employees' scope, which has no effect.
 */
export const scopesOfResource = (path: string): readonly string[] =>
  path === SESSION_RESOURCE ? [SESSION_SCOPE] : ALL_SCOPES;
