// Requests without a matching endpoint. Route and method are checked before the credential (Decision 5), so the
// response does not depend on the sender. A door that observes requests (a provisioning log) is notified afterwards of
// those from its callers.
import { isRefusal } from '../../base/refusal.ts';
import { StaleCaller } from '../../storage/batches/version-check.ts';
import type { Door, Observation } from '../endpoint/endpoint.ts';
import { admit } from '../gate/gate.ts';
import type { GateDeps } from '../gate/gated-request.ts';
import type { Incoming } from '../incoming/incoming.ts';
import { openCharges } from '../rate-limits/charges.ts';
import type { PolicyName } from '../rate-limits/rate-limit.ts';

/** A request refused because no endpoint has its path or method. */
export interface MissedRequest extends Pick<Observation<unknown>, 'status' | 'refusal' | 'durationMs'> {
  readonly request: Incoming;
}

/**
 * Reports to the door who sent the request, after the response. Never throws. Ignores requests beyond the rate limit or
 * without a valid credential.
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
