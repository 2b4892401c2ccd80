// The OAuth endpoints, open to everyone, with limits per IP address. Clients authenticate in the request itself, and
// errors use OAuth's format.
import type { Refusal, Slug } from '../../base/refusal.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { detailOf, PROBLEMS, problemHeaders, problemSlugOf } from '../../http/answers/problem.ts';
import { type Anyone, admitAnyone } from '../../http/endpoint/anyone.ts';
import { operationBuilder, routesBuilder } from '../../http/endpoint/define-endpoint.ts';
import type { Call, Door, Endpoint } from '../../http/endpoint/endpoint.ts';
import type { Database } from '../../storage/database.ts';

export type OauthEndpoint = Endpoint<Anyone>;
export type OauthCall = Call<Anyone>;

/** Lets pages of any origin read a response, including errors with Retry-After (Fetch, CORS protocol). */
export const ANY_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After, Request-Id',
};

export const operation = operationBuilder<Anyone>();

/**
 * Defines OAuth endpoints: `METHOD /path` -> operation. They have no common prefix, because some are below
 * /.well-known.
 */
export const routes = routesBuilder<Anyone>({ prefix: '', rate: 'oauth', unknownQuery: 'ignored' });

export const oauthDoor = (database: Database): Door<Anyone> => ({
  name: 'oauth',
  jsonTypes: ['application/json'],
  render: oauthError,
  admit: async (request) => admitAnyone(database, request),
});

const ERRORS: Partial<Readonly<Record<Slug | 'internal', string>>> = {
  internal: 'server_error',
  'rate-limited': 'temporarily_unavailable',
  'not-ready': 'temporarily_unavailable',
  unauthorized: 'invalid_client',
  forbidden: 'access_denied',
};

/**
 * A refusal in the format of RFC 6749, section 5.2, with the status of the problem details. If the slug does not
 * determine the code, the extra `error` does. `basic` adds the challenge for clients that sent a Basic header. The
 * description is in English, because RFC 6749 allows only ASCII.
 */
export function oauthError(refusal: Refusal | 'internal'): Answer {
  const slug = refusal === 'internal' ? 'internal' : refusal.slug;
  const { 'WWW-Authenticate': _, ...headers } = refusal === 'internal' ? {} : problemHeaders(refusal);
  const { error, basic }: { readonly error?: unknown; readonly basic?: unknown } =
    refusal === 'internal' ? {} : refusal.extras;
  return {
    status: PROBLEMS[slug === 'internal' ? slug : problemSlugOf(slug)].status,
    headers: {
      ...headers,
      ...(basic === true ? { 'WWW-Authenticate': 'Basic realm="Cairn", charset="UTF-8"' } : {}),
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      ...ANY_ORIGIN,
    },
    body: {
      error: typeof error === 'string' ? error : (ERRORS[slug] ?? 'invalid_request'),
      error_description: detailOf(refusal).replace(/["\\]/g, "'"),
    },
  };
}
