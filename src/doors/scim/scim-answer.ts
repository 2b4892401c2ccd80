// Answers of the SCIM door: one media type, the version as ETag, the address as Location.

import { isJsonObject, type JsonObject } from '@cairn/scim-protocol/json';
import { type Projection, project } from '@cairn/scim-protocol/projection';
import type { ResourceType } from '@cairn/scim-protocol/resource-type';
import type { Answer } from '../../http/answer.ts';
import { SCIM_JSON } from './scim-problem.ts';

/** A message or resource that has no version. */
export const scimOk = (body: JsonObject): Answer => ({ status: 200, headers: { 'Content-Type': SCIM_JSON }, body });

/** A resource in a projection, with ETag and, when it was made just now, Location (RFC 7644 3.1 and 3.3). */
export function resourceAnswer(
  status: 200 | 201,
  type: ResourceType,
  resource: JsonObject,
  projection: Projection,
): Answer {
  const { version, location } = metaOf(resource);
  return {
    status,
    headers: { 'Content-Type': SCIM_JSON, ETag: version, ...(status === 201 ? { Location: location } : {}) },
    body: project(type, resource, projection),
  };
}

/** The client has this version already (304), or wants no body (204). */
export const bodiless = (status: 204 | 304, version: string): Answer => ({ status, headers: { ETag: version } });

function metaOf(resource: JsonObject): { version: string; location: string } {
  const meta = isJsonObject(resource.meta) ? resource.meta : {};
  return { version: String(meta.version), location: String(meta.location) };
}
