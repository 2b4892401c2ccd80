// The browser's cookie for an app's request. oidc-provider binds it to the request's path, which `__Host-` does not
// allow. Its two cookies (the request id and its signature) are merged into one, named after the request.
import { parseSetCookie } from 'cookie';
import { appRequestCookie, readCookie } from '../../identity/cookie-names.ts';
import { endCookie, setCookie } from '../session/cookies.ts';

/** How long a person can take to decide about a request. */
export const REQUEST_LIFETIME_S = 30 * 60;

const SIGNATURE = '_interaction_resume.sig';

/**
 * The Cookie header that lets oidc-provider find the request that started in this browser. Undefined if none started
 * here.
 */
export function resumeCookies(header: string | undefined, uid: string, publicUrl: string): string | undefined {
  const signature = readCookie(header, appRequestCookie(uid), publicUrl);
  return signature && `_interaction_resume=${uid}; ${SIGNATURE}=${signature}`;
}

/** True if the request started in the browser that sent these cookies. */
export const startedHere = (header: string | undefined, uid: string, publicUrl: string): boolean =>
  (readCookie(header, appRequestCookie(uid), publicUrl) ?? '') !== '';

/** Replaces the cookies that oidc-provider sets. Its other cookies are dropped, because it keeps no session here. */
export const requestCookies = (lines: readonly string[], publicUrl: string): string[] =>
  lines
    .map((line) => parseSetCookie(line))
    .filter(({ name }) => name === SIGNATURE)
    .map(({ value = '', path = '', expires }) => {
      const name = appRequestCookie(path.slice(path.lastIndexOf('/') + 1));
      const isEnded = value === '' || (expires?.getTime() ?? 1) <= 0;
      return isEnded ? endCookie(name, publicUrl) : setCookie(name, value, publicUrl, REQUEST_LIFETIME_S * 1_000);
    });
