// A request at the gate, with everything needed to check it.
import type { Clock } from '../../base/clock.ts';
import type { KeyedSemaphore } from '../../base/semaphore.ts';
import type { Languages } from '../answers/languages.ts';
import type { Body } from '../endpoint/call.ts';
import type { Door, Endpoint } from '../endpoint/endpoint.ts';
import type { Leases } from '../idempotency/leases.ts';
import type { Incoming } from '../incoming/incoming.ts';
import type { Charges } from '../rate-limits/charges.ts';
import type { RateLimiter } from '../rate-limits/rate-limit.ts';

export interface GateDeps {
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly leases: Leases;
  /** Limits concurrent commits per workspace (commits-in-turn.ts). */
  readonly commits: KeyedSemaphore;
  readonly languages: Languages;
  /** Reports bugs: anything thrown that is not a refusal. */
  readonly report: (thrown: unknown, requestId: string) => void;
}

/** The same for every pass. */
export interface GatedRequest<Caller, Need extends string = string> {
  readonly deps: GateDeps;
  readonly door: Door<Caller, Need>;
  readonly endpoint: Endpoint<Caller, Need>;
  readonly incoming: Incoming;
  readonly body: Body;
  readonly charges: Charges;
}
