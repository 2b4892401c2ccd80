// The draft's document (contract 4.2): reads it, or saves it as a whole under If-Match.

import { ok } from '../../http/answers/answer.ts';
import { HELD_ANSWER, unlessHeld } from '../../http/answers/conditional.ts';
import { revisionTag } from '../../http/answers/etag.ts';
import { TrailDocument } from '../../trails/document/document.ts';
import { DOCUMENT_BODY_LIMIT } from '../../trails/document/limits.ts';
import { requireDraft } from '../../trails/document/validate-document.ts';
import { saveDocument } from '../../trails/editing/save-document.ts';
import { readTrail } from '../../trails/trails.ts';
import { EXAMPLE_DOCUMENT } from './examples.ts';
import { requireEditOf } from './preconditions.ts';
import { receiveJson } from './request-bodies.ts';
import { declaredTrail, trailAnswer, trailPath } from './trail-answer.ts';
import { requestedTrail } from './trail-request.ts';
import { OPTIONAL_PRECONDITIONS, TrailParams, type V1Deps } from './v1-deps.ts';
import { byOf, operation } from './v1-door.ts';

const TAG = 'Documents';

export const getTrailDocumentOperation = operation({
  id: 'getTrailDocument',
  forEditors: true,
  summary: "Read the draft's document",
  tag: TAG,
  needs: 'trails:read',
  params: TrailParams,
  headers: {
    'If-None-Match': { description: 'ETags you have. Only the revision counts here.' },
    ...OPTIONAL_PRECONDITIONS,
  },
  answers: {
    200: {
      description: 'The document.',
      schema: TrailDocument,
      headers: { ETag: 'The revision, quoted.' },
      example: EXAMPLE_DOCUMENT,
      links: { save: { operationId: 'saveTrailDocument', parameters: { trail_id: '$request.path.trail_id' } } },
    },
    ...HELD_ANSWER,
  },
  refusals: ['bad-request', 'not-found', 'revision-conflict'],
  async handle(call) {
    const { revision, document } = await requestedTrail(call);
    return unlessHeld(call, ok({ json: document }, { ETag: revisionTag(revision) }));
  },
});

export const saveTrailDocumentOperation = (deps: V1Deps) =>
  operation({
    id: 'saveTrailDocument',
    forEditors: true,
    summary: 'Save the draft',
    description:
      'Replaces the whole document of the draft. If-Match names the revision you edited from. A 412 response ' +
      'names the current revision and the fields changed since. A live trail stays live with the version ' +
      'employees see.',
    tag: TAG,
    needs: 'trails:write',
    rate: 'model',
    params: TrailParams,
    headers: {
      'If-Match': { description: 'The ETag you edited from, or * to overwrite any revision.', required: true },
    },
    bodyLimit: DOCUMENT_BODY_LIMIT,
    body: { schema: TrailDocument, example: EXAMPLE_DOCUMENT },
    answers: {
      200: declaredTrail('The trail with its next revision.', {
        'Content-Location': 'The trail in the body.',
      }),
    },
    refusals: [
      ...(['bad-request', 'not-found', 'conflict', 'revision-conflict', 'payload-too-large'] as const),
      ...(['unsupported-media-type', 'validation', 'precondition-required'] as const),
    ],
    async handle(call) {
      const { catalog_id } = call.caller.catalog;
      const draft = await readTrail(call.db, catalog_id, call.params.trail_id);
      await receiveJson(call);
      const onRace = await requireEditOf(call, draft);
      const document = requireDraft(await call.object(), deps.rules.schema);
      const by = byOf(call);
      return call.commitStatement(async (db, isAlone) => {
        // Reading the document above has already confirmed the caller.
        const options = { onRace, together: isAlone ? deps.saves : undefined };
        const saved = await saveDocument(db, catalog_id, draft, document, by, deps.rules, options);
        return trailAnswer(saved, { 'Content-Location': trailPath(deps.baseUrl, saved.trail_id) });
      });
    },
  });
