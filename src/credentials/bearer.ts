// The header Authorization of every door that takes bearer tokens (RFC 6750, section 2.1).

/** What a door says where the header holds no token that can be looked up. */
export interface BearerRefusals {
  readonly absent: () => Error;
  readonly malformed: () => Error;
}

/** The token of `Bearer <token>`; the scheme's case does not matter. Throws the door's own refusal otherwise. */
export function bearerToken(authorization: string | undefined, { absent, malformed }: BearerRefusals): string {
  if (authorization === undefined || authorization.trim() === '') throw absent();
  const token = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (token === undefined) throw malformed();
  return token;
}
