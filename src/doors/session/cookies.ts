// The service's cookies as headers. The rooms know what they mean.

import { stringifySetCookie } from 'cookie';
import { type CookieName, cookieName, SESSION_COOKIE, SSO_COOKIE } from '../../identity/cookie-names.ts';
import { SESSION_LIFETIME_MS } from '../../identity/sessions.ts';
import { ATTEMPT_LIFETIME_MS } from '../../identity/single-sign-on-flow.ts';

/**
 * Lax: the browser that comes back from an identity provider brings its cookies; changes are guarded by own-page.ts.
 * The path is `/`, as `__Host-` requires.
 */
export const setCookie = (name: CookieName, value: string, publicUrl: string, maxAgeMs: number): string =>
  stringifySetCookie(cookieName(name, publicUrl), value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    path: '/',
    maxAge: Math.floor(maxAgeMs / 1_000),
  });

/** Makes the browser forget a cookie. */
export const endCookie = (name: CookieName, publicUrl: string): string => setCookie(name, '', publicUrl, 0);

/** Keeps the session's token; the session itself ends earlier when it is idle. */
export const sessionCookie = (token: string, publicUrl: string): string =>
  setCookie(SESSION_COOKIE, token, publicUrl, SESSION_LIFETIME_MS.app);

/** Keeps the binding of a sign-in at a provider. */
export const attemptCookie = (binding: string, publicUrl: string): string =>
  setCookie(SSO_COOKIE, binding, publicUrl, ATTEMPT_LIFETIME_MS);
