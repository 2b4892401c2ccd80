// A browser's way to a workspace's OpenID provider and back. What must match on the way back is kept in a row that is
// read once; the browser holds only what names the row, so that no other browser can end the sign-in.

import { createHash, randomBytes } from 'node:crypto';
import { DAY_MS, instant } from '../base/clock.ts';
import { refuse } from '../base/refusal.ts';
import { claimOnce } from '../credentials/oauth-artifacts.ts';
import type { Db } from '../storage/database.ts';
import { getProviderClient, type SingleSignOnDeps } from './single-sign-on.ts';
import type { Identity } from './single-sign-on-provider.ts';
import { insertAttempt, takeAttempt } from './single-sign-on-store.ts';

/** How long a person may take at the provider. */
export const ATTEMPT_LIFETIME_MS = 10 * 60_000;

/** Where a provider sends browsers back to: what an admin registers there. */
export const redirectUriOf = (publicUrl: string): string => `${publicUrl}/sign-in/sso/callback`;

/**
 * Begins: where to send the browser, and the binding to keep in its cookie. `returnTo` is a path of the console; any
 * other address becomes its start page. Refuses with `not-found` and `unprocessable`.
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
 * Ends: who came back, to which workspace and page. `query` is what the browser was sent back with (`?code=…`). Refuses
 * with `unauthorized` a browser that did not begin here or took too long, with `unprocessable` what the provider
 * refuses.
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
    throw refuse('unauthorized', 'The sign-in took too long or began in another browser. Begin again.', {
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
 * False for a code that came back before, in whichever sign-in: it was sent on to the provider of that one. A hostile
 * one that had sent the browser to somebody else's provider would have it from us, and bring it back in a sign-in of
 * its own (mix-up, RFC 9700, section 4.4). Not every provider says who it is in its answer (RFC 9207).
 */
async function isNewCode(db: Db, query: string, now: number): Promise<boolean> {
  const code = new URLSearchParams(query).get('code');
  return code === null || (await claimOnce(db, 'SignInCode', code, now + CODE_KEPT_MS));
}

/** Longer than a code is good at any provider. */
const CODE_KEPT_MS = DAY_MS;

/** What speaks OpenID Connect, loaded with the first sign-in that needs it. */
const loadProvider = () => import('./single-sign-on-provider.ts');

/** Never another site: `//host` and `/\host` leave this one in a browser's eyes. */
const localPath = (given: string): string => (/^\/(?![/\\])[\x21-\x7e]{0,500}$/.test(given) ? given : '/');

const hashOf = (binding: string): Buffer => createHash('sha256').update(binding).digest();
