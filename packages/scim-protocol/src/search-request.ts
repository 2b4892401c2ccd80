// The body of POST /.search (RFC 7644 3.4.3): the query parameters as JSON, with names in any case.
import { isJsonObject, type JsonObject, type JsonValue, memberNamed } from './json.ts';
import type { PagingParameters } from './paging.ts';
import type { ProjectionParameters } from './projection.ts';
import { scimError } from './scim-error.ts';
import { SEARCH_REQUEST_URN } from './urns.ts';

/** The search parameters in the form of a query. Sorting is not supported, so its members are ignored. */
export interface SearchRequest extends PagingParameters, ProjectionParameters {
  readonly filter?: string | undefined;
}

/** Parses the body. A malformed message is 400 invalidSyntax; a member with the wrong type is 400 invalidValue. */
export function readSearchRequest(body: unknown): SearchRequest {
  if (!isJsonObject(body)) throw scimError('invalidSyntax', 'The body must be a JSON object that is a SearchRequest.');
  const schemas = memberNamed(body, 'schemas');
  if (!Array.isArray(schemas) || !schemas.includes(SEARCH_REQUEST_URN)) {
    throw scimError('invalidSyntax', `schemas must contain ${SEARCH_REQUEST_URN}.`);
  }
  return {
    filter: text(body, 'filter'),
    cursor: text(body, 'cursor'),
    startIndex: number(body, 'startIndex'),
    count: number(body, 'count'),
    attributes: names(body, 'attributes'),
    excludedAttributes: names(body, 'excludedAttributes'),
  };
}

const given = (body: JsonObject, name: string): JsonValue | undefined => memberNamed(body, name) ?? undefined;

function text(body: JsonObject, name: string): string | undefined {
  const value = given(body, name);
  if (value === undefined || typeof value === 'string') return value;
  throw scimError('invalidValue', `${name} must be a string.`);
}

function number(body: JsonObject, name: string): number | string | undefined {
  const value = given(body, name);
  if (value === undefined || typeof value === 'number' || typeof value === 'string') return value;
  throw scimError('invalidValue', `${name} must be an integer.`);
}

function names(body: JsonObject, name: string): string | string[] | undefined {
  const value = given(body, name);
  if (value === undefined || typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  throw scimError('invalidValue', `${name} must be an array of attribute names.`);
}
