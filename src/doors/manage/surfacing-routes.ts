// Explains the judge's decisions for the console: candidates for a prompt, a trail's examples one by one, effects of a
// document on other trails, and catalog health. Only the embedded judge answers here.
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { type Static, Type } from '@sinclair/typebox';
import { type Clock, instant } from '../../base/clock.ts';
import { closed, ids, Uuid } from '../../base/shape.ts';
import { ok } from '../../http/answers/answer.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';
import type { SessionCaller } from '../../identity/session.ts';
import { catalogEffect } from '../../surfacing/catalog-effect.ts';
import { catalogHealth, type ReadCatalogHealth } from '../../surfacing/catalog-health.ts';
import type { CatalogIndexes } from '../../surfacing/catalog-index.ts';
import { editorsView, employeesView } from '../../surfacing/employees-view.ts';
import {
  CatalogEffect,
  CatalogHealth,
  ExampleEvaluation,
  ExampleHistory,
  RankedCandidates,
} from '../../surfacing/evaluation-shapes.ts';
import { evaluateExamples } from '../../surfacing/example-evaluation.ts';
import { exampleHistory, noteRun } from '../../surfacing/example-history.ts';
import { rankCandidates } from '../../surfacing/ranked-candidates.ts';
import { JudgedDocument, JudgedPrompt } from '../../surfacing/surfacing-shapes.ts';
import type { TrailUnderTest } from '../../surfacing/surfacing-test.ts';
import type { TrailDocument } from '../../trails/document/document.ts';
import { parseDocument } from '../../trails/document/full-document.ts';
import { DOCUMENT_BODY_LIMIT } from '../../trails/document/limits.ts';
import { getDraft } from '../../trails/trails.ts';
import { catalogOf, isAuthor, operation, routes } from '../session/session-endpoint.ts';

export interface SurfacingDeps {
  readonly clock: Clock;
  readonly embeddedJudge: LexicalJudge;
  readonly indexes: CatalogIndexes;
}

const MAX_TRAILS = 500;
const TRAILS_A_PAGE = 20;

const EvaluationBody = Type.Object(JudgedDocument, { ...closed, $id: 'EvaluationBody' });
const CandidatesBody = Type.Object({ ...JudgedPrompt, ...JudgedDocument }, { ...closed, $id: 'CandidatesBody' });
const HealthQuery = Type.Object({
  after: Type.Optional(Uuid('The last trail of the previous page.')),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_TRAILS, default: TRAILS_A_PAGE })),
});

const common = { tag: 'Surfacing', needs: 'author' } as const;
const onTrail = {
  ...common,
  idempotent: false,
  params: ids('trail_id'),
  bodyLimit: DOCUMENT_BODY_LIMIT,
  refusals: ['bad-request', 'not-found', 'unsupported-media-type', 'payload-too-large', 'validation'],
} as const;
type TrailCall = Call<SessionCaller, { trail_id: string }>;

const evaluateExamplesOperation = (deps: SurfacingDeps) =>
  operation({
    ...onTrail,
    id: 'evaluateExamples',
    forEditors: true,
    summary: 'Test the examples of a trail one by one',
    description:
      'Judges each example as is, and again as if it were not listed. No language model is used. Results of the ' +
      'stored draft go into its history; results of a submitted document are not stored.',
    rate: 'model',
    body: { schema: EvaluationBody, example: {} },
    answers: { 200: { description: 'One entry per example.', schema: ExampleEvaluation } },
    async handle(call) {
      const { document } = await call.json(EvaluationBody);
      const trail = await trailUnderTest(call, document);
      const view = await viewOf(deps, call);
      const evaluation = await evaluateExamples(deps.embeddedJudge, view, trail, call.signal());
      const { examples, passed, passed_left_out } = evaluation;
      if ((document ?? null) !== null || examples.length === 0 || !isAuthor(call)) return ok(evaluation);
      return call.commit(async (tx) => {
        const run_at = instant(deps.clock());
        const run = { revision: trail.revision, run_at, examples: examples.length, passed, passed_left_out };
        await noteRun(tx, catalogOf(call), trail.id, run);
        return ok(evaluation);
      });
    },
  });

