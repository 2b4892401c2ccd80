// What the service says when it refuses: RFC 9457 problem details as an error that pages can show.

export interface Issue {
  readonly severity: 'error' | 'warning';
  readonly field: string;
  readonly message: string;
}

/** A refusal, or (slug `unreachable`) no answer at all. */
export class Problem extends Error {
  readonly slug: string;
  readonly status: number;
  readonly title: string;
  readonly requestId: string | undefined;
  readonly issues: readonly Issue[];
  /** How long the service asks to wait (Retry-After, RFC 9110, section 10.2.3), in ms. */
  readonly waitMs: number | undefined;
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    members: Readonly<Record<string, unknown>>,
    status: number,
    requestId: string | undefined,
    retryAfter: string | null = null,
  ) {
    super(
      String(
        members.detail ??
          'The service gave no reason. Try again in a moment; if it goes on, tell whoever runs the service.',
      ),
    );
    this.members = members;
    this.slug =
      String(members.type ?? '')
        .split('/')
        .at(-1) || 'unknown';
    this.status = status;
    this.waitMs = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) * 1_000 : undefined;
    this.title = String(members.title ?? 'Something went wrong');
    this.requestId = requestId;
    this.issues = Array.isArray(members.issues) ? (members.issues as Issue[]) : [];
  }
}

export const isProblem = (thrown: unknown, slug?: string): thrown is Problem =>
  thrown instanceof Problem && (slug === undefined || thrown.slug === slug);

/** Any thrown thing as a problem to show. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  return new Problem(
    {
      type: 'unreachable',
      title: 'The service cannot be reached',
      detail: 'No answer came. Check the network, then try again; nothing was lost on this page.',
    },
    0,
    undefined,
  );
}
