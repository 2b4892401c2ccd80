// Checks whether the gate would still admit a caller whose stream is open.
import type { Caller } from '../../admission/caller.ts';
import { isRefusedByRule } from '../../base/refusal.ts';
import type { Scope } from '../../directory/roles.ts';
import type { Door } from '../../http/endpoint/endpoint.ts';
import type { DoorRequest } from '../../http/incoming/incoming.ts';
import { StaleCaller } from '../../storage/batches/version-check.ts';

/**
 * False if the gate would now reject the same request. If the database is unreachable, returns true and leaves the
 * decision to the next check.
 */
export async function isStillAdmitted(door: Door<Caller, Scope>, request: DoorRequest): Promise<boolean> {
  for (const fresh of [false, true]) {
    try {
      const { refusal, confirm } = await door.admit(request, {}, { fresh, before: () => undefined });
      if (refusal !== undefined) return false;
      await confirm();
      return true;
    } catch (thrown) {
      if (thrown instanceof StaleCaller) continue;
      return !isRefusedByRule(thrown);
    }
  }
  return true;
}
