// Tests whether a trail would surface (contract 4.2, Decisions 26, 27): for one prompt, or for all examples.

import type { Caller } from '../../admission/caller.ts';
import { ok } from '../../http/answers/answer.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';
import { editorsView, employeesView } from '../../surfacing/employees-view.ts';
import { noteRun } from '../../surfacing/example-history.ts';
import { judgeFindings } from '../../surfacing/judge-findings.ts';
import { runExamples } from '../../surfacing/run-examples.ts';
import { RunExamplesResource, SurfacingTestResource } from '../../surfacing/surfacing-shapes.ts';
import { surfacingTest } from '../../surfacing/surfacing-test.ts';
import { parseDocument } from '../../trails/document/full-document.ts';
import { DOCUMENT_BODY_LIMIT } from '../../trails/document/limits.ts';
import { storeSurfacingTests } from '../../trails/surfacing-summary.ts';
import { EXAMPLE_TRAIL_ID } from './examples.ts';
import { receiveJson, receiveOptionalJson, splitDocument } from './request-bodies.ts';
import { RunExamplesBody, SurfacingTestBody } from './surfacing-bodies.ts';
import { requestedTrail } from './trail-request.ts';
import { OPTIONAL_PRECONDITIONS, TrailParams, type V1Deps } from './v1-deps.ts';
import { byOf, operation } from './v1-door.ts';

const TAG = 'Surfacing';

export const testTrailSurfacingOperation = (deps: V1Deps) =>
  operation({
    id: 'testTrailSurfacing',
    forEditors: true,
    summary: 'Test a prompt',
    description:
      'Returns whether this trail would be offered for the prompt among the live trails of the catalog, why, and ' +
      'which other trail would be offered instead. Stores nothing.',
    tag: TAG,
    needs: 'trails:write',
    rate: 'model',
    params: TrailParams,
    headers: OPTIONAL_PRECONDITIONS,
    bodyLimit: DOCUMENT_BODY_LIMIT,
    body: { schema: SurfacingTestBody, example: { draft_text: 'turn my notes from the kick-off into a task list' } },
    answers: {
      200: {
        description: 'The verdict.',
        schema: SurfacingTestResource,
        example: {
          would_surface: true,
          confidence: 0.9312,
          reason: 'Close to the keyword "meeting notes" (shared: notes, task).',
          candidates: [{ id: EXAMPLE_TRAIL_ID, title: 'Turn meeting notes into tasks' }],
          winner: null,
        },
        links: { trail: { operationId: 'getTrail', parameters: { trail_id: '$request.path.trail_id' } } },
      },
    },
    refusals: [
      ...(['bad-request', 'not-found', 'unsupported-media-type', 'payload-too-large', 'validation'] as const),
      'judge-unavailable',
      'revision-conflict',
    ],
    async handle(call) {
      const draft = await requestedTrail(call, receiveJson);
      const { rest, document } = splitDocument(await call.object(), SurfacingTestBody, deps.rules);
      const trail = { id: draft.trail_id, document: document ?? parseDocument(draft.document) };
      const view = await viewOf(deps, call, trail.id);
      return ok(await surfacingTest(deps.judge, view, trail, String(rest.draft_text), call.signal()));
    },
  });

export const runTrailExamplesOperation = (deps: V1Deps) =>
  operation({
    id: 'runTrailExamples',
    forEditors: true,
    summary: 'Run all examples',
    description:
      'One verdict per example. Saves the summary on the trail if an author ran the stored draft, but not for a ' +
      'submitted document.',
    tag: TAG,
    needs: 'trails:write',
    rate: 'model',
    params: TrailParams,
    headers: OPTIONAL_PRECONDITIONS,
    bodyLimit: DOCUMENT_BODY_LIMIT,
    body: { schema: RunExamplesBody, required: false, example: {} },
    answers: {
      200: {
        description: 'The verdicts and their summary.',
        schema: RunExamplesResource,
        links: { trail: { operationId: 'getTrail', parameters: { trail_id: '$request.path.trail_id' } } },
      },
    },
    refusals: [
      ...(['bad-request', 'not-found', 'unsupported-media-type', 'payload-too-large', 'validation'] as const),
      ...(['unprocessable', 'judge-unavailable', 'revision-conflict'] as const),
    ],
    async handle(call) {
      const { catalog_id } = call.caller.catalog;
      const draft = await requestedTrail(call, receiveOptionalJson);
      const { document } = splitDocument((await call.object(true)) ?? {}, RunExamplesBody, deps.rules);
      const trail = { id: draft.trail_id, document: document ?? parseDocument(draft.document) };
      const view = await viewOf(deps, call, trail.id);
      const run = await runExamples(deps.judge, view, trail, deps.clock, call.signal());
      if (document !== null || call.caller.isEditor === true) return ok(run);
      const findings = await judgeFindings(deps.embeddedJudge, view, trail, call.signal());
      return call.commit(async (tx) => {
        const kept = { revision: draft.revision, summary: run.summary, findings };
        await storeSurfacingTests(tx, catalog_id, trail.id, kept, deps.rules, byOf(call));
        await noteRun(tx, catalog_id, trail.id, notedRun(draft.revision, run));
        return ok(run);
      });
    },
  });

/** Editors compare the trail only with trails that they see, so that no result names another one. */
function viewOf({ indexes }: V1Deps, { db, caller }: Pick<Call<Caller>, 'db' | 'caller'>, trailId: string) {
  const { team_id } = caller.catalog;
  return caller.isEditor === true && team_id !== null
    ? editorsView(indexes, db, { team_id, account_id: caller.person.account_id }, trailId)
    : employeesView(indexes, db, team_id);
}

const notedRun = (revision: number, { results, summary }: RunExamplesResource) => ({
  revision,
  run_at: summary.last_run_at,
  examples: results.length,
  passed: results.filter(({ pass }) => pass).length,
  passed_left_out: null,
});
