// The names of the service's cookies. All are HttpOnly, so no script reads them. Over TLS they have the prefix
// `__Host-`: a browser accepts such a cookie only from this host, over TLS and for all paths, so neither a sibling
// domain nor an attacker on the network can plant one (RFC 6265bis, section 4.1.3). No other name is read there.
import { parseCookie } from 'cookie';

export const SESSION_COOKIE = 'cairn_session';

/** Names the row of a browser that is at an identity provider, and later its link while it awaits confirmation. */
export const SSO_COOKIE = 'cairn_sso';

/** Names a browser in which people have signed in with their passwords. */
export const DEVICE_COOKIE = 'cairn_device';

/** Names an app's request while it waits for the person. Each request has its own cookie because several may wait. */
export const appRequestCookie = (uid: string) => `cairn_request_${uid}` as const;

export type CookieName =
  | typeof SESSION_COOKIE
  | typeof SSO_COOKIE
  | typeof DEVICE_COOKIE
  | ReturnType<typeof appRequestCookie>;

/** The cookie's name at that address. */
export const cookieName = (name: CookieName, publicUrl: string): string =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name;

export const readCookie = (header: string | undefined, name: CookieName, publicUrl: string): string | undefined =>
  parseCookie(header ?? '')[cookieName(name, publicUrl)];
