// Discovery (RFC 7644, section 4). The unsupported endpoints /Bulk and /Me return 501.

import { resourceTypeResource, schemaResource, schemasOfTypes } from '@cairn/scim-protocol/discovery';
import type { JsonObject } from '@cairn/scim-protocol/json';
import { listResponse } from '@cairn/scim-protocol/list-response';
import { GROUP_TYPE, type ResourceType } from '@cairn/scim-protocol/resource-type';
import { quoted, ScimError } from '@cairn/scim-protocol/scim-error';
import { serviceProviderConfig } from '@cairn/scim-protocol/service-provider-config';
import { connectionBase } from '../../directory/connections/connection.ts';
import { userTypeWith } from '../../provisioning/declared-attributes.ts';
import { PAGE_SIZES } from '../../provisioning/lists/list-query.ts';
import { CURSOR_TIMEOUT_S } from '../../provisioning/lists/scim-cursor.ts';
import { scimOk } from './scim-answer.ts';
import type { ScimDeps } from './scim-deps.ts';
import { operation, routes, type ScimCall, type ScimEndpoint } from './scim-door.ts';
import { parameterOf } from './search-query.ts';

const readServiceProviderConfigOperation = (deps: ScimDeps) =>
  operation({
    id: 'readServiceProviderConfig',
    summary: 'List supported features.',
    handle: async (call) => {
      refuseFilter(call, 'ServiceProviderConfig');
      return scimOk(
        serviceProviderConfig({ base: baseOf(deps, call), pageSizes: PAGE_SIZES, cursorTimeout: CURSOR_TIMEOUT_S }),
      );
    },
  });

/** The discovery lists of a connection. */
const LISTED = {
  ResourceTypes: (types: readonly ResourceType[], base: string) =>
    types.map((type) => resourceTypeResource(type, base)),
  Schemas: (types: readonly ResourceType[], base: string) =>
    schemasOfTypes(types).map((schema) => schemaResource(schema, base)),
} as const;

const WHOLE = { kind: 'index', startIndex: 1, count: PAGE_SIZES.max } as const;

const listOperation = (deps: ScimDeps, name: keyof typeof LISTED) =>
  operation({
    id: `list${name}`,
    summary: `List all ${name}.`,
    handle: async (call) => {
      refuseFilter(call, name);
      const resources = LISTED[name](typesOf(call), baseOf(deps, call));
      return scimOk(listResponse(WHOLE, { totalResults: resources.length, resources }));
    },
  });

const readOperation = (deps: ScimDeps, name: keyof typeof LISTED) =>
  operation({
    id: `read${name}`,
    summary: `Get one of ${name}.`,
    handle: async (call) => {
      refuseFilter(call, name);
      return scimOk(oneOf(LISTED[name](typesOf(call), baseOf(deps, call)), call.params.id ?? ''));
    },
  });

/** Also returned for paused connections, because resuming them would not add support. */
const unsupportedOperation = (name: 'Bulk' | 'Me', sentence: string) =>
  operation({
    id: `unsupported${name}`,
    summary: 'Not supported.',
    async handle() {
      throw new ScimError(501, undefined, sentence);
    },
  });

const unsupportedBulkOperation = unsupportedOperation(
  'Bulk',
  'Bulk operations are not supported. Send one request per resource.',
);

const unsupportedMeOperation = unsupportedOperation(
  'Me',
  '/Me is not supported, because a connection represents an identity provider, not a person.',
);

/** RFC 7644, section 4, forbids filters in discovery and ignores other parameters. */
function refuseFilter({ query }: ScimCall, name: string): void {
  if (parameterOf(query, 'filter') === undefined) return;
  throw new ScimError(
    403,
    undefined,
    `/${name} does not support filters. Remove the filter; the response always contains everything.`,
  );
}

function oneOf(resources: readonly JsonObject[], id: string): JsonObject {
  const found = resources.find((resource) => String(resource.id).toLowerCase() === id.toLowerCase());
  if (found === undefined) throw new ScimError(404, undefined, `There is nothing with the id ${quoted(id)} here.`);
  return found;
}

/** The types with the attributes that the customer declared. */
const typesOf = ({ caller }: ScimCall): readonly ResourceType[] => [
  userTypeWith(caller.declared_attributes),
  GROUP_TYPE,
];

const baseOf = ({ baseUrl }: ScimDeps, { caller }: ScimCall): string => connectionBase(baseUrl, caller.connection_id);

/** The discovery endpoints, and the unsupported ones. */
export const discoveryEndpoints = (deps: ScimDeps): ScimEndpoint[] => {
  const readServiceProviderConfig = readServiceProviderConfigOperation(deps);
  return routes({
    'GET /ServiceProviderConfig': readServiceProviderConfig,
    // Microsoft's test collection requests this name.
    'GET /serviceConfiguration': readServiceProviderConfig,
    'GET /ResourceTypes': listOperation(deps, 'ResourceTypes'),
    'GET /ResourceTypes/:id': readOperation(deps, 'ResourceTypes'),
    'GET /Schemas': listOperation(deps, 'Schemas'),
    'GET /Schemas/:id': readOperation(deps, 'Schemas'),
    'POST /Bulk': unsupportedBulkOperation,
    'GET /Me': unsupportedMeOperation,
    'POST /Me': unsupportedMeOperation,
    'PUT /Me': unsupportedMeOperation,
    'PATCH /Me': unsupportedMeOperation,
    'DELETE /Me': unsupportedMeOperation,
  });
};
