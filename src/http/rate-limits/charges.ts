// The cost of one request: a token from each relevant bucket, taken once even if the request passes the gate again.

import { refuse } from '../../base/refusal.ts';
import { t } from '../../base/texts/t.ts';
import { networkOf } from '../incoming/client-address.ts';
import { type PolicyName, type RateLimiter, type RateVerdict, rateHeaders } from './rate-limit.ts';

export interface Charges {
  /** The rate limit headers of the most recently charged bucket, if the caller may see them. */
  readonly headers: Readonly<Record<string, string>>;
  /** The most recently charged bucket. */
  readonly policy: PolicyName | undefined;
  /** Charges the caller's bucket without refusing. */
  note(policy: PolicyName | 'none', bucket: string): Promise<void>;
  /**
   * Charges the caller's bucket. Fails with `rate-limited`. For buckets in memory, returns no promise because there is
   * nothing to wait for.
   */
  take(policy: PolicyName | 'none', bucket: string): Promise<void> | undefined;
  /**
   * Charges a failed credential to the address (`networkOf`). Fails with `rate-limited`; only then do anonymous
   * callers see the limit.
   */
  takeFailure(address: string): Promise<void>;
  /**
   * Called before a credential lookup. Fails with `rate-limited` if the address has used up its allowed failures, as
   * far as this process knows.
   */
  requireFailuresLeft(address: string): void;
}

export const openCharges = (limiter: RateLimiter): Charges => new RequestCharges(limiter);

const NO_HEADERS = {};

/** A class, so that methods are not created for every request. */
class RequestCharges implements Charges {
  readonly #limiter: RateLimiter;
  /** One or two entries. */
  readonly #taken: { name: PolicyName; key: string; verdict: RateVerdict | Promise<RateVerdict> }[] = [];
  // Fields instead of getters: V8 creates a hidden class for each object with its own getters and keeps their closures
  // until the next full collection.
  headers: Charges['headers'] = NO_HEADERS;
  policy: Charges['policy'];

  constructor(limiter: RateLimiter) {
    this.#limiter = limiter;
  }

  async note(name: PolicyName | 'none', bucket: string): Promise<void> {
    if (name !== 'none') this.#show(name, await this.#takeOnce(name, bucket));
  }

  take(name: PolicyName | 'none', bucket: string): Promise<void> | undefined {
    if (name === 'none') return undefined;
    const verdict = this.#takeOnce(name, bucket);
    if (verdict instanceof Promise) return verdict.then((answer) => this.#judge(name, answer));
    this.#judge(name, verdict);
    return undefined;
  }

  async takeFailure(address: string): Promise<void> {
    const verdict = await this.#takeOnce('failures', networkOf(address));
    if (!verdict.allowed) this.#judge('failures', verdict);
  }

  requireFailuresLeft(address: string): void {
    const verdict = this.#limiter.exhausted('failures', networkOf(address));
    if (verdict === undefined) return;
    this.policy = 'failures';
    this.#judge('failures', verdict);
  }

  #takeOnce(name: PolicyName, key: string): RateVerdict | Promise<RateVerdict> {
    this.policy = name;
    const taken = this.#taken.find((one) => one.name === name && one.key === key);
    if (taken !== undefined) return taken.verdict;
    const verdict = this.#limiter.take(name, key);
    this.#taken.push({ name, key, verdict });
    return verdict;
  }

  #show(name: PolicyName, verdict: RateVerdict): void {
    this.headers = rateHeaders(name, this.#limiter.policies[name], verdict);
  }

  #judge(name: PolicyName, verdict: RateVerdict): void {
    this.#show(name, verdict);
    if (!verdict.allowed) throw tooMany(verdict);
  }
}

/** The headers contain the limit. */
const tooMany = ({ retryAfterS }: RateVerdict): Error =>
  refuse(
    'rate-limited',
    t('Too many requests of this kind at once. Wait {retryAfterS} s, then try again.', { retryAfterS }),
    {
      retry_after: retryAfterS,
    },
  );
