// Apps that run in a browser alone: which endpoints pages of other origins may ask (Fetch, CORS protocol). None of them
// looks at cookies, so any origin may; what opens a browser's own session is none of them.
import type { Answer } from '../../http/answer.ts';
import { endpoint, type OauthEndpoint } from './oauth-door.ts';

const PATHS = ['/oauth/token', '/oauth/register', '/oauth/revoke', '/oauth/device', '/oauth/jwks'];
const ANY_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After, Request-Id',
};

/** The endpoints, with an answer to what a browser asks beforehand, and answers that any page may read. */
export const withCrossOrigin = (endpoints: readonly OauthEndpoint[]): OauthEndpoint[] => [
  ...endpoints.map((each) =>
    PATHS.includes(each.path)
      ? { ...each, handle: async (call: Parameters<typeof each.handle>[0]) => readable(await each.handle(call)) }
      : each,
  ),
  ...PATHS.map((path) =>
    endpoint({
      method: 'OPTIONS',
      path,
      id: `preflight${path}`,
      summary: 'What a page of another origin may ask',
      tag: 'OAuth',
      rate: 'none',
      idempotent: false,
      answers: {},
      refusals: [],
      handle: async () => ({
        status: 204,
        headers: {
          ...ANY_ORIGIN,
          Allow: path === '/oauth/jwks' ? 'GET, OPTIONS' : 'POST, OPTIONS',
          'Access-Control-Allow-Methods': path === '/oauth/jwks' ? 'GET' : 'POST',
          'Access-Control-Allow-Headers': 'Authorization, Content-Type, MCP-Protocol-Version',
          'Access-Control-Max-Age': '86400',
        },
      }),
    }),
  ),
];

const readable = (answer: Answer): Answer => ({ ...answer, headers: { ...answer.headers, ...ANY_ORIGIN } });
