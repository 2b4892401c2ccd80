// Parses the Authorization header for every API that accepts bearer tokens (RFC 6750, section 2.1).

/** The API's errors for headers without a usable token. */
export interface BearerRefusals {
  readonly absent: () => Error;
  readonly malformed: () => Error;
}

/**
 * Returns the token of `Bearer <token>`. The scheme is case-insensitive. If there is no token, throws the API's own
 * refusal.
 */
export function bearerToken(authorization: string | undefined, { absent, malformed }: BearerRefusals): string {
  if (authorization === undefined || authorization.trim() === '') throw absent();
  const token = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (token === undefined) throw malformed();
  return token;
}
