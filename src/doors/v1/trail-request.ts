// Steps shared by requests about one trail, in the order of Decision 5: find the trail, receive the body, check
// preconditions. A change checks them again on the locked trail, in its single commit.
import type { Caller } from '../../admission/caller.ts';
import type { By } from '../../audit/audit-log.ts';
import type { Answer } from '../../http/answers/answer.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';
import type { Tx } from '../../storage/database.ts';
import type { ReadTrail } from '../../trails/trail-read-store.ts';
import { readTrail } from '../../trails/trails.ts';
import { hasPreconditions, requirePreconditions, requirePreconditionsNow } from './preconditions.ts';
import { byOf } from './v1-door.ts';

type TrailCall = Call<Caller, { readonly trail_id: string }>;

/** A change of a trail, with its arguments in the order that the rooms use. */
type Change = (tx: Tx, catalogId: string, trailId: string, by: By) => Promise<Answer>;

/**
 * The requested trail. `receive` reads the body, which is inspected later. Fails with `not-found`, and for the same
 * reasons as `receive` and `requirePreconditions`, in this order.
 */
export async function requestedTrail<Request extends TrailCall>(
  call: Request,
  receive?: (call: Request) => Promise<void>,
): Promise<ReadTrail> {
  const trail = await readTrail(call.db, call.caller.catalog.catalog_id, call.params.trail_id);
  await receive?.(call);
  if (hasPreconditions(call)) await requirePreconditions(call, trail);
  return trail;
}

/**
 * Commits one change of the trail. Fails for the same reasons as `requirePreconditionsNow`, and then as the change
 * itself.
 */
export function commitOnTrail(call: TrailCall, change: Change): Promise<Answer> {
  const { trail_id } = call.params;
  return call.commit(async (tx) => {
    await requirePreconditionsNow(call, tx, trail_id);
    return change(tx, call.caller.catalog.catalog_id, trail_id, byOf(call));
  });
}
