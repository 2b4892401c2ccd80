// The collection of trails and single trails (contract 4.2): list, create, read, change settings outside the document,
// delete.

import { Type } from '@sinclair/typebox';
import { effectiveScopes } from '../../admission/caller.ts';
import { deleteTrailWithImages } from '../../assets/delete-trail.ts';
import { answersKept, noContent, ok } from '../../http/answers/answer.ts';
import { HELD_ANSWER, IF_NONE_MATCH, unlessHeld } from '../../http/answers/conditional.ts';
import { revisionTag } from '../../http/answers/etag.ts';
import { soon } from '../../trails/care/care.ts';
import { listTrails, type TrailPage } from '../../trails/catalog/list-trails.ts';
import { DOCUMENT_BODY_LIMIT, LIMITS } from '../../trails/document/limits.ts';
import { createTrail } from '../../trails/editing/create-trail.ts';
import { updateTrail } from '../../trails/editing/update-trail.ts';
import { CreateTrailBody, TrailListResponse, TrailStatus, UpdateTrailBody } from '../../trails/trail.ts';
import { trailListJson } from '../../trails/trail-json.ts';
import type { ReadTrail } from '../../trails/trail-read-store.ts';
import { EXAMPLE_DOCUMENT, EXAMPLE_SUMMARY } from './examples.ts';
import { lastModified } from './preconditions.ts';
import { documentToCreate, receiveJson } from './request-bodies.ts';
import { declaredTrail, trailAnswer, trailPath } from './trail-answer.ts';
import { commitOnTrail, requestedTrail } from './trail-request.ts';
import { OPTIONAL_PRECONDITIONS, TrailParams, type V1Deps } from './v1-deps.ts';
import { byOf, operation } from './v1-door.ts';

const TAG = 'Trails';

const ListQuery = Type.Object(
  {
    status: Type.Optional(TrailStatus),
    q: Type.Optional(
      Type.String({
        maxLength: LIMITS.q.max,
        pattern: '^[^\\x00]*$',
        description: 'Text in the title, role or description, case-insensitive. There are no wildcards.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: LIMITS.page.min,
        maximum: LIMITS.page.max,
        default: LIMITS.page.usual,
        description: 'Trails per page.',
      }),
    ),
    cursor: Type.Optional(
      Type.String({ maxLength: 500, description: 'next_cursor of the previous page, with the same status and q.' }),
    ),
  },
  { additionalProperties: false },
);

export const listTrailsOperation = (deps: V1Deps) =>
  operation({
    id: 'listTrails',
    forEditors: true,
    summary: 'List trails',
    description: 'Sorted by the latest update, newest first.',
    tag: TAG,
    needs: 'trails:read',
    query: ListQuery,
    answers: {
      200: {
        description: 'A page of trails.',
        schema: TrailListResponse,
        headers: { Link: 'The next page, as rel="next"; absent on the last page.' },
        example: { items: [EXAMPLE_SUMMARY] },
        links: {
          first: { operationId: 'getTrail', parameters: { trail_id: '$response.body#/items/0/id' } },
          next: { operationId: 'listTrails', parameters: { cursor: '$response.body#/next_cursor' } },
        },
      },
    },
    refusals: ['bad-request'],
    async handle({ db, caller, query }) {
      const editor = caller.isEditor === true ? caller.person.account_id : undefined;
      const care = editor === undefined ? undefined : { editor, until: soon(deps.clock()) };
      const wanted = { ...query, limit: query.limit ?? LIMITS.page.usual, care };
      const page = await listTrails(db, caller.catalog.catalog_id, wanted, deps.cursorKeys());
      const { next_cursor } = page;
      const headers = next_cursor === undefined ? {} : linkTo(page, deps.baseUrl, query, next_cursor);
      return ok({ bytes: trailListJson(page) }, headers);
    },
  });

export const createTrailOperation = (deps: V1Deps) =>
  operation({
    id: 'createTrail',
    summary: 'Create a draft',
    description:
      'From a document, which is validated as a draft, or only from a title. The response lists publish_issues.',
    tag: TAG,
    needs: 'trails:write',
    bodyLimit: DOCUMENT_BODY_LIMIT,
    body: { schema: CreateTrailBody, example: { document: EXAMPLE_DOCUMENT } },
    answers: { 201: declaredTrail('The new draft.', { Location: 'The trail.' }) },
    refusals: ['bad-request', 'unsupported-media-type', 'payload-too-large', 'validation'],
    async handle(call) {
      const document = documentToCreate(await call.object(), CreateTrailBody, deps.rules);
      const by = byOf(call);
      return call.commit(async (tx) => {
        const trail = await createTrail(tx, call.caller.catalog.catalog_id, document, by, deps.rules);
        return { ...trailAnswer(trail, { Location: trailPath(deps.baseUrl, trail.trail_id) }), status: 201 };
      });
    },
  });