const listEvaluationsOperation = operation({
  ...common,
  id: 'listEvaluations',
  forEditors: true,
  summary: 'Example results of each revision of a trail',
  description: 'Recorded whenever the examples of the stored draft run, against the catalog at that time.',
  params: ids('trail_id'),
  answers: { 200: { description: 'The history.', schema: ExampleHistory } },
  refusals: ['not-found'],
  handle: async (call) => ok({ items: await exampleHistory(call.db, catalogOf(call), call.params.trail_id) }),
});

const previewCatalogEffectOperation = (deps: SurfacingDeps) =>
  operation({
    ...onTrail,
    id: 'previewCatalogEffect',
    summary: 'Preview the effect of publishing on other trails',
    description: 'Lists prompts similar to examples of live trails that would go to a different trail. Stores nothing.',
    rate: 'model',
    body: { schema: EvaluationBody, example: {} },
    answers: { 200: { description: 'The prompts that would move.', schema: CatalogEffect } },
    async handle(call) {
      const trail = await trailUnderTest(call, (await call.json(EvaluationBody)).document);
      return ok(
        await catalogEffect(
          deps.embeddedJudge,
          await employeesView(deps.indexes, call.db, call.caller.team_id),
          trail,
          call.signal(),
        ),
      );
    },
  });

const rankCandidatesOperation = (deps: SurfacingDeps) =>
  operation({
    ...onTrail,
    id: 'rankCandidates',
    forEditors: true,
    summary: 'List the candidate trails for a prompt',
    description: 'Best first, with the components of their confidence. Stores nothing and uses no language model.',
    body: { schema: CandidatesBody, example: { draft_text: 'turn my notes from the kick-off into a task list' } },
    answers: { 200: { description: 'The candidates.', schema: RankedCandidates } },
    async handle(call) {
      const { draft_text, document } = await call.json(CandidatesBody);
      const trail = await trailUnderTest(call, document);
      return ok(await rankCandidates(deps.embeddedJudge, await viewOf(deps, call), trail, draft_text));
    },
  });

const getCatalogHealthOperation = (deps: SurfacingDeps, readHealth: ReadCatalogHealth) =>
  operation({
    ...common,
    id: 'getCatalogHealth',
    summary: 'Example results of all live trails',
    description:
      'Judges each `match` example as if it were not listed. Trails are sorted by id. The first page ends after ' +
      '0.3 seconds of judging and later pages after 1.5 seconds, whatever the limit. Judging continues for four ' +
      'seconds, so that the next page has more. Results are cached until the catalog changes.',
    rate: 'model',
    query: HealthQuery,
    answers: { 200: { description: 'A page of trails.', schema: CatalogHealth } },
    refusals: ['bad-request'],
    async handle(call) {
      const { after = null, limit = TRAILS_A_PAGE } = call.query as Static<typeof HealthQuery>;
      return ok(
        await readHealth(await employeesView(deps.indexes, call.db, call.caller.team_id), after, limit, call.signal()),
      );
    },
  });

/** Editors compare the trail only with trails that they see, so that no result names another one. */
function viewOf({ indexes }: SurfacingDeps, call: TrailCall) {
  const { team_id, account_id } = call.caller;
  return team_id === null || isAuthor(call)
    ? employeesView(indexes, call.db, team_id)
    : editorsView(indexes, call.db, { team_id, account_id }, call.params.trail_id);
}

/** The submitted document, or the stored draft. Fails with `not-found` for a trail of another catalog. */
async function trailUnderTest(
  call: TrailCall,
  document: TrailDocument | null | undefined,
): Promise<TrailUnderTest & { readonly revision: number }> {
  const draft = await getDraft(call.db, catalogOf(call), call.params.trail_id);
  return {
    id: call.params.trail_id,
    document: document ?? parseDocument(draft.document),
    revision: draft.revision,
  };
}

export const surfacingEndpoints = (deps: SurfacingDeps) =>
  routes({
    'POST /trails/:trail_id/evaluation': evaluateExamplesOperation(deps),
    'GET /trails/:trail_id/evaluations': listEvaluationsOperation,
    'POST /trails/:trail_id/catalog-effect': previewCatalogEffectOperation(deps),
    'POST /trails/:trail_id/candidates': rankCandidatesOperation(deps),
    'GET /catalog-health': getCatalogHealthOperation(deps, catalogHealth(deps.embeddedJudge)),
  });
