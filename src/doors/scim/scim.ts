// The table of the SCIM door's endpoints.
import { discoveryEndpoints } from './discovery-routes.ts';
import { groupEndpoints } from './group-routes.ts';
import type { ScimEndpoint } from './scim-door.ts';
import type { ScimKit } from './scope.ts';
import { searchEndpoints } from './search-routes.ts';
import { userEndpoints } from './user-routes.ts';

/** Everything below /scim/v2/{connection_id} (spec 4.4). */
export const scimEndpoints = (kit: ScimKit): ScimEndpoint[] => [
  ...userEndpoints(kit),
  ...groupEndpoints(kit),
  ...searchEndpoints(kit),
  ...discoveryEndpoints(kit),
];
