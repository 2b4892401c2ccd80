// Sends a browser to a workspace's OpenID provider and handles its return. The values that must match on return are in
// a row that is read once. The browser only has the row's key in a cookie, so no other browser can complete the
// sign-in.

import { createHash, randomBytes } from 'node:crypto';
import { DAY_MS, instant } from '../base/clock.ts';
import { refuse } from '../base/refusal.ts';
import { claimOnce } from '../credentials/oauth-artifacts.ts';
import type { Db } from '../storage/database.ts';
import { getProviderClient, type SingleSignOnDeps } from './single-sign-on.ts';
import type { Identity } from './single-sign-on-provider.ts';
import { insertAttempt, takeAttempt } from './single-sign-on-store.ts';

/** How long a person may take at the provider, in milliseconds. */
export const ATTEMPT_LIFETIME_MS = 10 * 60_000;

/** The redirect URI, which an admin registers at the provider. */
export const redirectUriOf = (publicUrl: string): string => `${publicUrl}/sign-in/sso/callback`;

/**
 * Starts a sign-in. Returns the URL for the browser and the binding for its cookie. `returnTo` is a path in the
 * console; any other value becomes the start page. Fails with `not-found` and `unprocessable`.
 */
export async function beginSingleSignOn(
  db: Db,
  deps: SingleSignOnDeps,
  teamId: string,
  returnTo: string,
  now: number,
): Promise<{ url: string; binding: string }> {
  const client = await getProviderClient(db, teamId, deps);
  const { authorizationUrl, openProvider } = await loadProvider();
  const { url, attempt } = await authorizationUrl(await openProvider(client, deps), redirectUriOf(deps.publicUrl));
  const binding = randomBytes(32).toString('base64url');
  await insertAttempt(db, {
    ...attempt,
    binding_hash: hashOf(binding),
    team_id: teamId,
    return_to: localPath(returnTo),
    expires_at: instant(now + ATTEMPT_LIFETIME_MS),
    now: instant(now),
  });
  return { url, binding };
}

/**
 * Completes a sign-in. Returns the identity, the workspace and the page to open. `query` is the query string of the
 * callback (`?code=…`). Fails with `unauthorized` if the sign-in began in another browser or took too long, and with
 * `unprocessable` if the provider reports an error.
 */
export async function endSingleSignOn(
  db: Db,
  deps: SingleSignOnDeps,
  binding: string | undefined,
  query: string,
  now: number,
): Promise<{ team_id: string; return_to: string; identity: Identity }> {
  const stored = binding === undefined ? undefined : await takeAttempt(db, hashOf(binding), instant(now));
  if (stored === undefined || !(await isNewCode(db, query, now)))
    throw refuse('unauthorized', 'The sign-in took too long or began in another browser. Start again.', {
      reason: 'expired',
    });
  const { team_id, return_to, ...attempt } = stored;
  const { identityFromCallback, openProvider } = await loadProvider();
  const client = await getProviderClient(db, team_id, deps);
  const provider = await openProvider(client, deps);
  const identity = await identityFromCallback(provider, new URL(redirectUriOf(deps.publicUrl) + query), attempt);
  return { team_id, return_to, identity: { ...identity, asked: client } };
}

/**
 * False if the code has already been presented, in any sign-in. The first sign-in has already sent the code to its own
 * provider. A hostile provider could redirect the browser to another provider, receive that provider's code from this
 * service, and present it in a sign-in that the attacker started (mix-up, RFC 9700, section 4.4). Not every provider
 * identifies itself in its response (RFC 9207).
 */
async function isNewCode(db: Db, query: string, now: number): Promise<boolean> {
  const code = new URLSearchParams(query).get('code');
  return code === null || (await claimOnce(db, 'SignInCode', code, now + CODE_KEPT_MS));
}

/** Longer than any provider accepts a code. */
const CODE_KEPT_MS = DAY_MS;

/** Loaded with the first sign-in that needs it. */
const loadProvider = () => import('./single-sign-on-provider.ts');

/** Never returns another site's address: browsers treat `//host` and `/\host` as one. */
const localPath = (given: string): string => (/^\/(?![/\\])[\x21-\x7e]{0,500}$/.test(given) ? given : '/');

const hashOf = (binding: string): Buffer => createHash('sha256').update(binding).digest();
