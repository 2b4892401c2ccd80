// What clients read before they ask: the authorization server's metadata (RFC 8414, OpenID Connect discovery) and that
// of each resource (RFC 9728).

import { Type } from '@sinclair/typebox';
import { withoutEndingSlashes } from '../../base/ending-slashes.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { isAnyVouching } from '../../identity/vouched-person.ts';
import { askServer } from './bridge.ts';
import { crossOriginRoutes } from './cross-origin.ts';
import { GRANT_PROFILE } from './identity-assertion-grant.ts';
import type { OauthDeps } from './oauth-deps.ts';
import { type OauthCall, type OauthEndpoint, operation } from './oauth-door.ts';
import type { OpenServer } from './oauth-routes.ts';
import { scopesOfResource, scopesThatOpen } from './resources.ts';

/** Clients may keep it for an hour. */
const PUBLIC = { 'Cache-Control': 'public, max-age=3600' };
const SERVER_METADATA = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];

const base = { tag: 'OAuth', idempotent: false, rate: 'none', answers: {}, refusals: [] } as const;

/** `path` is where it stands, `known` where oidc-provider has it. */
const getServerMetadataOperation = (deps: OauthDeps, open: OpenServer, path: string, known: string) =>
  operation({
    ...base,
    id: `oauthMetadata${path}`,
    summary: 'The authorization server',
    handle: (call) => serverMetadata(deps, open, call, known),
  });

const ofResource = { ...base, summary: 'A resource, and who issues tokens for it (RFC 9728)' } as const;

const getResourceMetadataOperation = (deps: OauthDeps, path: '' | '/v1' | '/mcp') =>
  operation({
    ...ofResource,
    id: `resourceMetadata${path}`,
    handle: async () => resourceMetadata(deps, path || '/mcp'),
  });

const getWorkspaceMetadataOperation = (deps: OauthDeps) =>
  operation({
    ...ofResource,
    id: 'resourceMetadata/mcp/:team_id',
    params: Type.Object({ team_id: Type.String({ format: 'uuid', maxLength: 36 }) }),
    handle: async ({ params }) => resourceMetadata(deps, `/mcp/${params.team_id}`),
  });

/**
 * Each address and the one that oidc-provider has for it. With a path in the public URL, the well-known address may
 * stand before it (RFC 8414, section 3.1).
 */
function serverPaths(publicUrl: string): (readonly [string, string])[] {
  const below = withoutEndingSlashes(new URL(publicUrl).pathname);
  return (below === '' ? [''] : ['', below]).flatMap((end) =>
    SERVER_METADATA.map((path) => [path + end, path] as const),
  );
}

async function serverMetadata(deps: OauthDeps, open: OpenServer, call: OauthCall, url: string): Promise<Answer> {
  const answer = await askServer(await open(), deps.publicUrl, call, { method: 'GET', url, body: undefined });
  const body = answer.body as { readonly bytes: Buffer };
  const metadata: Record<string, unknown> = JSON.parse(body.bytes.toString('utf8'));
  return {
    status: answer.status,
    headers: PUBLIC,
    body: {
      ...metadata,
      grant_types_supported: [...(metadata.grant_types_supported as string[]), 'client_credentials'],
      scopes_supported: [...scopesOfResource('/v1'), 'openid', 'offline_access'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      // Clients try it where somebody has switched it on, and nowhere else.
      ...((await isAnyVouching(deps.database)) ? { authorization_grant_profiles_supported: [GRANT_PROFILE] } : {}),
      protected_resources: ['/v1', '/mcp'].map((path) => deps.publicUrl + path),
    },
  };
}

const resourceMetadata = ({ publicUrl }: OauthDeps, path: string): Answer => ({
  status: 200,
  headers: PUBLIC,
  body: {
    resource: publicUrl + path,
    authorization_servers: [publicUrl],
    scopes_supported: scopesThatOpen(path),
    bearer_methods_supported: ['header'],
    resource_name: 'Cairn',
    resource_documentation: `${publicUrl}/openapi.json`,
  },
});

export const metadataRoutes = (deps: OauthDeps, open: OpenServer): OauthEndpoint[] =>
  crossOriginRoutes({
    ...Object.fromEntries(
      serverPaths(deps.publicUrl).map(([path, known]) => [
        `GET ${path}`,
        getServerMetadataOperation(deps, open, path, known),
      ]),
    ),
    'GET /.well-known/oauth-protected-resource': getResourceMetadataOperation(deps, ''),
    'GET /.well-known/oauth-protected-resource/v1': getResourceMetadataOperation(deps, '/v1'),
    'GET /.well-known/oauth-protected-resource/mcp': getResourceMetadataOperation(deps, '/mcp'),
    'GET /.well-known/oauth-protected-resource/mcp/:team_id': getWorkspaceMetadataOperation(deps),
  });
