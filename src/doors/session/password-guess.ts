// Limits password guesses. A browser in which the person has signed in before has its own limit and goes ahead of
// strangers, so that strangers cannot lock anyone out. All others share a limit per address and network.

import { createHash } from 'node:crypto';
import type { Visitor } from '../../base/fair-turns.ts';
import { refuse } from '../../base/refusal.ts';
import { t } from '../../base/texts/t.ts';
import { mailboxOf } from '../../directory/checked.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';
import { strangerOf } from '../../http/endpoint/stranger.ts';
import { networkOf, siteOf } from '../../http/incoming/client-address.ts';
import type { RateLimiter } from '../../http/rate-limits/rate-limit.ts';
import { DEVICE_COOKIE, readCookie } from '../../identity/cookie-names.ts';
import { type Device, KNOWN_DEVICE_MS, type KnownDevices } from '../../identity/known-devices.ts';
import { setCookie } from './cookies.ts';

export interface GuessDeps {
  readonly publicUrl: string;
  readonly limiter: RateLimiter;
  readonly devices: KnownDevices;
}

type GuessingCall = Pick<Call<unknown>, 'address' | 'headers' | 'signal'>;

/** The browser's device, if someone has signed in there with a password. */
export const deviceOf = ({ devices, publicUrl }: GuessDeps, { headers }: Pick<GuessingCall, 'headers'>) =>
  devices.read(readCookie(headers.cookie, DEVICE_COOKIE, publicUrl));

/** Marks the browser as known for the account. */
export function deviceCookie(deps: GuessDeps, call: Pick<GuessingCall, 'headers'>, accountId: string): string {
  const value = deps.devices.remember(deviceOf(deps, call), accountId);
  return setCookie(DEVICE_COOKIE, value, deps.publicUrl, KNOWN_DEVICE_MS);
}

/**
 * Counts a guess at the password of an e-mail address, and returns how the guess waits for its turn. `accountId` is the
 * owner of the password. It is undefined for an account without a password. Fails with `rate-limited`.
 */
export async function takeGuess(
  deps: GuessDeps,
  call: GuessingCall,
  email: string,
  accountId: string | undefined,
): Promise<Visitor> {
  const device = deviceOf(deps, call);
  const bucket = `email:${createHash('sha256').update(mailboxOf(email.trim()).toLowerCase()).digest('base64url')}`;
  if (accountId !== undefined && device !== undefined && deps.devices.isKnown(device, accountId)) {
    await take(deps, `${bucket} ${bucketOf(device)}`);
    return { key: accountId, isKnown: true, signal: call.signal() };
  }
  // The device's limit was charged instead of the client address's, but this person has never used the device.
  if (device !== undefined) await take(deps, `address:${networkOf(call.address)}`);
  await take(deps, `${bucket} ${siteOf(call.address)}`);
  return strangerOf(call);
}

/** Counts a guess at the password of the signed-in person. Fails with `rate-limited`. */
export const takeOwnGuess = (deps: Pick<GuessDeps, 'limiter'>, accountId: string): Promise<void> =>
  take(deps, `account:${accountId}`);

/** The key for a device's rate limit. */
export const bucketOf = ({ id }: Device): string => `device:${id}`;

async function take({ limiter }: Pick<GuessDeps, 'limiter'>, bucket: string): Promise<void> {
  const { allowed, retryAfterS } = await limiter.take('sign-in', bucket);
  if (allowed) return;
  throw refuse('rate-limited', t('Too many sign-in attempts. Wait {retryAfterS} s.', { retryAfterS }), {
    retry_after: retryAfterS,
  });
}
