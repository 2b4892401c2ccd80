// Refusals in the format of RFC 9457: status and title of every slug, and the problem document.

import { type Static, Type } from '@sinclair/typebox';
import { excerpt } from '../../base/excerpt.ts';
import { sentenceIn } from '../../base/field-finding.ts';
import type { ValidationIssue } from '../../base/issue.ts';
import type { Refusal, Slug } from '../../base/refusal.ts';
import { asText } from '../../base/texts/t.ts';
import type { Answer } from './answer.ts';
import type { Language } from './languages.ts';

/** Slugs that only directory sync uses, mapped to slugs of problem details. */
const RENDERED_AS = {
  uniqueness: 'conflict',
  'seat-limit': 'conflict',
  'owner-protected': 'conflict',
  'connection-paused': 'rate-limited',
} as const satisfies Partial<Record<Slug, Slug>>;
type DirectorySlug = keyof typeof RENDERED_AS;

/** Slugs of problem details (contract 7, Decision 7). `internal` means a bug. */
export type ProblemSlug = Exclude<Slug, DirectorySlug> | 'internal';

export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** Shown on the page at /problems/{slug}: when the error occurs, and what the caller can do. */
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
    about: "The workspace's plan does not include this feature. The Owner can change the plan.",
  },
  'insufficient-scope': {
    status: 403,
    title: 'Insufficient scope',
    about: 'The credential lacks the scope named in `required_scope`. Create one that has it.',
  },
  'feature-not-enabled': {
    status: 403,
    title: 'Feature not enabled',
    about: 'The feature is turned off for this workspace. An admin can turn it on.',
  },
  'membership-revoked': {
    status: 403,
    title: 'Membership revoked',
    about: "The credential's person is no longer an active member of the workspace.",
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    about: "The person's roles do not allow this, regardless of the credential's scopes.",
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    about: 'There is nothing at this address, or nothing that this caller can see.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    about: 'The address exists, but does not support this method. The Allow header lists the supported methods.',
  },
  'request-timeout': {
    status: 408,
    title: 'Request timeout',
    about: 'The request took too long to arrive. Send it again over a faster connection, or send less.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    about: "The resource's state does not allow the action. `detail` names the state and suggests a solution.",
  },
  'idempotency-in-flight': {
    status: 409,
    title: 'Request in flight',
    about:
      'The first request with this Idempotency-Key is still running. Wait for the seconds in Retry-After, then ' +
      'send it again.',
  },
  'already-made': {
    status: 409,
    title: 'Already made',
    about:
      'The first request with this Idempotency-Key succeeded, but the secret in its response cannot be repeated. ' +
      '`made_id` is the id of the new resource, and `detail` explains how to replace the secret.',
  },
  'cursor-expired': {
    status: 410,
    title: 'Cursor expired',
    about: 'The changes after this cursor are no longer stored. Get a new cursor, and read everything again.',
  },
  'revision-conflict': {
    status: 412,
    title: 'Revision conflict',
    about:
      'Someone has saved since the revision in If-Match. Read `current_revision`, merge your changes, and send the ' +
      'request again.',
  },
  'payload-too-large': { status: 413, title: 'Payload too large', about: 'The body is larger than this route allows.' },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    about: 'This route does not accept the type of the body. `detail` lists the accepted types.',
  },
  validation: {
    status: 422,
    title: 'Validation failed',
    about: '`issues` lists every field to fix, each with a sentence.',
  },
  unprocessable: {
    status: 422,
    title: 'Unprocessable',
    about: 'The request is well-formed, but a rule refuses it. `detail` names the rule.',
  },
  'idempotency-key-mismatch': {
    status: 422,
    title: 'Idempotency key reused',
    about: 'The Idempotency-Key was used for a different request. Use a new key for each request.',
  },
  'precondition-required': {
    status: 428,
    title: 'Precondition required',
    about: 'The request must name the revision it was edited from. Send If-Match with the ETag, or `*`.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    about: 'The credential has reached its rate limit. Wait for the seconds in Retry-After.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Request header fields too large',
    about: 'The headers of the request exceed 16 kB. Send fewer or shorter headers.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    about: 'Something went wrong in the service. Report the Request-Id of the response.',
  },
  'judge-unavailable': {
    status: 503,
    title: 'Judge unavailable',
    about:
      'The configured language model does not respond, and the fallback is turned off. Try again after the ' +
      'seconds in Retry-After.',
  },
  'not-ready': {
    status: 503,
    title: 'Not ready',
    about:
      'The service or its database is starting, stopping, busy or unreachable. Try again after the seconds in ' +
      'Retry-After.',
  },
};

