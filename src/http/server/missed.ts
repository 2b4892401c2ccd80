// Requests for a path or method that no endpoint has. Route and method are judged before the credential (Decision 5),
// so they are answered without asking who sent them; a door that observes its requests (a provisioning log) is told of
// those of its callers afterwards.
import { isRefusal } from '../../base/refusal.ts';
import { StaleCaller } from '../../storage/batches/version-check.ts';
import type { Door, Observation } from '../endpoint/endpoint.ts';
import { admit } from '../gate/gate.ts';
import type { GateDeps } from '../gate/gated-request.ts';
import type { Incoming } from '../incoming/incoming.ts';
import { openCharges } from '../rate-limits/charges.ts';
import type { PolicyName } from '../rate-limits/rate-limit.ts';

/** A request that was refused because no endpoint has its path or its method. */
export interface MissedRequest extends Pick<Observation<unknown>, 'status' | 'refusal' | 'durationMs'> {
  readonly request: Incoming;
}

/**
 * Tells the door who sent the request, once it was answered; never throws. What a caller sends beyond its rate, and
 * what comes without a good credential, is not observed.
 */
export async function observeMissed<Caller, Need extends string>(
  deps: GateDeps,
  door: Door<Caller, Need>,
  rate: PolicyName,
  missed: MissedRequest,
): Promise<void> {
  const charges = openCharges(deps.limiter);
  for (const fresh of [false, true]) {
    try {
      const { caller, bucket, confirm } = await admit(door, {}, missed.request, fresh, charges);
      await charges.take(rate, bucket);
      await confirm();
      door.observe?.({ ...missed, caller, endpoint: undefined, noted: {} });
      return;
    } catch (thrown) {
      if (thrown instanceof StaleCaller && !fresh) continue;
      if (!isRefusal(thrown)) deps.report(thrown, missed.request.requestId);
      return;
    }
  }
}
