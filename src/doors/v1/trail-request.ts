// The steps that requests about one trail share, in the order of Decision 5: the trail is found, its body received, its
// preconditions judged; a change then judges them again on the trail as it is until its one commit.
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

/** What a change of a trail is given, in the order in which rooms take it. */
type Change = (tx: Tx, catalogId: string, trailId: string, by: By) => Promise<Answer>;

/**
 * The trail of the request. `receive` takes the body in, which is looked at afterwards. Refuses with `not-found`, then
 * as `receive`, then as `requirePreconditions`.
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

/** One commit of a change of the trail. Refuses as `requirePreconditionsNow`, then as the change. */
export function commitOnTrail(call: TrailCall, change: Change): Promise<Answer> {
  const { trail_id } = call.params;
  return call.commit(async (tx) => {
    await requirePreconditionsNow(call, tx, trail_id);
    return change(tx, call.caller.catalog.catalog_id, trail_id, byOf(call));
  });
}
