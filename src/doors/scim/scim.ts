// The table of the SCIM door's endpoints.
import { discoveryEndpoints } from './discovery-routes.ts';
import { groupEndpoints } from './group-routes.ts';
import type { ScimDeps } from './scim-deps.ts';
import type { ScimEndpoint } from './scim-door.ts';
import { searchEndpoints } from './search-routes.ts';
import { userEndpoints } from './user-routes.ts';

/** Everything below /scim/v2/{connection_id} (spec 4.4). */
export const scimEndpoints = (deps: ScimDeps): ScimEndpoint[] => [
  ...userEndpoints(deps),
  ...groupEndpoints(deps),
  ...searchEndpoints(deps),
  ...discoveryEndpoints(deps),
];
