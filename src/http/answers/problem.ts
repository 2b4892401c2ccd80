// Refusals in the words of RFC 9457: every slug's status and title, and the document that tells of one.

import { type Static, Type } from '@sinclair/typebox';
import { excerpt } from '../../base/excerpt.ts';
import type { Refusal, Slug } from '../../base/refusal.ts';
import type { Answer } from './answer.ts';

/** What only directory sync and its rooms throw, in the words of problem details. */
const SPOKEN_AS = {
  uniqueness: 'conflict',
  'seat-limit': 'conflict',
  'owner-protected': 'conflict',
  'deactivation-kept': 'conflict',
  'deactivation-held': 'rate-limited',
  'connection-paused': 'rate-limited',
} as const satisfies Partial<Record<Slug, Slug>>;
type DirectorySlug = keyof typeof SPOKEN_AS;

/** The slugs of problem details (contract 7, Decision 7); `internal` is what a bug is called outside. */
export type ProblemSlug = Exclude<Slug, DirectorySlug> | 'internal';

export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** For the page at /problems/{slug}: when it happens, and what the caller can do. */
  readonly about: string;
}

export const PROBLEMS: Readonly<Record<ProblemSlug, ProblemKind>> = {
  'bad-request': {
    status: 400,
    title: 'Bad request',
    about: 'A parameter, header or body is malformed. `detail` names it; fix it and send the request again.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    about: 'The credential is missing, wrong, revoked or expired. Send a valid one in the Authorization header.',
  },
  'upgrade-required': {
    status: 402,
    title: 'Upgrade required',
    about: 'The plan of the workspace does not include what was asked for. Its Owner can change the plan.',
  },
  'insufficient-scope': {
    status: 403,
    title: 'Insufficient scope',
    about: 'The credential lacks the scope named in `required_scope`. Create one that has it.',
  },
  'feature-not-enabled': {
    status: 403,
    title: 'Feature not enabled',
    about: 'The feature is switched off for this workspace. An admin can switch it on.',
  },
  'membership-revoked': {
    status: 403,
    title: 'Membership revoked',
    about: 'The person behind the credential is no active member of the workspace any more.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    about: "The person's roles do not allow this, whatever the credential's scopes say.",
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    about: 'There is nothing at this address, or nothing that this caller may know of.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    about: 'The address exists, the method does not. The header Allow lists the methods that do.',
  },
  'request-timeout': {
    status: 408,
    title: 'Request timeout',
    about: 'The request took too long to arrive whole. Send it again over a faster connection, or send less.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    about: 'The state of the resource refuses the action. `detail` says which state and what would help.',
  },
  'idempotency-in-flight': {
    status: 409,
    title: 'Request in flight',
    about:
      'The first request with this Idempotency-Key is still running. Wait for the seconds in Retry-After, then send ' +
      'it again.',
  },
  'already-made': {
    status: 409,
    title: 'Already made',
    about:
      'The first request with this Idempotency-Key succeeded, and the secret of its answer is not repeated. ' +
      '`made_id` is the id of what was made, and `detail` says how to replace the secret.',
  },
  'revision-conflict': {
    status: 412,
    title: 'Revision conflict',
    about: 'Somebody saved since the revision in If-Match. Read `current_revision`, merge, and send again.',
  },
  'payload-too-large': { status: 413, title: 'Payload too large', about: 'The body is larger than this route takes.' },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    about: 'The body is not of a type that this route takes. `detail` names the types.',
  },
  validation: {
    status: 422,
    title: 'Validation failed',
    about: '`issues` lists every field to fix, with a sentence each.',
  },
  unprocessable: {
    status: 422,
    title: 'Unprocessable',
    about: 'The request is well-formed, and a rule refuses it. `detail` says which.',
  },
  'idempotency-key-mismatch': {
    status: 422,
    title: 'Idempotency key reused',
    about: 'The Idempotency-Key was used for another request. Use a new key for a new request.',
  },
  'precondition-required': {
    status: 428,
    title: 'Precondition required',
    about: 'The request must say which revision it was edited from: send If-Match with the ETag, or `*`.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    about: 'The bucket of this credential is empty. Wait for the seconds in Retry-After.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Request header fields too large',
    about: 'The headers of the request are longer than the 16 kB that are taken. Send fewer or shorter ones.',
  },
  internal: { status: 500, title: 'Internal error', about: 'A fault of ours. Report the Request-Id of the answer.' },
  'judge-unavailable': {
    status: 503,
    title: 'Judge unavailable',
    about:
      'The configured language model does not answer, and the fall-back is switched off. Try again after the ' +
      'seconds in Retry-After.',
  },
  'not-ready': {
    status: 503,
    title: 'Not ready',
    about:
      'The service or its database is starting, stopping, busy or away. Try again after the seconds in Retry-After.',
  },
};

