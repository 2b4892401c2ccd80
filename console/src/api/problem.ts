// Refusals of the service (RFC 9457 problem details) as errors that pages can show.

import { t } from '../parts/texts/t.ts';
export interface Issue {
  readonly severity: 'error' | 'warning';
  readonly field: string;
  readonly message: string;
}

/** Headings for people. The API's titles are for programs. */
const HEADINGS: Readonly<Record<string, string>> = {
  'bad-request': t('The request was not understood'),
  unauthorized: t('You are not signed in'),
  'upgrade-required': t('Not part of your plan'),
  'insufficient-scope': t("You don't have permission"),
  'feature-not-enabled': t('Switched off for this workspace'),
  'membership-revoked': t('Your access has ended'),
  forbidden: t("You don't have permission"),
  'not-found': t('This was not found'),
  'method-not-allowed': t("That isn't possible here"),
  'request-timeout': t('That took too long'),
  conflict: t('That is not possible right now'),
  'idempotency-in-flight': t('This is still in progress'),
  'already-made': t('It was created, but its secret was never shown'),
  'cursor-expired': t('This list is out of date'),
  'revision-conflict': t('Someone else has saved a newer version'),
  'payload-too-large': t('That is too large'),
  'unsupported-media-type': t('This type of file is not supported'),
  validation: t('Please correct the marked fields'),
  unprocessable: t("That isn't possible"),
  'idempotency-key-mismatch': t('This request was sent before with other content'),
  'precondition-required': t('Reload the page first'),
  'rate-limited': t('Too many requests at once'),
  'headers-too-large': t('That is too large'),
  internal: t('Something went wrong'),
  'judge-unavailable': t("The check isn't available right now"),
  'not-ready': t('The service is not ready'),
};

/** Replaces details that tell a program which header to send. */
const SENTENCES: Readonly<Record<string, string>> = {
  'revision-conflict': t('Nothing was changed. Look at the current draft, then decide again.'),
  'precondition-required': t('Nothing was changed. Reload the page, then decide again.'),
};

/** Removes the requests that details name for programs: "(POST …/unarchive)". */
const forPeople = (detail: unknown): string | undefined =>
  typeof detail === 'string' ? detail.replaceAll(/ \(POST [^)]*\)/g, '') : undefined;

/** A refusal, or no response at all (slug `unreachable`). */
export class Problem extends Error {
  readonly slug: string;
  readonly status: number;
  readonly title: string;
  readonly requestId: string | undefined;
  readonly issues: readonly Issue[];
  /** The wait that the service asks for (Retry-After, RFC 9110, section 10.2.3), in ms. */
  readonly waitMs: number | undefined;
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    members: Readonly<Record<string, unknown>>,
    status: number,
    requestId: string | undefined,
    retryAfter: string | null = null,
  ) {
    const slug =
      String(members.type ?? '')
        .split('/')
        .at(-1) || 'unknown';
    super(
      String(
        SENTENCES[slug] ??
          forPeople(members.detail) ??
          t(
            'The service gave no reason. Try again in a moment. If it keeps happening, tell the people who run the service.',
          ),
      ),
    );
    this.members = members;
    this.slug = slug;
    this.status = status;
    this.waitMs = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) * 1_000 : undefined;
    this.title = HEADINGS[this.slug] ?? String(members.title ?? HEADINGS.internal);
    this.requestId = requestId;
    this.issues = Array.isArray(members.issues) ? (members.issues as Issue[]) : [];
  }
}

export const isProblem = (thrown: unknown, slug?: string): thrown is Problem =>
  thrown instanceof Problem && (slug === undefined || thrown.slug === slug);

/** The issues as one text, for places without fields. Names fields in plain words and limits the number of issues. */
export function issuesInWords(issues: readonly Issue[]): string {
  const sentences = issues.slice(0, MAX_ISSUES).map(({ field, message }) => `${fieldInWords(field)}: ${message}`);
  const more = issues.length - sentences.length;
  return more > 0 ? `${sentences.join(' ')} ${t('And {more} more.', { more })}` : sentences.join(' ');
}

const MAX_ISSUES = 3;

/** `trigger.examples[0].text` as "Examples, 1", `expires_at` as "Expires at". */
function fieldInWords(field: string): string {
  const [, list, place] = /([a-z_]+)\[(\d+)\]/i.exec(field) ?? [];
  const name = (list ?? field.split('.').at(-1) ?? field).replaceAll('_', ' ');
  const label = name.charAt(0).toUpperCase() + name.slice(1);
  return place === undefined ? label : `${label}, ${Number(place) + 1}`;
}

/**
 * The id of the thing created by a request whose response, with its secret, was lost. Undefined for any other error.
 */
export const madeIdOf = (thrown: unknown): string | undefined =>
  isProblem(thrown, 'already-made') ? String(thrown.members.made_id) : undefined;

/** True if it is unknown whether the change was made: no response came, or a proxy got none. */
export const isLost = (thrown: unknown): boolean =>
  thrown !== null && thrown !== undefined && [0, 502, 504].includes(problemOf(thrown).status);

/** Converts anything thrown to a problem. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  return new Problem(
    {
      type: 'unreachable',
      title: t('The service cannot be reached'),
      detail: t('No answer came. Check the network, then try again. Nothing on this page was lost.'),
    },
    0,
    undefined,
  );
}
