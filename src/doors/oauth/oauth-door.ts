// The door /oauth: anybody, limited by address; clients show themselves inside. Refusals are spoken as OAuth has them.
import type { Refusal, Slug } from '../../base/refusal.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { detailOf, problemAnswer } from '../../http/answers/problem.ts';
import { type Anyone, admitAnyone } from '../../http/endpoint/anyone.ts';
import { operationBuilder, routesBuilder } from '../../http/endpoint/define-endpoint.ts';
import type { Call, Door, Endpoint } from '../../http/endpoint/endpoint.ts';
import type { Database } from '../../storage/database.ts';

export type OauthEndpoint = Endpoint<Anyone>;
export type OauthCall = Call<Anyone>;

/** What lets a page of any origin read an answer, refusals with their Retry-After included (Fetch, CORS protocol). */
export const ANY_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After, Request-Id',
};

/** What an endpoint of the door does; a table of `routes` says where. */
export const operation = operationBuilder<Anyone>();

/** Endpoints of the door: `METHOD /path` -> operation. Some stand below /.well-known, so there is no one prefix. */
export const routes = routesBuilder<Anyone>({ prefix: '', rate: 'oauth', unknownQuery: 'ignored' });

export const oauthDoor = (database: Database, publicUrl: string): Door<Anyone> => ({
  name: 'oauth',
  jsonTypes: ['application/json'],
  render: (refusal, { requestId }) => oauthError(refusal, publicUrl, requestId),
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
 * A refusal in the form of RFC 6749, section 5.2, with the status that problem details would have. The extra `error` is
 * the code where the slug alone does not say it; `basic` tells a client that sent a Basic header to send another.
 */
export function oauthError(refusal: Refusal | 'internal', publicUrl: string, requestId: string): Answer {
  const problem = problemAnswer(refusal, publicUrl, requestId);
  const slug = refusal === 'internal' ? 'internal' : refusal.slug;
  const { 'WWW-Authenticate': _, ...headers } = problem.headers ?? {};
  const { error, basic }: { readonly error?: unknown; readonly basic?: unknown } =
    refusal === 'internal' ? {} : refusal.extras;
  return {
    status: problem.status,
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
