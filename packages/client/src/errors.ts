// Errors that calls may throw. Refusals of the service are distinguished by slug (docs/status-codes.md); network errors
// have their own classes.
import type { Slug as DocumentedSlug } from './generated/v1.ts';
import type { ProblemDetails, ValidationIssue } from './shapes.ts';

/** Every slug in the OpenAPI document, and those that the server itself returns before any endpoint. */
export type Slug = DocumentedSlug | 'method-not-allowed' | 'request-timeout' | 'headers-too-large';

/** Members in addition to those of RFC 9457, by slug. */
interface Extras {
  readonly validation: { readonly issues: readonly ValidationIssue[]; readonly issues_omitted?: number };
  readonly 'revision-conflict': { readonly current_revision: number; readonly changed_fields?: readonly string[] };
  readonly 'precondition-required': { readonly current_revision?: number };
  readonly conflict: { readonly current_revision?: number };
  readonly 'insufficient-scope': { readonly required_scope: string };
}

/** A refusal by the service. Check `slug`; `message` is for people and may change. */
export class ProblemError extends Error {
  override readonly name = 'CairnError';
  readonly slug: Slug;
  readonly status: number;
  /** For reports to the operators of the service. */
  readonly requestId: string | undefined;
  /** Seconds to wait, if the service said so. */
  readonly retryAfter: number | undefined;
  /** The whole response body, including members that this release does not know. */
  readonly problem: ProblemDetails;

  constructor(problem: ProblemDetails, status: number, headers: Headers) {
    super(problem.detail);
    this.slug = problem.type.slice(problem.type.lastIndexOf('/') + 1) as Slug;
    this.status = status;
    this.requestId = headers.get('request-id') ?? undefined;
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    this.retryAfter = Number.isFinite(seconds) ? seconds : undefined;
    this.problem = problem;
    const { type: _type, title: _title, status: _status, detail: _detail, instance: _instance, ...extras } = problem;
    for (const [name, value] of Object.entries(extras)) if (!(name in this)) Object.assign(this, { [name]: value });
  }
}

/** A refusal whose members depend on its slug: `if (error.slug === 'validation') error.issues[0].field`. */
export type CairnError = {
  [S in Slug]: ProblemError & { readonly slug: S } & (S extends keyof Extras ? Extras[S] : unknown);
}[Slug];

/** True for a refusal by the service, with the given slug if there is one. */
export function isCairnError<S extends Slug = Slug>(
  thrown: unknown,
  slug?: S,
): thrown is Extract<CairnError, { readonly slug: S }> {
  return thrown instanceof ProblemError && (slug === undefined || thrown.slug === slug);
}

/** The service was unreachable, or its response was cut off. For a change, it is unknown whether it was made. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
}

/** No complete response within the timeout. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** Something other than Cairn responded, such as a proxy's page or a redirect. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Another caller kept saving in the meantime. Contains both documents for merging. */
export class EditConflictError<Document = unknown> extends Error {
  override readonly name = 'EditConflictError';
  /** The document that the last change was based on, the changed one, and the one that is stored now. */
  readonly base: Document;
  readonly mine: Document;
  readonly theirs: Document;
  /** The revision of `theirs`. Send it as If-Match to overwrite it. */
  readonly revision: number;
  constructor(documents: { readonly base: Document; readonly mine: Document; readonly theirs: Document }, at: number) {
    super(
      `Someone else saved in the meantime, and the trail is now at revision ${at}. Merge \`mine\` into \`theirs\`.`,
    );
    this.base = documents.base;
    this.mine = documents.mine;
    this.theirs = documents.theirs;
    this.revision = at;
  }
}
