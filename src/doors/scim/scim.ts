// The table of the SCIM door's endpoints.
import { discoveryEndpoints } from './discovery-routes.ts';
import { groupEndpoints } from './group-routes.ts';
import type { ScimDeps } from './scim-deps.ts';
import { SCIM_BASE, type ScimEndpoint } from './scim-door.ts';
import { searchEndpoints } from './search-routes.ts';
import { userEndpoints } from './user-routes.ts';

/** Everything below /scim/v2/{connection_id} (RFC 7644 3.2), each address also as it is sometimes typed or made. */
export const scimEndpoints = (deps: ScimDeps): ScimEndpoint[] =>
  endpointsOf(deps).flatMap((endpoint) => spellings(endpoint.path).map((path) => ({ ...endpoint, path })));

const endpointsOf = (deps: ScimDeps): ScimEndpoint[] => [
  ...userEndpoints(deps),
  ...groupEndpoints(deps),
  ...searchEndpoints(deps),
  ...discoveryEndpoints(deps),
];

/** `/Users` is `/Users/`, `/users` and `/users/` too: clients put a slash before their query, or fold the case. */
function spellings(path: string): string[] {
  const below = path.slice(SCIM_BASE.length);
  const folded = below.replace(/^\/\w+/, (name) => name.toLowerCase());
  const cases = [...new Set([below, folded])];
  return cases.flatMap((each) => [SCIM_BASE + each, `${SCIM_BASE}${each}/`]);
}
