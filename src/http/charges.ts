// What one request costs: a token of each bucket it is about, taken once however often the request is judged.
import { refuse } from '../base/refusal.ts';
import { networkOf } from './client-address.ts';
import { type PolicyName, type RateLimiter, type RateVerdict, rateHeaders } from './rate-limit.ts';

export interface Charges {
  /** The headers of the bucket asked last, where the caller is told of it. */
  readonly headers: Readonly<Record<string, string>>;
  /** The bucket asked last. */
  readonly policy: PolicyName | undefined;
  /** Takes one request from the caller's bucket without refusing it. */
  note(policy: PolicyName | 'none', bucket: string): Promise<void>;
  /** Takes one request from the caller's bucket. Refuses with `rate-limited`. */
  take(policy: PolicyName | 'none', bucket: string): Promise<void>;
  /**
   * Takes a failed credential from the bucket of the address (`networkOf`). Refuses with `rate-limited`; anonymous
   * callers are told of the bucket only then.
   */
  takeFailure(address: string): Promise<void>;
  /**
   * Before a credential is looked up: refuses with `rate-limited` an address that used its failures up. Asks nobody.
   */
  requireFailuresLeft(address: string): void;
}

/** As they are while the request is judged. */
type OpenCharges = { -readonly [Name in keyof Charges]: Charges[Name] };

export function openCharges(limiter: RateLimiter): Charges {
  const taken = new Map<string, RateVerdict | Promise<RateVerdict>>();
  const show = (name: PolicyName, verdict: RateVerdict): void => {
    charges.headers = rateHeaders(name, limiter.policies[name], verdict);
  };
  const takeOnce = (name: PolicyName, key: string): RateVerdict | Promise<RateVerdict> => {
    charges.policy = name;
    const bucket = `${name}:${key}`;
    const verdict = taken.get(bucket) ?? limiter.take(name, key);
    taken.set(bucket, verdict);
    return verdict;
  };
  // Fields, no getters: V8 makes a hidden class for each object that has getters of its own, and what they see stays
  // with it until the next full collection.
  const charges: OpenCharges = {
    headers: {},
    policy: undefined,
    async note(name, bucket) {
      if (name !== 'none') show(name, await takeOnce(name, bucket));
    },
    async take(name, bucket) {
      if (name === 'none') return;
      const verdict = await takeOnce(name, bucket);
      show(name, verdict);
      if (!verdict.allowed) throw tooMany(verdict);
    },
    async takeFailure(address) {
      const verdict = await takeOnce('failures', networkOf(address));
      if (verdict.allowed) return;
      show('failures', verdict);
      throw tooMany(verdict);
    },
    requireFailuresLeft(address) {
      const verdict = limiter.exhausted('failures', networkOf(address));
      if (verdict === undefined) return;
      charges.policy = 'failures';
      show('failures', verdict);
      throw tooMany(verdict);
    },
  };
  return charges;
}

/** Which limit it was stands in the headers. */
const tooMany = ({ retryAfterS }: RateVerdict): Error =>
  refuse('rate-limited', `Too many requests of this kind at once. Wait ${retryAfterS} s, then send it again.`, {
    retry_after: retryAfterS,
  });