/** Contract 2.7 ProblemDetails: RFC 9457 members, extension members flattened beside them. */
export const ProblemDetails = Type.Object(
  {
    type: Type.String({ format: 'uri' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String({ format: 'uri' }),
  },
  { $id: 'ProblemDetails', additionalProperties: true },
);
export type ProblemDetails = Static<typeof ProblemDetails>;

export const problemSlugOf = (slug: Slug): ProblemSlug =>
  slug in SPOKEN_AS ? SPOKEN_AS[slug as DirectorySlug] : (slug as ProblemSlug);

/** Extras that become headers, and names that are RFC 9457's own: no extra may take their place. */
const NOT_MEMBERS = new Set([
  ...['retry_after', 'allow', 'accept', 'accept_encoding', 'sent', 'held'],
  ...['type', 'title', 'status', 'detail', 'instance'],
]);

/** Characters of a detail; what a room repeats of a request it bounds itself, and this holds where one does not. */
const LONGEST_DETAIL = 2_000;

/** What is said of a refusal, at every door. */
export const detailOf = (refusal: Pick<Refusal, 'message'> | 'internal'): string =>
  refusal === 'internal'
    ? 'Something went wrong on our side. Report the Request-Id.'
    : excerpt(refusal.message, LONGEST_DETAIL);

/** The document of a refusal. `instance` names this one occurrence by its request id. */
export function problemDocument(
  refusal: Pick<Refusal, 'slug' | 'message' | 'extras'> | 'internal',
  baseUrl: string,
  requestId: string,
): ProblemDetails {
  const slug = refusal === 'internal' ? 'internal' : problemSlugOf(refusal.slug);
  const members =
    refusal === 'internal'
      ? {}
      : Object.fromEntries(Object.entries(refusal.extras).filter(([name]) => !NOT_MEMBERS.has(name)));
  return {
    type: `${baseUrl}/problems/${slug}`,
    title: PROBLEMS[slug].title,
    status: PROBLEMS[slug].status,
    detail: detailOf(refusal),
    instance: `${baseUrl}/requests/${requestId}`,
    ...members,
  };
}

/** Headers that go with a refusal: RFC 6750 challenges, Retry-After, Allow, and what is taken (RFC 9110, 15.5.16). */
export function problemHeaders(refusal: Pick<Refusal, 'slug' | 'extras'>): Record<string, string> {
  const { slug, extras } = refusal;
  const headers: Record<string, string> = {};
  if (slug === 'unauthorized')
    headers['WWW-Authenticate'] = extras.sent === true ? 'Bearer error="invalid_token"' : 'Bearer';
  if (slug === 'insufficient-scope')
    headers['WWW-Authenticate'] = `Bearer error="insufficient_scope", scope="${extras.required_scope}"`;
  if (typeof extras.retry_after === 'number') headers['Retry-After'] = String(extras.retry_after);
  if (typeof extras.allow === 'string') headers.Allow = extras.allow;
  if (typeof extras.accept === 'string') headers.Accept = extras.accept;
  if (typeof extras.accept_encoding === 'string') headers['Accept-Encoding'] = extras.accept_encoding;
  return headers;
}

/** A refusal as an answer in problem details. */
export const problemAnswer = (refusal: Refusal | 'internal', baseUrl: string, requestId: string): Answer => {
  const document = problemDocument(refusal, baseUrl, requestId);
  const headers = refusal === 'internal' ? {} : problemHeaders(refusal);
  return {
    status: document.status,
    headers: { ...headers, 'Content-Type': 'application/problem+json' },
    body: document,
  };
};
