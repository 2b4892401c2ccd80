// Would the trail surface? (contract 4.2, Decisions 26, 27): one prompt tried, or all examples run.

import type { CatalogView } from '@cairn/surfacing-judge/judge';
import { byCaller, type Caller } from '../../admission/caller.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { ok } from '../../http/answer.ts';
import { originOf } from '../../http/call-origin.ts';
import type { Db } from '../../storage/database.ts';
import { noteRun } from '../../surfacing/example-history.ts';
import { judgeFindings } from '../../surfacing/judge-findings.ts';
import { runExamples } from '../../surfacing/run-examples.ts';
import { RunExamplesResource, SurfacingTestResource } from '../../surfacing/surfacing-shapes.ts';
import { surfacingTest } from '../../surfacing/surfacing-test.ts';
import { parseDocument } from '../../trails/full-document.ts';
import { storeSurfacingTests } from '../../trails/surfacing-summary.ts';
import { readTrail } from '../../trails/trails.ts';
import { hiddenFromTeam } from '../../trails/visible-trails.ts';
import { EXAMPLE_TRAIL_ID } from './examples.ts';
import { requirePreconditions } from './preconditions.ts';
import { DOCUMENT_BODY_LIMIT, receiveJson, receiveOptionalJson, splitDocument } from './request-bodies.ts';
import { RunExamplesBody, SurfacingTestBody } from './surfacing-bodies.ts';
import { OPTIONAL_PRECONDITIONS, TrailParams, type V1Deps } from './v1-deps.ts';
import { operation } from './v1-door.ts';

const TAG = 'Surfacing';

export const testTrailSurfacingOperation = (deps: V1Deps) =>
  operation({
    id: 'testTrailSurfacing',
    summary: 'Try a prompt',
    description:
      'Whether this trail would be offered for the prompt among the live trails of the catalog, why, and which ' +
      'trail would be instead. Nothing is stored.',
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
      const draft = await readTrail(call.db, call.caller.catalog.catalog_id, call.params.trail_id);
      await receiveJson(call);
      await requirePreconditions(call, draft);
      const { rest, document } = splitDocument(await call.object(), SurfacingTestBody, deps.rules);
      const trail = { id: draft.trail_id, document: document ?? parseDocument(draft.document) };
      const view = await viewOf(deps, call.db, call.caller);
      return ok(await surfacingTest(deps.judge, view, trail, String(rest.draft_text), call.signal()));
    },
  });

export const runTrailExamplesOperation = (deps: V1Deps) =>
  operation({
    id: 'runTrailExamples',
    summary: 'Run all examples',
    description:
      'One verdict an example. The summary is stored on the trail when the stored draft was run, not when a ' +
      'document was sent.',
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
      const draft = await readTrail(call.db, catalog_id, call.params.trail_id);
      await receiveOptionalJson(call);
      await requirePreconditions(call, draft);
      const { document } = splitDocument((await call.object(true)) ?? {}, RunExamplesBody, deps.rules);
      const trail = { id: draft.trail_id, document: document ?? parseDocument(draft.document) };
      const view = await viewOf(deps, call.db, call.caller);
      const run = await runExamples(deps.judge, view, trail, deps.clock, call.signal());
      if (document !== null) return ok(run);
      const findings = await judgeFindings(deps.embeddedJudge, view, trail);
      return call.commit(async (tx) => {
        const kept = { revision: draft.revision, summary: run.summary, findings };
        await storeSurfacingTests(
          tx,
          catalog_id,
          trail.id,
          kept,
          deps.rules,
          byCaller(call.caller, call.requestId, originOf(call)),
        );
        await noteRun(tx, catalog_id, trail.id, notedRun(draft.revision, run));
        return ok(run);
      });
    },
  });

const notedRun = (revision: number, { results, summary }: RunExamplesResource) => ({
  revision,
  run_at: summary.last_run_at,
  examples: results.length,
  passed: results.filter(({ pass }) => pass).length,
  passed_left_out: null,
});

/**
 * The live trails that the caller's employees see: the catalog's own, and the service-wide ones shown to the workspace.
 */
export async function viewOf(deps: V1Deps, db: Db, { catalog }: Caller): Promise<CatalogView> {
  if (catalog.team_id === null) return deps.indexes.view([SVC_CATALOG_ID]);
  return deps.indexes.view([catalog.catalog_id, SVC_CATALOG_ID], await hiddenFromTeam(db, catalog.team_id));
}
