// Interprets errors of the `ai` SDK: which ones mean a malformed answer, and how many tokens it cost.

export class Malformed extends Error {}

/** The details an SDK error may carry. */
export interface ThrownDetails {
  readonly name?: string;
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly usage?:
    | { readonly inputTokens?: number | undefined; readonly outputTokens?: number | undefined }
    | undefined;
}

/** The details of any thrown value. */
export const thrownDetails = (thrown: unknown): ThrownDetails =>
  typeof thrown === 'object' && thrown !== null ? thrown : {};

// The SDK's error names for answers that are not JSON, do not match the schema, or do not follow the protocol.
const MALFORMED = [
  'AI_NoObjectGeneratedError',
  'AI_TypeValidationError',
  'AI_JSONParseError',
  'AI_NoOutputGeneratedError',
];

/** Whether the model answered, but not in the required form. */
export function isMalformed(thrown: unknown): boolean {
  const { name, statusCode } = thrownDetails(thrown);
  if (thrown instanceof Malformed || MALFORMED.includes(name ?? '')) return true;
  // A failed request with a 2xx status had a body that does not follow the protocol.
  return statusCode !== undefined && statusCode >= 200 && statusCode < 300;
}

/** The message of the innermost cause: an unknown host, a refused connection or a certificate. */
export function reasonOf(thrown: unknown): string {
  let reason = thrown;
  for (let depth = 0; depth < 5 && reason instanceof Error && reason.cause instanceof Error; depth += 1)
    reason = reason.cause;
  return reason instanceof Error ? reason.message || reason.name : String(reason);
}
