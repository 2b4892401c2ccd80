// An in-memory SCIM service provider built from this library and a Map. It replays the fixtures and shows how the parts
// of the library fit together. No authentication, no HTTP.
import { randomUUID } from 'node:crypto';
import { readResource } from '../src/dialects.ts';
import { RESOURCE_TYPES, resourceTypeResource, schemaResource, schemasOfTypes } from '../src/discovery.ts';
import { etag } from '../src/etag.ts';
import { matches } from '../src/filter-match.ts';
import { parseFilter } from '../src/filter-parser.ts';
import { namedMembers, planGroupPatch } from '../src/group-patch.ts';
import type { JsonObject, JsonValue } from '../src/json.ts';
import { listResponse } from '../src/list-response.ts';
import { readPage } from '../src/paging.ts';
import { applyPatch } from '../src/patch.ts';
import { readPatch } from '../src/patch-request.ts';
import { project, readProjection } from '../src/projection.ts';
import { GROUP_TYPE, type ResourceType } from '../src/resource-type.ts';
import { ScimError, scimError, scimErrorBody } from '../src/scim-error.ts';
import { serviceProviderConfig } from '../src/service-provider-config.ts';

const BASE = 'https://scim.example.com/v2';
const SIZES = { default: 100, max: 200 };

export interface Answer {
  readonly status: number;
  readonly body?: JsonObject;
}

interface Stored {
  readonly type: ResourceType;
  readonly id: string;
  readonly version: number;
  readonly resource: JsonObject;
}

type Query = URLSearchParams;

/** Creates an empty provider. The function handles one request and returns errors as responses. */
export function memoryProvider() {
  const store = new Map<string, Stored>();
  return (method: string, path: string, body?: JsonValue, headers: Record<string, string> = {}): Answer => {
    try {
      const url = new URL(`${BASE}${path}`);
      return answer(store, method, url.pathname.slice('/v2/'.length).split('/'), url.searchParams, body, headers);
    } catch (error) {
      if (error instanceof ScimError) return { status: error.status, body: scimErrorBody(error) };
      throw error;
    }
  };
}

function answer(
  store: Map<string, Stored>,
  method: string,
  [name = '', id]: string[],
  query: Query,
  body: JsonValue | undefined,
  headers: Record<string, string>,
): Answer {
  const type = RESOURCE_TYPES.find(({ endpoint }) => endpoint === `/${name}`);
  if (!type) return discover(name, id);
  if (id === undefined && method === 'GET') return list(store, type, query);
  if (id === undefined && method === 'POST') {
    return { status: 201, body: shown(save(store, type, randomUUID(), readResource(type, body), 1), query) };
  }
  const found = store.get(id ?? '');
  if (!found || found.type !== type) throw new ScimError(404, undefined, `No ${type.name} has this id.`);
  if (method === 'GET') return { status: 200, body: shown(found, query) };
  if (method === 'DELETE') return { status: store.delete(found.id) ? 204 : 404 };
  const next = method === 'PUT' ? replaced(found, body) : patched(store, found, body);
  const saved = save(store, type, found.id, next, found.version + 1);
  return headers.Prefer === 'return=minimal' ? { status: 204 } : { status: 200, body: shown(saved, query) };
}

function discover(name: string, id: string | undefined): Answer {
  const all: Record<string, JsonObject[]> = {
    Schemas: schemasOfTypes(RESOURCE_TYPES).map((schema) => schemaResource(schema, BASE)),
    ResourceTypes: RESOURCE_TYPES.map((type) => resourceTypeResource(type, BASE)),
  };
  if (name === 'ServiceProviderConfig') {
    return { status: 200, body: serviceProviderConfig({ base: BASE, pageSizes: SIZES, cursorTimeout: 600 }) };
  }
  const resources = all[name];
  if (!resources) throw new ScimError(404, undefined, 'There is no such endpoint.');
  const one = resources.find((resource) => resource.id === id);
  const page = { kind: 'index', startIndex: 1, count: 200 } as const;
  return { status: 200, body: one ?? listResponse(page, { totalResults: resources.length, resources }) };
}

function list(store: Map<string, Stored>, type: ResourceType, query: Query): Answer {
  const given = (name: string): string | undefined => query.get(name) ?? undefined;
  const page = readPage({ startIndex: given('startIndex'), count: given('count') }, SIZES);
  if (page.kind !== 'index') throw scimError('invalidCursor', 'Cursors are not supported.');
  const text = given('filter');
  const filter = text === undefined ? undefined : parseFilter(type, text);
  const all = [...store.values()].filter((stored) => stored.type === type);
  const found = filter ? all.filter((stored) => matches(filter, whole(stored))) : all;
  const resources = found
    .slice(page.startIndex - 1)
    .slice(0, page.count)
    .map((stored) => shown(stored, query));
  return { status: 200, body: listResponse(page, { totalResults: found.length, resources }) };
}

function replaced({ type, resource }: Stored, body: JsonValue | undefined): JsonObject {
  const { active } = resource;
  return { ...(active === undefined ? {} : { active }), ...readResource(type, body) };
}

function patched(store: Map<string, Stored>, stored: Stored, body: JsonValue | undefined): JsonObject {
  const { type } = stored;
  const steps = readPatch(type, body);
  if (type !== GROUP_TYPE) return applyPatch(type, whole(stored), steps).resource;
  const { members = [], ...attributes } = whole(stored);
  const plan = planGroupPatch(attributes, steps);
  checkMembers(
    store,
    plan.named.flatMap(({ ids }) => ids),
  );
  let ids = [...namedMembers(members).ids];
  for (const change of plan.members) {
    if (change.kind === 'replace') ids = [...change.ids];
    else if (change.kind === 'removeWhere') throw new Error('Fixtures remove members only by id.');
    else ids = [...new Set([...ids, ...change.add])].filter((id) => !change.remove.includes(id));
  }
  return ids.length > 0 ? { ...plan.resource, members: ids.map((value) => ({ value })) } : plan.resource;
}

function save(
  store: Map<string, Stored>,
  type: ResourceType,
  id: string,
  resource: JsonObject,
  version: number,
): Stored {
  const { id: _, meta: __, ...kept } = resource;
  const unique = type === GROUP_TYPE ? 'displayName' : 'userName';
  const lower = (value: JsonValue | undefined): string => String(value).toLowerCase();
  for (const other of store.values()) {
    if (other.type !== type || other.id === id || lower(other.resource[unique]) !== lower(kept[unique])) continue;
    throw new ScimError(409, 'uniqueness', `Another ${type.name} has this ${unique}.`);
  }
  checkMembers(store, namedMembers(kept.members ?? null).ids);
  const stored = { type, id, version, resource: kept };
  store.set(id, stored);
  return stored;
}

function checkMembers(store: Map<string, Stored>, ids: readonly string[]): void {
  const unknown = ids.filter((id) => !store.has(id));
  if (unknown.length > 0) throw scimError('invalidValue', `members: no user has the id ${unknown.join(', ')}.`);
}

const shown = (stored: Stored, query: Query): JsonObject =>
  project(
    stored.type,
    whole(stored),
    readProjection(stored.type, {
      attributes: query.getAll('attributes'),
      excludedAttributes: query.getAll('excludedAttributes'),
    }),
  );

const whole = ({ type, id, version, resource }: Stored): JsonObject => ({
  ...resource,
  id,
  meta: {
    resourceType: type.name,
    lastModified: '2026-05-01T12:00:00.000Z',
    location: `${BASE}${type.endpoint}/${id}`,
    version: etag(version),
  },
});
