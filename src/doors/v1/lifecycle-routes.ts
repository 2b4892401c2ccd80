// Status changes of a trail (contract 3.1, 4.2): publish, unpublish, archive, unarchive.

import { changeStatus } from '../../trails/publication/change-status.ts';
import { publishTrail } from '../../trails/publication/publish.ts';
import { PublishBody } from '../../trails/trail.ts';
import { optionalJson, receiveOptionalJson } from './request-bodies.ts';
import { declaredTrail, trailAnswer } from './trail-answer.ts';
import { commitOnTrail, requestedTrail } from './trail-request.ts';
import { OPTIONAL_PRECONDITIONS, TrailParams, type V1Deps } from './v1-deps.ts';
import { byOf, operation } from './v1-door.ts';

const TAG = 'Lifecycle';

export const publishTrailOperation = (deps: V1Deps) =>
  operation({
    id: 'publishTrail',
    summary: 'Publish the draft',
    description:
      'Employees see this revision from now on, and a version records it. Publishing an unchanged live trail ' +
      'changes nothing except the note of its version. With If-Match, publishes exactly the reviewed revision.',
    tag: TAG,
    needs: 'trails:publish',
    rate: 'model',
    params: TrailParams,
    headers: {
      ...OPTIONAL_PRECONDITIONS,
      'If-Match': { description: 'The ETag of the revision you reviewed; optional.' },
    },
    body: { schema: PublishBody, required: false, example: { note: 'Shorter second prompt' } },
    answers: { 200: declaredTrail('The live trail.') },
    refusals: [
      ...(['bad-request', 'not-found', 'conflict', 'revision-conflict', 'payload-too-large'] as const),
      ...(['unsupported-media-type', 'validation'] as const),
    ],
    async handle(call) {
      const { catalog_id } = call.caller.catalog;
      const draft = await requestedTrail(call, receiveOptionalJson);
      const { note = null } = (await optionalJson(call, PublishBody)) as PublishBody;
      const publication = { trail_id: draft.trail_id, revision: draft.revision, note };
      const by = byOf(call);
      const answer = await call.commit(async (tx) =>
        trailAnswer(await publishTrail(tx, catalog_id, publication, by, deps.rules)),
      );
      deps.indexes.refresh(catalog_id);
      return answer;
    },
  });

const transitionOperation = (
  name: 'unpublish' | 'archive' | 'unarchive',
  summary: string,
  description: string,
  answer: string,
) =>
  operation({
    id: `${name}Trail`,
    summary,
    description,
    tag: TAG,
    needs: 'trails:publish',
    params: TrailParams,
    headers: OPTIONAL_PRECONDITIONS,
    answers: { 200: declaredTrail(answer) },
    refusals: ['bad-request', 'not-found', 'conflict', 'revision-conflict'],
    handle: (call) =>
      commitOnTrail(call, async (tx, catalogId, trailId, by) =>
        trailAnswer(await changeStatus(tx, catalogId, trailId, name, by)),
      ),
  });

export const unpublishTrailOperation = transitionOperation(
  'unpublish',
  'Unpublish a live trail',
  'Employees no longer see it. The trail is a draft again.',
  'The draft.',
);

export const archiveTrailOperation = transitionOperation(
  'archive',
  'Archive a trail',
  'Hides the trail from employees. It cannot be edited until it is unarchived.',
  'The archived trail.',
);

export const unarchiveTrailOperation = transitionOperation(
  'unarchive',
  'Unarchive a trail',
  'The archived trail becomes a draft.',
  'The draft.',
);
