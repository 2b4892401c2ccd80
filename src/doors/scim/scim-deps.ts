// Dependencies of the SCIM endpoints, and the context of one call.

import { sameJson } from '@cairn/scim-protocol/json';
import type { KeyedSemaphore } from '../../base/semaphore.ts';
import { connectionBase } from '../../directory/connections/connection.ts';
import { mappingWith } from '../../provisioning/attribute-mapping.ts';
import { userTypeWith } from '../../provisioning/declared-attributes.ts';
import type { ListingDeps } from '../../provisioning/lists/list-resources.ts';
import type { ScimContext } from '../../provisioning/scim-context.ts';
import type { UnshownValue } from '../../provisioning/unshown-values.ts';
import type { Arrivals } from '../../provisioning/users/arrivals.ts';
import { byConnection, type ScimCall } from './scim-door.ts';

export interface ScimDeps extends Omit<ListingDeps, 'wholeGroup'> {
  readonly baseUrl: string;
  /** Serializes writes of a group in this process, by group id. */
  readonly groupInTurn: KeyedSemaphore;
  /** Limits concurrent writes of a workspace, by its id (`openGroupWrites`). */
  readonly groupWrites: KeyedSemaphore;
  readonly arrivals: Arrivals;
  /** Limits concurrent searches of a workspace, by its id (`openSearches`). */
  readonly searches: KeyedSemaphore;
}

export function scimContextOf({ baseUrl, clock }: ScimDeps, call: ScimCall): ScimContext {
  const { caller, note } = call;
  // A set, because a transaction may run more than once.
  const warnings = new Set<string>();
  let skipped: UnshownValue[] = [];
  const userType = userTypeWith(caller.declared_attributes);
  return {
    team_id: caller.team_id,
    connection_id: caller.connection_id,
    base: connectionBase(baseUrl, caller.connection_id),
    strict: caller.strict,
    userType,
    mapping: mappingWith(caller.attribute_mapping, userType),
    by: byConnection(call),
    now: clock(),
    warn(sentence, unshown) {
      if (warnings.size < MAX_WARNINGS) warnings.add(sentence);
      if (unshown !== undefined) skipped = [...skipped.filter((each) => !sameJson(each.value, unshown.value)), unshown];
      note({ warnings: [...warnings], ...(skipped.length > 0 && { unshown: skipped.slice(0, MAX_WARNINGS) }) });
    },
  };
}

const MAX_WARNINGS = 20;
