// What the endpoints of the door need of the process, and the context of one call.

import type { KeyedSemaphore } from '../../base/semaphore.ts';
import { connectionBase } from '../../directory/connections/connection.ts';
import type { ListingDeps } from '../../provisioning/lists/list-resources.ts';
import type { ScimContext } from '../../provisioning/scim-context.ts';
import type { Arrivals } from '../../provisioning/users/arrivals.ts';
import { byConnection, type ScimCall } from './scim-door.ts';

export interface ScimDeps extends Omit<ListingDeps, 'wholeGroup'> {
  readonly baseUrl: string;
  /** Writes of one group take turns in this process, by its id. */
  readonly groupInTurn: KeyedSemaphore;
  /** Those of one workspace too, a few at a time, by its id (`openGroupWrites`). */
  readonly groupWrites: KeyedSemaphore;
  readonly arrivals: Arrivals;
  /** Searches of one workspace take turns in this process, by its id (`openSearches`). */
  readonly searches: KeyedSemaphore;
}

/** The context of a call. */
export function scimContextOf({ baseUrl, clock }: ScimDeps, call: ScimCall): ScimContext {
  const { caller, note } = call;
  // A set, since a transaction may run more than once.
  const warnings = new Set<string>();
  return {
    team_id: caller.team_id,
    connection_id: caller.connection_id,
    base: connectionBase(baseUrl, caller.connection_id),
    strict: caller.strict,
    by: byConnection(call),
    now: clock(),
    warn(sentence) {
      if (warnings.size < MOST_WARNINGS) warnings.add(sentence);
      note({ warnings: [...warnings] });
    },
  };
}

const MOST_WARNINGS = 20;
