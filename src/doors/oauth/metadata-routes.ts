// Metadata that clients read first: the authorization server's (RFC 8414, OpenID Connect Discovery), and that of each
// resource (RFC 9728).

import { Type } from '@sinclair/typebox';
import { withoutEndingSlashes } from '../../base/text.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { isAnyVouching } from '../../identity/vouched-person.ts';
import { askServer } from './bridge.ts';
import { crossOriginRoutes } from './cross-origin.ts';
import { GRANT_PROFILE } from './identity-assertion-grant.ts';
import { type DocumentReach, documentReach } from './metadata-documents.ts';
import type { OauthDeps } from './oauth-deps.ts';
import { type OauthCall, type OauthEndpoint, operation } from './oauth-door.ts';
import type { OpenServer } from './provider.ts';
import { scopesOfResource, scopesThatOpen } from './resources.ts';

/** Clients may cache the metadata for an hour, but the current features only for a minute. */
const PUBLIC = { 'Cache-Control': 'public, max-age=3600' };
const SHORT = { 'Cache-Control': 'public, max-age=60' };
const SERVER_METADATA = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];

const base = { tag: 'OAuth', idempotent: false, rate: 'none', answers: {}, refusals: [] } as const;

/** `path` is the public path, and `known` the path in oidc-provider. */
const getServerMetadataOperation = (
  deps: OauthDeps,
  open: OpenServer,
  { isAdvertised }: DocumentReach,
  path: string,
  known: string,
) =>
  operation({
    ...base,
    id: `oauthMetadata${path}`,
    summary: 'Authorization server metadata',
    handle: async (call) => serverMetadata(deps, open, call, known, await isAdvertised()),
  });

const ofResource = { ...base, summary: 'Metadata of a resource, with its authorization server (RFC 9728)' } as const;

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
 * Pairs of public and oidc-provider paths. If the public URL has a path, the well-known path may come before it (RFC
 * 8414, section 3.1).
 */
function serverPaths(publicUrl: string): (readonly [string, string])[] {
  const below = withoutEndingSlashes(new URL(publicUrl).pathname);
  return (below === '' ? [''] : ['', below]).flatMap((end) =>
    SERVER_METADATA.map((path) => [path + end, path] as const),
  );
}

async function serverMetadata(
  deps: OauthDeps,
  open: OpenServer,
  call: OauthCall,
  url: string,
  areDocumentsAdvertised: boolean,
): Promise<Answer> {
  const answer = await askServer(await open(), deps.publicUrl, call, { method: 'GET', url, body: undefined });
  const body = answer.body as { readonly bytes: Buffer };
  const metadata: Record<string, unknown> = JSON.parse(body.bytes.toString('utf8'));
  return {
    status: answer.status,
    headers: SHORT,
    body: {
      ...metadata,
      client_id_metadata_document_supported: areDocumentsAdvertised,
      grant_types_supported: [...(metadata.grant_types_supported as string[]), 'client_credentials'],
      scopes_supported: [...scopesOfResource('/v1'), 'openid', 'offline_access'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      // Advertised only if a workspace has turned it on, because clients try whatever they find.
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
    // People connect AI tools on one of the console's pages.
    resource_documentation: publicUrl + (path.startsWith('/mcp') ? '/connect' : '/openapi.json'),
  },
});

export function metadataRoutes(deps: OauthDeps, open: OpenServer): OauthEndpoint[] {
  const reach = documentReach(deps);
  return crossOriginRoutes({
    ...Object.fromEntries(
      serverPaths(deps.publicUrl).map(([path, known]) => [
        `GET ${path}`,
        getServerMetadataOperation(deps, open, reach, path, known),
      ]),
    ),
    'GET /.well-known/oauth-protected-resource': getResourceMetadataOperation(deps, ''),
    'GET /.well-known/oauth-protected-resource/v1': getResourceMetadataOperation(deps, '/v1'),
    'GET /.well-known/oauth-protected-resource/mcp': getResourceMetadataOperation(deps, '/mcp'),
    'GET /.well-known/oauth-protected-resource/mcp/:team_id': getWorkspaceMetadataOperation(deps),
  });
}
