// Endpoints for apps that run entirely in a browser. Pages of any origin may call them (Fetch, CORS protocol), because
// none of them uses cookies or sets up a browser session.
import type { Answer } from '../../http/answers/answer.ts';
import type { Anyone } from '../../http/endpoint/anyone.ts';
import type { RouteTable } from '../../http/endpoint/define-endpoint.ts';
import type { Method } from '../../http/endpoint/endpoint.ts';
import { allowOf } from '../../http/server/router.ts';
import { ANY_ORIGIN, type OauthEndpoint, operation, routes } from './oauth-door.ts';

/** Like `routes`, but readable by any origin, and with responses to preflight requests. */
export function crossOriginRoutes(table: RouteTable<Anyone>): OauthEndpoint[] {
  const endpoints = routes(table);
  const preflights = endpoints.map(({ method, path }) => [`OPTIONS ${path}`, getPreflightOperation(method, path)]);
  return [
    ...endpoints.map(
      ({ handle, ...endpoint }): OauthEndpoint => ({
        ...endpoint,
        handle: async (call) => readable(await handle(call)),
      }),
    ),
    ...routes(Object.fromEntries(preflights)),
  ];
}

const getPreflightOperation = (method: Method, path: string) =>
  operation({
    id: `preflight${path}`,
    summary: 'CORS preflight',
    tag: 'OAuth',
    rate: 'none',
    idempotent: false,
    answers: {},
    refusals: [],
    handle: async () => ({
      status: 204,
      headers: {
        ...ANY_ORIGIN,
        Allow: allowOf([method]),
        'Access-Control-Allow-Methods': method,
        'Access-Control-Allow-Headers': 'Authorization, Content-Type, MCP-Protocol-Version',
        'Access-Control-Max-Age': '86400',
      },
    }),
  });

const readable = (answer: Answer): Answer => ({ ...answer, headers: { ...answer.headers, ...ANY_ORIGIN } });
