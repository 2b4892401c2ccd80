// What the routes of signing in need of the process.
import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { refuse } from '../../base/refusal.ts';
import { mailboxOf } from '../../directory/checked.ts';
import type { RateLimiter } from '../../http/rate-limits/rate-limit.ts';
import type { PasswordHasher } from '../../identity/password-hash.ts';
import type { SingleSignOnDeps } from '../../identity/single-sign-on.ts';

export interface SignInDeps extends SingleSignOnDeps {
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly hasher: PasswordHasher;
}

/**
 * Takes one guess at the password of an address, known here or not, from wherever it comes: the bucket `sign-in` beside
 * the one of the sender's address. Refuses with `rate-limited`.
 */
export async function takeGuess({ limiter }: SignInDeps, email: string): Promise<void> {
  const key = createHash('sha256').update(mailboxOf(email.trim()).toLowerCase()).digest('base64url');
  const { allowed, retryAfterS } = await limiter.take('sign-in', `email:${key}`);
  if (allowed) return;
  throw refuse('rate-limited', `Too many attempts to sign in with this address. Wait ${retryAfterS} s.`, {
    retry_after: retryAfterS,
  });
}
