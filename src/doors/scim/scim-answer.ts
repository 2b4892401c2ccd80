// Responses of the SCIM door: one media type, the version as ETag, the URL as Location.

import { Readable } from 'node:stream';
import { isJsonObject, type JsonObject } from '@cairn/scim-protocol/json';
import { listResponse } from '@cairn/scim-protocol/list-response';
import type { Page } from '@cairn/scim-protocol/paging';
import { type Projection, project } from '@cairn/scim-protocol/projection';
import type { ResourceType } from '@cairn/scim-protocol/resource-type';
import { membersText } from '../../base/json.ts';
import type { Answer } from '../../http/answers/answer.ts';
import type { ResourcePage } from '../../provisioning/lists/list-resources.ts';
import { SCIM_JSON } from './scim-problem.ts';

/** For messages and resources without a version. */
export const scimOk = (body: JsonObject): Answer => ({ status: 200, headers: { 'Content-Type': SCIM_JSON }, body });

/** A list. It is streamed if one of its resources is. */
export function listAnswer(page: Page, found: ResourcePage): Answer {
  const whole = found.resources.filter((resource) => typeof resource !== 'function');
  if (whole.length === found.resources.length) return scimOk(listResponse(page, { ...found, resources: whole }));
  return { ...scimOk({}), ...inPieces(listPieces(page, found)) };
}

/** itemsPerPage comes last, because groups deleted in the meantime are left out. */
async function* listPieces(page: Page, found: ResourcePage): AsyncGenerator<string, void> {
  const { Resources: _none, itemsPerPage: _zero, ...head } = listResponse(page, { ...found, resources: [] });
  yield `{${membersText(head)},"Resources":[`;
  let count = 0;
  for (const resource of found.resources) {
    let isBegun = false;
    for await (const piece of typeof resource === 'function' ? resource() : [JSON.stringify(resource)]) {
      yield isBegun || count === 0 ? piece : `,${piece}`;
      isBegun = true;
    }
    if (isBegun) count += 1;
  }
  yield `],"itemsPerPage":${count}}`;
}

/** Streams JSON text: the next piece is prepared while the previous one is sent. */
export const inPieces = (pieces: AsyncGenerator<string, void>): Pick<Answer, 'body'> => ({
  body: { stream: Readable.from(pieces, { highWaterMark: 1 }) },
});

/** A resource in a projection, with ETag and, if just created, Location (RFC 7644 3.1 and 3.3). */
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

/** The client already has this version (304) or does not want a body (204). */
export const bodiless = (status: 204 | 304, version: string): Answer => ({ status, headers: { ETag: version } });

function metaOf(resource: JsonObject): { version: string; location: string } {
  const meta = isJsonObject(resource.meta) ? resource.meta : {};
  return { version: String(meta.version), location: String(meta.location) };
}
