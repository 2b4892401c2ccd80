// What clients read before they ask: the authorization server's metadata (RFC 8414, OpenID Connect discovery) and that
// of each resource (RFC 9728).
import { Type } from '@sinclair/typebox';
import type { Answer } from '../../http/answer.ts';
import { isAnyVouching } from '../../identity/vouched-person.ts';
import { askServer } from './bridge.ts';
import { GRANT_PROFILE } from './identity-assertion-grant.ts';
import type { OauthDeps } from './oauth-deps.ts';
import { endpoint, type OauthCall, type OauthEndpoint } from './oauth-door.ts';
import type { OpenServer } from './oauth-routes.ts';
import { scopesOfResource } from './resources.ts';

/** Clients may keep it for an hour. */
const PUBLIC = { 'Cache-Control': 'public, max-age=3600', 'Access-Control-Allow-Origin': '*' };
const SERVER_METADATA = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

const base = { method: 'GET', tag: 'OAuth', idempotent: false, rate: 'none', answers: {}, refusals: [] } as const;

export const metadataRoutes = (deps: OauthDeps, open: OpenServer): OauthEndpoint[] => [
  ...serverPaths(deps.publicUrl).map((path) =>
    endpoint({
      ...base,
      path,
      id: `oauthMetadata${path}`,
      summary: 'The authorization server',
      handle: (call) => serverMetadata(deps, open, call),
    }),
  ),
  ...['/v1', '/mcp'].map((path): OauthEndpoint => resourceRoute(deps, path, () => path)),
  {
    ...resourceRoute(deps, '/mcp/:team_id', ({ team_id }) => `/mcp/${String(team_id).toLowerCase()}`),
    params: Type.Object({ team_id: Type.String({ format: 'uuid', maxLength: 36 }) }),
  },
  resourceRoute(deps, '', () => '/mcp'),
];

/** With a path in the public URL, the well-known address may stand before it (RFC 8414, section 3.1). */
function serverPaths(publicUrl: string): string[] {
  const below = new URL(publicUrl).pathname.replace(/\/+$/, '');
  return below === '' ? SERVER_METADATA : [...SERVER_METADATA, ...SERVER_METADATA.map((path) => path + below)];
}

async function serverMetadata(deps: OauthDeps, open: OpenServer, call: OauthCall): Promise<Answer> {
  const url = SERVER_METADATA.find((path) => call.url.startsWith(path)) ?? call.url;
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

const resourceRoute = (
  { publicUrl }: OauthDeps,
  path: string,
  resource: (params: Readonly<Record<string, unknown>>) => string,
): OauthEndpoint => ({
  ...base,
  path: RESOURCE_METADATA + path,
  id: `resourceMetadata${path}`,
  summary: 'A resource, and who issues tokens for it (RFC 9728)',
  handle: async ({ params }) => {
    const own = resource(params as Readonly<Record<string, unknown>>);
    return {
      status: 200,
      headers: PUBLIC,
      body: {
        resource: publicUrl + own,
        authorization_servers: [publicUrl],
        scopes_supported: scopesOfResource(own),
        bearer_methods_supported: ['header'],
        resource_name: 'Cairn',
        resource_documentation: `${publicUrl}/openapi.json`,
      },
    };
  },
});