const answerOfRead = answersKept(({ revision, updated_at, json }: ReadTrail) =>
  ok({ bytes: json }, { ETag: revisionTag(revision), 'Last-Modified': lastModified(updated_at) }),
);

export const getTrailOperation = operation({
  id: 'getTrail',
  forEditors: true,
  forApprovers: true,
  summary: 'Read a trail',
  description:
    'Returns 304 if If-None-Match names the revision and If-Modified-Since, if sent, is not older than ' +
    'Last-Modified. Publishing changes Last-Modified but not the revision, so send both to miss nothing.',
  tag: TAG,
  needs: 'trails:read',
  params: TrailParams,
  headers: {
    ...IF_NONE_MATCH,
    'If-Modified-Since': { description: 'The Last-Modified you have.' },
    ...OPTIONAL_PRECONDITIONS,
  },
  answers: {
    200: declaredTrail('The trail.', { 'Last-Modified': 'updated_at, in whole seconds.' }),
    ...HELD_ANSWER,
  },
  refusals: ['bad-request', 'not-found', 'revision-conflict'],
  async handle(call) {
    return unlessHeld(call, answerOfRead(await requestedTrail(call)));
  },
});

export const updateTrailOperation = operation({
  id: 'updateTrail',
  summary: 'Change order or visibility',
  description: 'Absent and null fields stay unchanged. The revision does not change.',
  tag: TAG,
  needs: 'trails:write',
  params: TrailParams,
  headers: OPTIONAL_PRECONDITIONS,
  body: { schema: UpdateTrailBody, example: { visibility: 'restricted' } },
  answers: { 200: declaredTrail('The updated trail.') },
  refusals: [
    ...(['bad-request', 'not-found', 'conflict', 'revision-conflict', 'unsupported-media-type'] as const),
    ...(['payload-too-large', 'validation'] as const),
  ],
  async handle(call) {
    await requestedTrail(call, receiveJson);
    const change = await call.json(UpdateTrailBody);
    return commitOnTrail(call, async (tx, catalogId, trailId, by) =>
      trailAnswer(await updateTrail(tx, catalogId, trailId, change, by)),
    );
  },
});

export const deleteTrailOperation = operation({
  id: 'deleteTrail',
  summary: 'Delete a trail',
  description:
    'Works in any status. Deletes versions, grants, test results and images that nothing else uses. A workspace ' +
    'can require trails:publish for a live trail, and can keep deleted trails for its admins for 30 days.',
  tag: TAG,
  needs: 'trails:write',
  params: TrailParams,
  headers: OPTIONAL_PRECONDITIONS,
  answers: { 204: { description: 'The trail is deleted.' } },
  refusals: ['bad-request', 'forbidden', 'not-found', 'revision-conflict'],
  handle: (call) =>
    commitOnTrail(call, async (tx, catalogId, trailId, by) => {
      const mayPublish = effectiveScopes(call.caller).includes('trails:publish');
      await deleteTrailWithImages(tx, catalogId, trailId, by, mayPublish);
      return noContent();
    }),
});

/** Built once for each cached page and query string. */
function linkTo(page: TrailPage, baseUrl: string, query: Query, cursor: string): Record<string, string> {
  const known = links.get(page);
  if (known?.query === query) return known.headers;
  const headers = { Link: nextLink(baseUrl, query, cursor) };
  links.set(page, { query, headers });
  return headers;
}

type Query = Readonly<Record<string, unknown>>;

const links = new WeakMap<TrailPage, { readonly query: Query; readonly headers: Record<string, string> }>();

function nextLink(baseUrl: string, query: Query, cursor: string): string {
  const parameters = new URLSearchParams({ cursor });
  for (const [name, value] of Object.entries(query)) if (name !== 'cursor') parameters.set(name, String(value));
  return `<${baseUrl}/v1/trails?${parameters}>; rel="next"`;
}
