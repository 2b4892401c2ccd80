// What a call may throw. A refusal of the service is told apart by its slug (docs/status-codes.md); what went wrong on
// the way has classes of its own.
import type { Slug as DocumentedSlug } from './generated/v1.ts';
import type { ProblemDetails, ValidationIssue } from './shapes.ts';

/** Every slug of the document, and those that the server itself answers before any endpoint. */
export type Slug = DocumentedSlug | 'method-not-allowed' | 'request-timeout' | 'headers-too-large';

/** Members beside those of RFC 9457, by slug. */
interface Extras {
  readonly validation: { readonly issues: readonly ValidationIssue[]; readonly issues_omitted?: number };
  readonly 'revision-conflict': { readonly current_revision: number; readonly changed_fields?: readonly string[] };
  readonly 'precondition-required': { readonly current_revision?: number };
  readonly conflict: { readonly current_revision?: number };
  readonly 'insufficient-scope': { readonly required_scope: string };
}

/** A refusal of the service. Compare `slug`; `message` is a sentence for people and may change. */
export class ProblemError extends Error {
  override readonly name = 'CairnError';
  readonly slug: Slug;
  readonly status: number;
  /** For a report to the people who run the service. */
  readonly requestId: string | undefined;
  /** Whole seconds to wait, where the service said so. */
  readonly retryAfter: number | undefined;
  /** Everything that was answered, members that this release does not know included. */
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

/** A refusal whose members follow from its slug: `if (error.slug === 'validation') error.issues[0].field`. */
export type CairnError = {
  [S in Slug]: ProblemError & { readonly slug: S } & (S extends keyof Extras ? Extras[S] : unknown);
}[Slug];

/** True for a refusal of the service, and of that slug where one is given. */
export function isCairnError<S extends Slug = Slug>(
  thrown: unknown,
  slug?: S,
): thrown is Extract<CairnError, { readonly slug: S }> {
  return thrown instanceof ProblemError && (slug === undefined || thrown.slug === slug);
}

/** The service was not reached, or its answer broke off. With a change, it is not known whether it was done. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
}

/** No whole answer within the time-out. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** Something answered that is not Cairn: a proxy's page, a redirect. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Another caller kept saving meanwhile: both documents, to be merged. */
export class EditConflictError<Document = unknown> extends Error {
  override readonly name = 'EditConflictError';
  /** The document that the last change started from, the changed one, and the one that is saved now. */
  readonly base: Document;
  readonly mine: Document;
  readonly theirs: Document;
  /** The revision of `theirs`: save over it with If-Match of this. */
  readonly revision: number;
  constructor(documents: { readonly base: Document; readonly mine: Document; readonly theirs: Document }, at: number) {
    super(`Somebody else saved meanwhile: the trail is at revision ${at} now. Merge \`mine\` into \`theirs\`.`);
    this.base = documents.base;
    this.mine = documents.mine;
    this.theirs = documents.theirs;
    this.revision = at;
  }
}
