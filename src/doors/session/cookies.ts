// The cookies of the console as headers, a line for each name that one has. What they mean is known to the rooms.

import { stringifySetCookie } from 'cookie';
import { withoutEndingSlashes } from '../../base/ending-slashes.ts';
import { type CookieName, cookieNames, SESSION_COOKIE, SSO_COOKIE } from '../../identity/cookie-names.ts';
import { SESSION_LIFETIME_MS } from '../../identity/sessions.ts';
import { ATTEMPT_LIFETIME_MS } from '../../identity/single-sign-on-flow.ts';

/**
 * Lax: the browser that comes back from an identity provider brings its cookies; changes are guarded by own-page.ts.
 */
const cookie = (name: CookieName, value: string, publicUrl: string, below: string, maxAgeMs: number): string[] =>
  cookieNames(name, publicUrl).map((written) =>
    stringifySetCookie(written, value, {
      httpOnly: true,
      sameSite: 'lax',
      secure: publicUrl.startsWith('https:'),
      path: written.startsWith('__Host-') ? '/' : `${withoutEndingSlashes(new URL(publicUrl).pathname)}${below}`,
      maxAge: Math.floor(maxAgeMs / 1_000),
    }),
  );

/** Keeps the session's token; the session itself ends earlier when it is idle. */
export const sessionCookie = (token: string, publicUrl: string): string[] =>
  cookie(SESSION_COOKIE, token, publicUrl, '/', SESSION_LIFETIME_MS.app);

/** Makes the browser forget the session. */
export const endedSessionCookie = (publicUrl: string): string[] => cookie(SESSION_COOKIE, '', publicUrl, '/', 0);

/** Keeps the binding of a sign-in at a provider, for the way back alone. */
export const attemptCookie = (binding: string, publicUrl: string): string[] =>
  cookie(SSO_COOKIE, binding, publicUrl, '/sign-in/sso', ATTEMPT_LIFETIME_MS);
