// What the console shows of the judge beside a single verdict: the candidates of a prompt, the examples of a trail one
// by one, what a document would change for other trails, and the state of the catalog. The embedded judge answers
// alone.
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
import { employeesView } from '../../surfacing/employees-view.ts';
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
import { catalogOf, type ManageEndpoint, operation, routes } from '../session/session-endpoint.ts';

export interface SurfacingDeps {
  readonly clock: Clock;
  readonly embeddedJudge: LexicalJudge;
  readonly indexes: CatalogIndexes;
}

const MOST_TRAILS = 500;
const TRAILS_A_PAGE = 20;

const EvaluationBody = Type.Object(JudgedDocument, { ...closed, $id: 'EvaluationBody' });
const CandidatesBody = Type.Object({ ...JudgedPrompt, ...JudgedDocument }, { ...closed, $id: 'CandidatesBody' });
const HealthQuery = Type.Object({
  after: Type.Optional(Uuid('The last trail of the page before.')),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_TRAILS, default: TRAILS_A_PAGE })),
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
    summary: 'Try the examples of a trail one by one',
    description:
      'Each as it stands, and again as if it were not listed. No language model is asked. How the stored draft did ' +
      'is noted in its history; of a document that was sent nothing is stored.',
    rate: 'model',
    body: { schema: EvaluationBody, example: {} },
    answers: { 200: { description: 'One entry an example.', schema: ExampleEvaluation } },
    async handle(call) {
      const { document } = await call.json(EvaluationBody);
      const trail = await trailUnderTest(call, document);
      const view = await employeesView(deps.indexes, call.db, call.caller.team_id);
      const evaluation = await evaluateExamples(deps.embeddedJudge, view, trail, call.signal());
      const { examples, passed, passed_left_out } = evaluation;
      if ((document ?? null) !== null || examples.length === 0) return ok(evaluation);
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
  summary: 'How each revision of a trail did on its examples',
  description: 'Noted whenever the examples of the stored draft are run or tried; each against the catalog of its day.',
  params: ids('trail_id'),
  answers: { 200: { description: 'The history.', schema: ExampleHistory } },
  refusals: ['not-found'],
  handle: async (call) => ok({ items: await exampleHistory(call.db, catalogOf(call), call.params.trail_id) }),
});

const previewCatalogEffectOperation = (deps: SurfacingDeps) =>
  operation({
    ...onTrail,
    id: 'previewCatalogEffect',
    summary: 'What publishing would change for other trails',
    description: 'Prompts like the examples of live trails that another trail would get. Nothing is stored.',
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
    summary: 'The trails compared for a prompt',
    description: 'Best first, with the parts of their confidence. Nothing is stored, no language model is asked.',
    body: { schema: CandidatesBody, example: { draft_text: 'turn my notes from the kick-off into a task list' } },
    answers: { 200: { description: 'The candidates.', schema: RankedCandidates } },
    async handle(call) {
      const { draft_text, document } = await call.json(CandidatesBody);
      const trail = await trailUnderTest(call, document);
      return ok(
        await rankCandidates(
          deps.embeddedJudge,
          await employeesView(deps.indexes, call.db, call.caller.team_id),
          trail,
          draft_text,
        ),
      );
    },
  });

const getCatalogHealthOperation = (deps: SurfacingDeps, readHealth: ReadCatalogHealth) =>
  operation({
    ...common,
    id: 'getCatalogHealth',
    summary: 'How well the live trails stand on their examples',
    description:
      'Each `match` example is judged as if it were not listed. Trails stand in the order of their ids. The first ' +
      'page ends after 0.3 seconds of judging and every other after 1.5, however many were asked for. Judging goes ' +
      'on for the next four seconds, so that the next page has more; what was found is kept until the catalog changes.',
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

/** The document sent, or the stored draft. Refuses with `not-found` for a trail of another catalog. */
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

export const surfacingEndpoints = (deps: SurfacingDeps): ManageEndpoint[] =>
  routes({
    'POST /trails/:trail_id/evaluation': evaluateExamplesOperation(deps),
    'GET /trails/:trail_id/evaluations': listEvaluationsOperation,
    'POST /trails/:trail_id/catalog-effect': previewCatalogEffectOperation(deps),
    'POST /trails/:trail_id/candidates': rankCandidatesOperation(deps),
    'GET /catalog-health': getCatalogHealthOperation(deps, catalogHealth(deps.embeddedJudge)),
  });
