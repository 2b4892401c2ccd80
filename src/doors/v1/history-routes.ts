// The kept revisions of a draft: list, read, compare, restore. Every save keeps what it replaced, so a restored version
// or an overwritten draft can be undone.
import { Type } from '@sinclair/typebox';
import { Instant, Nullable } from '../../base/shape.ts';
import { ok } from '../../http/answers/answer.ts';
import { TrailDocument } from '../../trails/document/document.ts';
import { KEPT_REVISIONS } from '../../trails/document/limits.ts';
import { listRevisions, restoreRevision, revisionJson } from '../../trails/editing/history.ts';
import { PersonRef } from '../../trails/trail.ts';
import { readTrail } from '../../trails/trails.ts';
import { type EitherEndpoint, routes } from './either-door.ts';
import { EXAMPLE_DOCUMENT } from './examples.ts';
import { namesWhatItSaw, requirePreconditions } from './preconditions.ts';
import { declaredTrail, trailAnswer } from './trail-answer.ts';
import { OPTIONAL_PRECONDITIONS, TrailParams, type V1Deps } from './v1-deps.ts';
import { byOf, operation } from './v1-door.ts';

const TAG = 'History';

const Int32 = (description: string) => Type.Integer({ minimum: 1, maximum: 2_147_483_647, description });

const RevisionParams = Type.Object({ ...TrailParams.properties, revision: Int32('The revision.') });

const members = (comparedWith: string) => ({
  revision: Int32('Grows with each save. Never reused.'),
  saved_at: Instant('When it was saved.'),
  saved_by: Nullable(PersonRef, { description: 'Who saved it.' }),
  is_current: Type.Boolean({ description: 'Whether it is the current draft.' }),
  version: Nullable(Int32('The version.'), { description: 'The latest version that was published from it.' }),
  changed_fields: Nullable(Type.Array(Type.String()), { description: `Fields that differ from ${comparedWith}.` }),
});

const RevisionResource = Type.Object(members('the preceding kept revision; null for the oldest one'), {
  $id: 'RevisionResource',
  additionalProperties: false,
});

const RevisionList = Type.Object(
  { items: Type.Array(RevisionResource) },
  { $id: 'RevisionList', additionalProperties: false },
);

const RevisionDetailResource = Type.Object(
  { ...members('the revision in `against`; null without it'), document: TrailDocument },
  { $id: 'RevisionDetailResource', additionalProperties: false },
);

const EXAMPLE = {
  ...{ revision: 7, saved_at: '2026-03-02T10:00:00.000001Z', saved_by: null, is_current: true, version: null },
  changed_fields: ['title', 'prompts'],
};

const listTrailRevisionsOperation = operation({
  id: 'listTrailRevisions',
  forEditors: true,
  summary: 'List the kept revisions of a draft',
  description: `Newest first. A trail keeps its last ${KEPT_REVISIONS} revisions, and every published version.`,
  tag: TAG,
  needs: 'trails:read',
  params: TrailParams,
  answers: { 200: { description: 'The revisions.', schema: RevisionList, example: { items: [EXAMPLE] } } },
  refusals: ['bad-request', 'not-found'],
  handle: async (call) =>
    ok({ items: await listRevisions(call.db, call.caller.catalog.catalog_id, call.params.trail_id) }),
});

const getTrailRevisionOperation = operation({
  id: 'getTrailRevision',
  forEditors: true,
  summary: 'Read a kept revision, or compare it with another',
  tag: TAG,
  needs: 'trails:read',
  params: RevisionParams,
  query: Type.Object({ against: Type.Optional(Int32('The revision to compare with.')) }),
  answers: {
    200: {
      description: 'The revision with its document.',
      schema: RevisionDetailResource,
      example: { ...EXAMPLE, document: EXAMPLE_DOCUMENT },
    },
  },
  refusals: ['bad-request', 'not-found'],
  async handle(call) {
    const { trail_id, revision } = call.params;
    const { catalog_id } = call.caller.catalog;
    return ok({ json: await revisionJson(call.db, catalog_id, trail_id, revision, call.query.against) });
  },
});

const restoreTrailRevisionOperation = ({ rules }: V1Deps) =>
  operation({
    id: 'restoreTrailRevision',
    forEditors: true,
    summary: 'Restore a kept revision into the draft',
    description:
      "Saves the revision's document as the draft's next revision. Status and versions stay unchanged, even for an " +
      'archived trail. To undo a save or a restore, restore the revision before it.',
    tag: TAG,
    needs: 'trails:write',
    rate: 'model',
    params: RevisionParams,
    headers: OPTIONAL_PRECONDITIONS,
    answers: { 200: declaredTrail('The trail with its next revision.') },
    refusals: ['bad-request', 'not-found', 'revision-conflict'],
    async handle(call) {
      const { trail_id, revision } = call.params;
      const { catalog_id } = call.caller.catalog;
      const draft = await readTrail(call.db, catalog_id, trail_id);
      await requirePreconditions(call, draft);
      const onRace = namesWhatItSaw(call) ? 'refuse' : 'overwrite';
      return call.commitStatement(async (db) =>
        trailAnswer(await restoreRevision(db, catalog_id, draft, revision, byOf(call), rules, onRace)),
      );
    },
  });

export const historyEndpoints = (deps: V1Deps): EitherEndpoint[] =>
  routes({
    'GET /trails/:trail_id/revisions': listTrailRevisionsOperation,
    'GET /trails/:trail_id/revisions/:revision': getTrailRevisionOperation,
    'POST /trails/:trail_id/revisions/:revision/restore': restoreTrailRevisionOperation(deps),
  });
