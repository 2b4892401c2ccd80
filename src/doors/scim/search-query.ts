// Reads the query of a GET. Ignores parameters that the protocol does not define, because identity providers append
// flags to the base URL. Names are case-insensitive, like attribute names (RFC 7643, section 2.1): if `Filter` were
// ignored, a request for one person would return everyone.
import { nameIn } from '@cairn/scim-protocol/json';
import { type Projection, readProjection } from '@cairn/scim-protocol/projection';
import type { ResourceType } from '@cairn/scim-protocol/resource-type';
import { scimError } from '@cairn/scim-protocol/scim-error';
import type { SearchRequest } from '@cairn/scim-protocol/search-request';
import type { ScimContext } from '../../provisioning/scim-context.ts';

type Query = Readonly<Record<string, unknown>>;

/** Converts the query of a GET to a search request. Rejects duplicate parameters with 400 `invalidValue`. */
export const searchOf = (query: Query): SearchRequest => ({
  filter: one(query, 'filter'),
  cursor: one(query, 'cursor'),
  startIndex: one(query, 'startIndex'),
  count: one(query, 'count'),
  attributes: several(query, 'attributes'),
  excludedAttributes: several(query, 'excludedAttributes'),
});

/** The requested projection of a single resource. */
export const projectionOf = (type: ResourceType, query: Query, { strict }: Pick<ScimContext, 'strict'>): Projection =>
  readProjection(type, searchOf(query), strict);

/**
 * The raw query with plus signs that survive decoding. In a percent-encoded query, whose blanks are `%20`, a plus is a
 * plus (RFC 3986). In form encoding, it is a blank.
 */
export const withPlusSigns = (query: string): string => (query.includes('%20') ? query.replaceAll('+', '%2B') : query);

/** Looks up a parameter, ignoring case. */
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
