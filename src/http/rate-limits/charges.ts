// What one request costs: a token of each bucket it is about, taken once however often the request is judged.
import { refuse } from '../../base/refusal.ts';
import { networkOf } from '../incoming/client-address.ts';
import { type PolicyName, type RateLimiter, type RateVerdict, rateHeaders } from './rate-limit.ts';

export interface Charges {
  /** The headers of the bucket asked last, where the caller is told of it. */
  readonly headers: Readonly<Record<string, string>>;
  /** The bucket asked last. */
  readonly policy: PolicyName | undefined;
  /** Takes one request from the caller's bucket without refusing it. */
  note(policy: PolicyName | 'none', bucket: string): Promise<void>;
  /**
   * Takes one request from the caller's bucket. Refuses with `rate-limited`. No promise where the buckets are in
   * memory: there is nothing to wait for.
   */
  take(policy: PolicyName | 'none', bucket: string): Promise<void> | undefined;
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

export const openCharges = (limiter: RateLimiter): Charges => new RequestCharges(limiter);

const NO_HEADERS = {};

/** A class, since every request has its own: what it can do is not made anew each time. */
class RequestCharges implements Charges {
  readonly #limiter: RateLimiter;
  /** One or two. */
  readonly #taken: { name: PolicyName; key: string; verdict: RateVerdict | Promise<RateVerdict> }[] = [];
  // Fields, no getters: V8 makes a hidden class for each object that has getters of its own, and what they see stays
  // with it until the next full collection.
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

/** Which limit it was stands in the headers. */
const tooMany = ({ retryAfterS }: RateVerdict): Error =>
  refuse('rate-limited', `Too many requests of this kind at once. Wait ${retryAfterS} s, then send it again.`, {
    retry_after: retryAfterS,
  });
