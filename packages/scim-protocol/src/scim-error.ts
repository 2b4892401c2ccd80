// The protocol's only error: a status, a scimType if RFC 7644 defines one, and a sentence for an administrator.
import type { JsonObject } from './json.ts';
import { ERROR_URN } from './urns.ts';

/** The detail keywords of RFC 7644 3.12 (table 9) and of RFC 9865 (the last three). */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers'
  | 'sensitive'
  | 'invalidCursor'
  | 'expiredCursor'
  | 'invalidCount';

export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;
  constructor(status: number, scimType: ScimType | undefined, detail: string) {
    super(detail);
    this.name = 'ScimError';
    this.status = status;
    this.scimType = scimType;
  }
}

/** A 400 to throw: `throw scimError('invalidPath', 'emails[ has no closing bracket.')`. */
export const scimError = (scimType: ScimType, detail: string): ScimError => new ScimError(400, scimType, detail);

/** The error body of RFC 7644 3.12. `status` is a string; `scimType` is omitted if none applies. */
export function scimErrorBody(error: { status: number; scimType?: ScimType | undefined; message: string }): JsonObject {
  const { status, scimType, message } = error;
  return {
    schemas: [ERROR_URN],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: message,
  };
}

/**
 * The maximum number of quoted characters, and a number of UTF-16 units that is always enough for them (two per
 * character).
 */
const [MOST, UNITS] = [80, 162];

/** Quotes untrusted text for an error message. Long text is cut between two characters. */
export function quoted(text: string): string {
  const characters = [...text.slice(0, UNITS)];
  return JSON.stringify(characters.length > MOST ? `${characters.slice(0, MOST - 3).join('')}...` : text);
}
