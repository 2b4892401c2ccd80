// The names of the console's cookies, HttpOnly all, so that no script ever holds what they keep. Where the service is
// reached over TLS the name says so: a browser takes `__Host-…` of this very host alone, over TLS and for the whole of
// it, so that neither a sibling domain nor somebody on the line can plant one (RFC 6265bis, section 4.1.3).
import { parseCookie } from 'cookie';

/** Names the session. */
export const SESSION_COOKIE = 'cairn_session';

/** Names the row of a browser on its way to an identity provider and back. */
export const SSO_COOKIE = 'cairn_sso';

export type CookieName = typeof SESSION_COOKIE | typeof SSO_COOKIE;

/**
 * The names that the cookie has at that address, the one that counts first. The other is of an earlier release, whose
 * processes may serve beside this one: written and read for one release.
 */
export function cookieNames(name: CookieName, publicUrl: string): readonly string[] {
  const { protocol, pathname } = new URL(publicUrl);
  if (protocol !== 'https:') return [name];
  // What is below a path has cookies of that path, which `__Host-` does not allow.
  return [`${pathname === '/' ? '__Host-' : '__Secure-'}${name}`, name];
}

/** The value of the cookie in a `Cookie` header. */
export function readCookie(header: string | undefined, name: CookieName, publicUrl: string): string | undefined {
  const cookies = parseCookie(header ?? '');
  return cookieNames(name, publicUrl)
    .map((known) => cookies[known])
    .find((value) => value !== undefined);
}
