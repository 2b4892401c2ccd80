// Published versions (contract 4.2): list, read, restore.

import { Type } from '@sinclair/typebox';
import { ok } from '../../http/answers/answer.ts';
import { HELD_ANSWER, IF_NONE_MATCH, unlessHeld } from '../../http/answers/conditional.ts';
import { getVersion, listVersions, restoreVersion, versionDetailJson } from '../../trails/publication/versions.ts';
import { VersionDetailResource, VersionResource } from '../../trails/trail.ts';
import { readTrail } from '../../trails/trails.ts';
import { EXAMPLE_DOCUMENT } from './examples.ts';
import { namesWhatItSaw, requirePreconditions, requirePreconditionsOn } from './preconditions.ts';
import { declaredTrail, trailAnswer } from './trail-answer.ts';
import { OPTIONAL_PRECONDITIONS, TrailParams, type V1Deps } from './v1-deps.ts';
import { byOf, operation } from './v1-door.ts';

const TAG = 'Versions';

const VersionParams = Type.Object({
  ...TrailParams.properties,
  version: Type.Integer({ format: 'int32', minimum: 1, maximum: 2_147_483_647, description: 'The version.' }),
});

const EXAMPLE = { version: 1, created_at: '2026-03-02T10:00:00.000001Z', is_live: true, note: null };

export const listTrailVersionsOperation = operation({
  id: 'listTrailVersions',
  forEditors: true,
  summary: 'List versions',
  description: 'Newest first. `is_live` marks the one employees see.',
  tag: TAG,
  needs: 'trails:read',
  params: TrailParams,
  headers: { ...IF_NONE_MATCH, ...OPTIONAL_PRECONDITIONS },
  answers: {
    200: {
      description: 'All versions.',
      schema: Type.Array(VersionResource),
      example: [{ ...EXAMPLE, created_by: null }],
      links: {
        newest: {
          operationId: 'getTrailVersion',
          parameters: { trail_id: '$request.path.trail_id', version: '$response.body#/0/version' },
        },
      },
    },
    ...HELD_ANSWER,
  },
  refusals: ['bad-request', 'not-found', 'revision-conflict'],
  async handle(call) {
    const { trail_id } = call.params;
    const versions = await listVersions(call.db, call.caller.catalog.catalog_id, trail_id);
    await requirePreconditionsOn(call, trail_id);
    return unlessHeld(call, ok(versions));
  },
});

export const getTrailVersionOperation = operation({
  id: 'getTrailVersion',
  forEditors: true,
  forApprovers: true,
  summary: 'Read a version',
  tag: TAG,
  needs: 'trails:read',
  params: VersionParams,
  headers: { ...IF_NONE_MATCH, ...OPTIONAL_PRECONDITIONS },
  answers: {
    200: {
      description: 'The version with its document.',
      schema: VersionDetailResource,
      example: { ...EXAMPLE, document: EXAMPLE_DOCUMENT },
      links: {
        restore: {
          operationId: 'restoreTrailVersion',
          parameters: { trail_id: '$request.path.trail_id', version: '$request.path.version' },
        },
      },
    },
    ...HELD_ANSWER,
  },
  refusals: ['bad-request', 'not-found', 'revision-conflict'],
  async handle(call) {
    const { trail_id, version: number } = call.params;
    const version = await getVersion(call.db, call.caller.catalog.catalog_id, trail_id, number);
    await requirePreconditionsOn(call, trail_id);
    return unlessHeld(call, ok({ json: versionDetailJson(version) }));
  },
});

export const restoreTrailVersionOperation = (deps: V1Deps) =>
  operation({
    id: 'restoreTrailVersion',
    forEditors: true,
    summary: 'Restore a version into the draft',
    description:
      "Saves the version's document as the draft's next revision. Status and versions stay unchanged, even for an " +
      'archived trail.',
    tag: TAG,
    needs: 'trails:write',
    rate: 'model',
    params: VersionParams,
    headers: OPTIONAL_PRECONDITIONS,
    answers: { 200: declaredTrail('The trail with its next revision.') },
    refusals: ['bad-request', 'not-found', 'revision-conflict'],
    async handle(call) {
      const { trail_id, version } = call.params;
      const { catalog_id } = call.caller.catalog;
      const draft = await readTrail(call.db, catalog_id, trail_id);
      const snapshot = await getVersion(call.db, catalog_id, trail_id, version);
      await requirePreconditions(call, draft);
      const onRace = namesWhatItSaw(call) ? 'refuse' : 'overwrite';
      const by = byOf(call);
      return call.commitStatement(async (db) =>
        trailAnswer(await restoreVersion(db, catalog_id, draft, snapshot, by, deps.rules, onRace)),
      );
    },
  });
