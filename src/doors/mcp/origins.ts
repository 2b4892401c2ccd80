// Which pages and apps may call /mcp. Browsers and web views send an Origin. A bearer token is always required, and the
// check of the Host header stops DNS rebinding, so desktop apps are allowed and web pages have to be listed.
import { isLoopback } from '../../base/hosts.ts';
import { refuse } from '../../base/refusal.ts';
import type { Anyone } from '../../http/endpoint/anyone.ts';
import { operationBuilder, routesBuilder } from '../../http/endpoint/define-endpoint.ts';
import type { Endpoint } from '../../http/endpoint/endpoint.ts';

export interface OriginRules {
  readonly baseUrl: string;
  /** More allowed origins, from CAIRN_MCP_ORIGINS. */
  readonly origins: readonly string[];
}

/**
 * Fails with `forbidden` unless the origin is absent, is listed, or belongs to this service, a desktop app or this
 * machine.
 */
export function requireOrigin(origin: string | undefined, rules: OriginRules): void {
  if (origin === undefined || isAllowed(origin, rules)) return;
  throw refuse(
    'forbidden',
    'Web pages from this origin cannot connect. Connect from an AI tool, or ask the operator to allow this origin.',
  );
}

function isAllowed(origin: string, { baseUrl, origins }: OriginRules): boolean {
  if (origin === new URL(baseUrl).origin || origins.includes(origin.toLowerCase())) return true;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(origin)?.[1]?.toLowerCase();
  if (scheme === undefined) return false;
  if (scheme !== 'http' && scheme !== 'https') return true;
  if (!URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  // Names below .localhost always mean this machine (RFC 6761, section 6.3).
  return isLoopback(hostname) || hostname.endsWith('.localhost');
}

/** The headers that let the page read the response. Returns none if the request has no foreign origin. */
export const readableBy = (origin: string | undefined, rules: OriginRules): Readonly<Record<string, string>> =>
  origin === undefined || origin === new URL(rules.baseUrl).origin || !isAllowed(origin, rules)
    ? {}
    : {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After, Request-Id, Mcp-Session-Id',
        Vary: 'Origin',
      };

const REQUEST_HEADERS =
  'Authorization, Content-Type, Accept, Last-Event-ID, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name';

const operation = operationBuilder<Anyone>();
const routes = routesBuilder<Anyone>({ prefix: '/mcp', rate: 'none', unknownQuery: 'ignored' });

const getPreflightOperation = (rules: OriginRules, path: string) =>
  operation({
    id: `preflight/mcp${path}`,
    summary: 'CORS preflight',
    tag: 'MCP',
    rate: 'none',
    idempotent: false,
    answers: {},
    refusals: [],
    async handle(call) {
      const readable = readableBy(call.header('origin'), rules);
      const isReadable = 'Access-Control-Allow-Origin' in readable;
      const more = { 'Access-Control-Allow-Methods': 'POST', 'Access-Control-Allow-Headers': REQUEST_HEADERS };
      return {
        status: 204,
        headers: {
          Allow: 'POST, OPTIONS',
          ...readable,
          ...(isReadable ? { ...more, 'Access-Control-Max-Age': '600' } : {}),
        },
      };
    },
  });

/** Preflight requests carry no credential, so they have a separate door. */
export const preflightEndpoints = (rules: OriginRules): Endpoint<Anyone>[] =>
  routes({
    'OPTIONS /': getPreflightOperation(rules, ''),
    'OPTIONS /:team_id': getPreflightOperation(rules, '/:team_id'),
  });
