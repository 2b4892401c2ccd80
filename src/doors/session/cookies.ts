// Set-Cookie headers for the service's cookies. The rooms define what the cookies mean.

import { stringifySetCookie } from 'cookie';
import { type CookieName, cookieName, SESSION_COOKIE, SSO_COOKIE } from '../../identity/cookie-names.ts';
import { SESSION_LIFETIME_MS } from '../../identity/sessions.ts';
import { ATTEMPT_LIFETIME_MS } from '../../identity/single-sign-on-flow.ts';

/**
 * SameSite=Lax, so that the browser sends its cookies when it returns from an identity provider; own-page.ts protects
 * changes. The path is `/`, as `__Host-` requires.
 */
export const setCookie = (name: CookieName, value: string, publicUrl: string, maxAgeMs: number): string =>
  stringifySetCookie(cookieName(name, publicUrl), value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    path: '/',
    maxAge: Math.floor(maxAgeMs / 1_000),
  });

/** Deletes a cookie in the browser. */
export const endCookie = (name: CookieName, publicUrl: string): string => setCookie(name, '', publicUrl, 0);

/** Holds the session's token. The cookie expires later than an idle session. */
export const sessionCookie = (token: string, publicUrl: string): string =>
  setCookie(SESSION_COOKIE, token, publicUrl, SESSION_LIFETIME_MS.app);

/** Binds a sign-in at a provider to this browser. */
export const attemptCookie = (binding: string, publicUrl: string): string =>
  setCookie(SSO_COOKIE, binding, publicUrl, ATTEMPT_LIFETIME_MS);
