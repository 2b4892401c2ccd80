// What the service can do (RFC 7644 4), and what it cannot: /Bulk and /Me answer 501.

import { RESOURCE_TYPES, resourceTypeResource, SCHEMAS, schemaResource } from '@cairn/scim-protocol/discovery';
import type { JsonObject } from '@cairn/scim-protocol/json';
import { listResponse } from '@cairn/scim-protocol/list-response';
import { quoted, ScimError } from '@cairn/scim-protocol/scim-error';
import { serviceProviderConfig } from '@cairn/scim-protocol/service-provider-config';
import type { Answer } from '../../http/answer.ts';
import { PAGE_SIZES } from '../../provisioning/list-query.ts';
import { CURSOR_TIMEOUT_S } from '../../provisioning/scim-cursor.ts';
import { scimOk } from './scim-answer.ts';
import { connectionBase, type ScimDeps } from './scim-deps.ts';
import { type ScimCall, type ScimEndpoint, scimEndpoint } from './scim-door.ts';

/** The endpoints of discovery, and those that say that they are not supported. */
export const discoveryEndpoints = (deps: ScimDeps): ScimEndpoint[] => [
  scimEndpoint({
    method: 'GET',
    path: '/ServiceProviderConfig',
    id: 'readServiceProviderConfig',
    summary: 'What the service supports.',
    handle: async (call) => {
      refuseFilter(call, 'ServiceProviderConfig');
      return scimOk(
        serviceProviderConfig({ base: baseOf(deps, call), pageSizes: PAGE_SIZES, cursorTimeout: CURSOR_TIMEOUT_S }),
      );
    },
  }),
  ...collection(deps, 'ResourceTypes', (base) => RESOURCE_TYPES.map((type) => resourceTypeResource(type, base))),
  ...collection(deps, 'Schemas', (base) => SCHEMAS.map((schema) => schemaResource(schema, base))),
  unsupported('POST', '/Bulk', 'Bulk operations are not supported. Send one request a resource.'),
  ...(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) =>
    unsupported(method, '/Me', '/Me is not supported: a connection speaks for an identity provider, not for a person.'),
  ),
];

function collection(deps: ScimDeps, name: string, resources: (base: string) => JsonObject[]): ScimEndpoint[] {
  const page = { kind: 'index', startIndex: 1, count: PAGE_SIZES.max } as const;
  return [
    scimEndpoint({
      method: 'GET',
      path: `/${name}`,
      id: `list${name}`,
      summary: `All ${name}.`,
      handle: async (call) => {
        refuseFilter(call, name);
        const all = resources(baseOf(deps, call));
        return scimOk(listResponse(page, { totalResults: all.length, resources: all }));
      },
    }),
    scimEndpoint({
      method: 'GET',
      path: `/${name}/:id`,
      id: `read${name}`,
      summary: `One of ${name}.`,
      handle: async (call) => {
        refuseFilter(call, name);
        return scimOk(oneOf(resources(baseOf(deps, call)), call.params.id ?? ''));
      },
    }),
  ];
}

/** RFC 7644 4: filters are forbidden in discovery, and every other parameter means nothing. */
function refuseFilter({ query }: ScimCall, name: string): void {
  if (query.filter === undefined) return;
  throw new ScimError(403, undefined, `/${name} takes no filter. Leave it out: the answer is always the whole.`);
}

function oneOf(resources: readonly JsonObject[], id: string): JsonObject {
  const found = resources.find((resource) => String(resource.id).toLowerCase() === id.toLowerCase());
  if (found === undefined) throw new ScimError(404, undefined, `There is nothing with the id ${quoted(id)} here.`);
  return found;
}

const unsupported = (method: ScimEndpoint['method'], path: string, sentence: string): ScimEndpoint =>
  scimEndpoint({
    method,
    path,
    id: `unsupported${path.slice(1)}`,
    summary: 'Not supported.',
    handle: async (): Promise<Answer> => {
      throw new ScimError(501, undefined, sentence);
    },
  });

const baseOf = ({ baseUrl }: ScimDeps, { caller }: ScimCall): string => connectionBase(baseUrl, caller.connection_id);
