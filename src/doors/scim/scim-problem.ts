// Refusals in the format of RFC 7644 3.12: every slug of the rooms, and the protocol's own errors (Decision 34).

import { ScimError, type ScimType, scimErrorBody } from '@cairn/scim-protocol/scim-error';
import { isRefusal, type Refusal, refuse, type Slug } from '../../base/refusal.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { detailOf, problemHeaders } from '../../http/answers/problem.ts';
import type { ScimVerdict } from '../../provisioning/rehearsal/rehearsed-request.ts';

/** The media type of every response, always without a charset. */
export const SCIM_JSON = 'application/scim+json';

interface ScimStatus {
  readonly status: number;
  readonly scimType?: ScimType;
}

const STATUSES = {
  // Only a body that is not valid JSON causes this. The protocol package reports all more specific errors.
  'bad-request': { status: 400, scimType: 'invalidSyntax' },
  unauthorized: { status: 401 },
  // Contract 5.6: a plan without SCIM returns 403 here, but 402 on /v1.
  'upgrade-required': { status: 403 },
  'insufficient-scope': { status: 403 },
  'feature-not-enabled': { status: 403 },
  'membership-revoked': { status: 403 },
  forbidden: { status: 403 },
  'not-found': { status: 404 },
  'method-not-allowed': { status: 405 },
  'request-timeout': { status: 408 },
  conflict: { status: 409 },
  'idempotency-in-flight': { status: 409 },
  'already-made': { status: 409 },
  'cursor-expired': { status: 410 },
  uniqueness: { status: 409, scimType: 'uniqueness' },
  // Decision 37: RFC 7644 has no scimType for these two, so the message explains them.
  'seat-limit': { status: 409 },
  'owner-protected': { status: 409 },
  'revision-conflict': { status: 412 },
  'payload-too-large': { status: 413 },
  'unsupported-media-type': { status: 415 },
  validation: { status: 400, scimType: 'invalidValue' },
  unprocessable: { status: 400, scimType: 'invalidValue' },
  'idempotency-key-mismatch': { status: 400, scimType: 'invalidValue' },
  'precondition-required': { status: 428 },
  'rate-limited': { status: 429 },
  // The request is valid. It will succeed once an admin has made a decision or ended the pause.
  'connection-paused': { status: 429 },
  'headers-too-large': { status: 431 },
  'judge-unavailable': { status: 503 },
  'not-ready': { status: 503 },
} as const satisfies Record<Slug, ScimStatus>;

/** The status and scimType of a refusal. */
export function scimStatusOf(refusal: Refusal | 'internal'): ScimStatus {
  if (refusal === 'internal') return { status: 500 };
  const { scim_error } = refusal.extras;
  if (!(scim_error instanceof ScimError)) return STATUSES[refusal.slug];
  const { status, scimType } = scim_error;
  return scimType === undefined ? { status } : { status, scimType };
}

/** The SCIM response for a refusal or a bug: `status` is a string, and all members are defined by RFC 7644. */
export function scimProblem(refusal: Refusal | 'internal'): Answer {
  const { status, scimType } = scimStatusOf(refusal);
  const headers = refusal === 'internal' ? {} : problemHeaders(refusal);
  return {
    status,
    headers: { ...headers, 'Content-Type': SCIM_JSON },
    body: scimErrorBody({ status, scimType, message: detailOf(refusal) }),
  };
}

const SLUGS: Readonly<Record<number, Slug>> = { 404: 'not-found', 409: 'uniqueness', 412: 'revision-conflict' };

/** Runs `work` and converts protocol errors to refusals, which the gate understands. */
export async function renderedScim<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    throw asRefusal(thrown);
  }
}

const asRefusal = (thrown: unknown): unknown =>
  thrown instanceof ScimError
    ? refuse(SLUGS[thrown.status] ?? 'bad-request', thrown.message, { scim_error: thrown })
    : thrown;

/** The response to a request that fails with this error. Undefined for a bug. */
export function scimVerdict(thrown: unknown): ScimVerdict | undefined {
  const refusal = asRefusal(thrown);
  if (!isRefusal(refusal)) return undefined;
  const { status, scimType = null } = scimStatusOf(refusal);
  return { status, scim_type: scimType, explanation: refusal.message };
}
