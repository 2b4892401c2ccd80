// All endpoints of the SCIM API.
import { discoveryEndpoints } from './discovery-routes.ts';
import { groupEndpoints } from './group-routes.ts';
import type { ScimDeps } from './scim-deps.ts';
import { SCIM_BASE, type ScimEndpoint } from './scim-door.ts';
import { searchEndpoints } from './search-routes.ts';
import { userEndpoints } from './user-routes.ts';

/** Everything below /scim/v2/{connection_id} (RFC 7644 3.2), including common variants of each path. */
export const scimEndpoints = (deps: ScimDeps): ScimEndpoint[] =>
  endpointsOf(deps).flatMap((endpoint) => spellings(endpoint.path).map((path) => ({ ...endpoint, path })));

const endpointsOf = (deps: ScimDeps): ScimEndpoint[] => [
  ...userEndpoints(deps),
  ...groupEndpoints(deps),
  ...searchEndpoints(deps),
  ...discoveryEndpoints(deps),
];

/**
 * Also accepts `/Users/`, `/users` and `/users/` for `/Users`, because clients add a slash before their query or change
 * the case.
 */
function spellings(path: string): string[] {
  const below = path.slice(SCIM_BASE.length);
  const folded = below.replace(/^\/\w+/, (name) => name.toLowerCase());
  const cases = [...new Set([below, folded])];
  return cases.flatMap((each) => [SCIM_BASE + each, `${SCIM_BASE}${each}/`]);
}