/** Contract 2.7 ProblemDetails: RFC 9457 members, with extension members next to them. */
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
  slug in RENDERED_AS ? RENDERED_AS[slug as DirectorySlug] : (slug as ProblemSlug);

/** Extras that become headers, and RFC 9457's own member names, which no extra may replace. */
const NOT_MEMBERS = new Set([
  ...['retry_after', 'allow', 'accept', 'accept_encoding', 'challenge_scope', 'sent'],
  ...['type', 'title', 'status', 'detail', 'instance'],
]);

/** Maximum characters of a detail. Rooms limit what they quote from a request; this is the safety net. */
const MAX_DETAIL_LENGTH = 2_000;

const INTERNAL = 'Something went wrong on our side. Report the Request-Id.';

/** The detail of a refusal, for every door; in English without a language. */
export function detailOf(refusal: Pick<Refusal, 'message' | 'text'> | 'internal', language?: Language): string {
  if (refusal === 'internal') return language?.translate(INTERNAL) ?? INTERNAL;
  return excerpt(language === undefined ? refusal.message : refusal.text.in(language), MAX_DETAIL_LENGTH);
}

/** The problem document of a refusal. `instance` identifies the occurrence by its request id. */
export function problemDocument(
  refusal: Pick<Refusal, 'slug' | 'message' | 'text' | 'extras'> | 'internal',
  baseUrl: string,
  requestId: string,
  language?: Language,
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
    detail: detailOf(refusal, language),
    instance: `${baseUrl}/requests/${requestId}`,
    ...members,
    ...(language === undefined || !hasIssues(members) ? {} : { issues: members.issues.map(issueIn(language)) }),
  };
}

const hasIssues = (members: object): members is { issues: readonly ValidationIssue[] } =>
  'issues' in members && Array.isArray(members.issues);

const issueIn =
  (language: Language) =>
  (issue: ValidationIssue): ValidationIssue => ({ ...issue, message: asText(sentenceIn(issue)).in(language) });

/** Headers of a refusal: RFC 6750 challenges, Retry-After, Allow, and accepted types (RFC 9110, 15.5.16). */
export function problemHeaders(refusal: Pick<Refusal, 'slug' | 'extras'>): Record<string, string> {
  const { slug, extras } = refusal;
  const headers: Record<string, string> = Object.create(null);
  if (slug === 'unauthorized')
    headers['WWW-Authenticate'] = extras.sent === true ? 'Bearer error="invalid_token"' : 'Bearer';
  if (slug === 'insufficient-scope')
    headers['WWW-Authenticate'] =
      `Bearer error="insufficient_scope", scope="${extras.challenge_scope ?? extras.required_scope}"`;
  if (typeof extras.retry_after === 'number') headers['Retry-After'] = String(extras.retry_after);
  if (typeof extras.allow === 'string') headers.Allow = extras.allow;
  if (typeof extras.accept === 'string') headers.Accept = extras.accept;
  if (typeof extras.accept_encoding === 'string') headers['Accept-Encoding'] = extras.accept_encoding;
  return headers;
}

/** A refusal as a problem details response, in English without a language. */
export const problemAnswer = (
  refusal: Refusal | 'internal',
  baseUrl: string,
  requestId: string,
  language?: Language,
): Answer => {
  const document = problemDocument(refusal, baseUrl, requestId, language);
  const headers = refusal === 'internal' ? {} : problemHeaders(refusal);
  return {
    status: document.status,
    headers: {
      ...headers,
      'Content-Type': 'application/problem+json',
      'Content-Language': language?.name ?? 'en',
      Vary: 'Accept-Language',
    },
    body: document,
  };
};
