// Reading what the `ai` SDK throws: which failure means a malformed answer, and what that answer cost all the same.

/** The answer does not have the required shape. */
export class Malformed extends Error {}

/** What an error of the SDK may carry. */
export interface ThrownDetails {
  readonly name?: string;
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly usage?:
    | { readonly inputTokens?: number | undefined; readonly outputTokens?: number | undefined }
    | undefined;
}

/** The details of anything that was thrown. */
export const thrownDetails = (thrown: unknown): ThrownDetails =>
  typeof thrown === 'object' && thrown !== null ? thrown : {};

// The SDK's own names for an answer that is no JSON, breaks the schema, or cannot be read as the protocol's.
const MALFORMED = [
  'AI_NoObjectGeneratedError',
  'AI_TypeValidationError',
  'AI_JSONParseError',
  'AI_NoOutputGeneratedError',
];

/** Whether the model did answer, but not with what was asked for. */
export function isMalformed(thrown: unknown): boolean {
  const { name, statusCode } = thrownDetails(thrown);
  if (thrown instanceof Malformed || MALFORMED.includes(name ?? '')) return true;
  // A 2xx that still fails had a body that is not the protocol's.
  return statusCode !== undefined && statusCode >= 200 && statusCode < 300;
}
