// Reads the query of a GET. Parameters that the protocol does not define are ignored: identity providers append flags
// to the base URL. Those that it does define are read in any case of the letters, as names of attributes are (RFC 7643,
// section 2.1): with `Filter` ignored, somebody who asks for one person would be answered everybody.
import { nameIn } from '@cairn/scim-protocol/json';
import { type Projection, readProjection } from '@cairn/scim-protocol/projection';
import type { ResourceType } from '@cairn/scim-protocol/resource-type';
import { scimError } from '@cairn/scim-protocol/scim-error';
import type { SearchRequest } from '@cairn/scim-protocol/search-request';

type Query = Readonly<Record<string, unknown>>;

/**
 * Reads the query of a GET into the form of a search request. Refuses with 400 `invalidValue` a parameter sent twice.
 */
export const searchOf = (query: Query): SearchRequest => ({
  filter: one(query, 'filter'),
  cursor: one(query, 'cursor'),
  startIndex: one(query, 'startIndex'),
  count: one(query, 'count'),
  attributes: several(query, 'attributes'),
  excludedAttributes: several(query, 'excludedAttributes'),
});

/** The projection that a single resource is asked for in. */
export const projectionOf = (type: ResourceType, query: Query): Projection => readProjection(type, searchOf(query));

/** A parameter in any case of the letters. */
export function parameterOf(query: Query, name: string): unknown {
  const own = nameIn(query, name);
  return own === undefined ? undefined : query[own];
}

function one(query: Query, name: string): string | undefined {
  const value = parameterOf(query, name);
  if (value === undefined || typeof value === 'string') return value;
  throw scimError('invalidValue', `The parameter ${name} was sent more than once.`);
}

function several(query: Query, name: string): string | string[] | undefined {
  const value = parameterOf(query, name);
  if (value === undefined || typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(String) : undefined;
}
