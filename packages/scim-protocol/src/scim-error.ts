// The one way the protocol says no: a status, a scimType where RFC 7644 has one, and a sentence for an administrator.
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

/** The error body of RFC 7644 3.12: `status` is a string, `scimType` only where one fits, and no other member. */
export function scimErrorBody(error: { status: number; scimType?: ScimType | undefined; message: string }): JsonObject {
  const { status, scimType, message } = error;
  return {
    schemas: [ERROR_URN],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: message,
  };
}

/** Characters that are quoted, and units that hold more of them than that: a character takes two at most. */
const [MOST, UNITS] = [80, 162];

/** A stranger's text as it may stand in a sentence: quoted, and cut between two characters where it is long. */
export function quoted(text: string): string {
  const characters = [...text.slice(0, UNITS)];
  return JSON.stringify(characters.length > MOST ? `${characters.slice(0, MOST - 3).join('')}...` : text);
}
