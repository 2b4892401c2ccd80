// Headers of responses that no endpoint declares itself, because the gate and the server add them (contract 4.3).
import { PROBLEMS, type ProblemSlug } from '../answers/problem.ts';
import type { DeclaredAnswer, Endpoint } from '../endpoint/endpoint.ts';

type DescribedEndpoint = Pick<Endpoint<never, string>, 'answers' | 'idempotent' | 'method' | 'rate' | 'shownOnce'>;
type Json = Readonly<Record<string, unknown>>;
export type DescribedHeaders = Readonly<Record<string, Json>>;

const text = (description: string): Json => ({ description, schema: { type: 'string' } });
const count = (description: string): Json => ({ description, schema: { type: 'integer', minimum: 0 } });

const REQUEST_ID: DescribedHeaders = { 'Request-Id': text('The id of this request.') };
const RATE_LIMIT: DescribedHeaders = {
  'RateLimit-Limit': count('Requests that the full bucket allows at once.'),
  'RateLimit-Remaining': count('Requests left in the bucket.'),
  'RateLimit-Reset': count('Seconds until the bucket is full, or on a 429 until the next request succeeds.'),
  'RateLimit-Policy': text('The name of the bucket, its size (q) and the seconds that fill it (w).'),
  RateLimit: text('The name of the bucket, the requests left (r), and the seconds of RateLimit-Reset (t).'),
};
const REPLAYED: DescribedHeaders = {
  'Idempotent-Replayed': {
    description: '`true` if this repeats the stored response for the Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
};
const RETRY_AFTER: DescribedHeaders = { 'Retry-After': count('Whole seconds to wait.') };
const ACCEPTED: DescribedHeaders = {
  Accept: text('The accepted media types, if the type of the body is not one.'),
  'Accept-Encoding': text('The accepted codings, if the coding of the body is not one.'),
};
const LANGUAGE: DescribedHeaders = { 'Content-Language': text('The language of the sentences.') };
const CHALLENGE: DescribedHeaders = { 'WWW-Authenticate': text('RFC 6750 challenge.') };

/** True if the endpoint stores its response for an Idempotency-Key. */
export const isKeyed = ({ method, idempotent }: DescribedEndpoint, isPublic: boolean): boolean =>
  !isPublic && method !== 'GET' && idempotent !== false;

/** Headers of a declared response. A 304 has the headers of the 200 that it stands for. */
export function headersOfAnswer(endpoint: DescribedEndpoint, status: number, isPublic: boolean): DescribedHeaders {
  const { answers } = endpoint;
  const own = { ...(status === 304 ? headersOf304(answers[200]) : {}), ...answers[status]?.headers };
  return {
    ...common(endpoint),
    ...(isKeyed(endpoint, isPublic) && status < 300 && endpoint.shownOnce === undefined ? REPLAYED : {}),
    ...(status === 503 ? RETRY_AFTER : {}),
    ...Object.fromEntries(Object.entries(own).map(([name, description]) => [name, text(description)])),
  };
}

/** `unlessHeld` drops the headers about the body. */
const headersOf304 = (answer: DeclaredAnswer | undefined) =>
  Object.fromEntries(Object.entries(answer?.headers ?? {}).filter(([name]) => name !== 'Content-Disposition'));

/** Headers of a response with one of these problems. */
export const headersOfProblem = (endpoint: DescribedEndpoint, slugs: readonly ProblemSlug[]): DescribedHeaders => {
  const statuses = new Set(slugs.map((slug) => PROBLEMS[slug].status));
  const mayRepeat = statuses.has(429) || statuses.has(503) || slugs.includes('idempotency-in-flight');
  return {
    ...common(endpoint),
    ...LANGUAGE,
    ...(mayRepeat ? RETRY_AFTER : {}),
    ...(slugs.includes('unsupported-media-type') ? ACCEPTED : {}),
    ...(statuses.has(401) || slugs.includes('insufficient-scope') ? CHALLENGE : {}),
  };
};

const common = ({ rate }: DescribedEndpoint): DescribedHeaders => ({
  ...REQUEST_ID,
  ...(rate === 'none' ? {} : RATE_LIMIT),
});
