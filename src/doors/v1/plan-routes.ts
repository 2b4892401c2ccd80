// Plans: many trails in one request, compared, tested and applied together. Outside /v1, which contract 4.2 defines.

import { type Static, type TObject, Type } from '@sinclair/typebox';
import { requireScope } from '../../admission/caller.ts';
import { errorAt, sentenceIn } from '../../base/field-finding.ts';
import { newId } from '../../base/id.ts';
import { invalidBody, MAX_FINDINGS, type ValidationIssue } from '../../base/issue.ts';
import { refuse } from '../../base/refusal.ts';
import { findFindings, Nullable, Uuid } from '../../base/shape.ts';
import { t } from '../../base/texts/t.ts';
import { ok } from '../../http/answers/answer.ts';
import { withDryRun } from '../../http/endpoint/dry-run.ts';
import { employeesView } from '../../surfacing/employees-view.ts';
import { type PlanVerdicts, planVerdicts } from '../../surfacing/plan-verdicts.ts';
import { ExampleRunResult } from '../../surfacing/surfacing-shapes.ts';
import { draftFindings } from '../../trails/document/validate-document.ts';
import { applyPlan } from '../../trails/plans/apply-plan.ts';
import { type Plan, PlanAround, PlanBody, PlannedChange } from '../../trails/plans/plan.ts';
import { plannedAudiences } from '../../trails/plans/planned-audiences.ts';
import { type PlannedWork, plannedChanges } from '../../trails/plans/planned-changes.ts';
import type { TrailRules } from '../../trails/trail-rules.ts';
import { type EitherEndpoint, routes } from './either-door.ts';
import { EXAMPLE_DOCUMENT } from './examples.ts';
import type { V1Deps } from './v1-deps.ts';
import { byOf, operation } from './v1-door.ts';

const PLAN_BODY_LIMIT = 10 * 1_048_576;

/** Without an id, because a schema may contain a shape with an id only once. */
const Ref = Type.Object({ id: Uuid('The trail.'), title: Type.String({ description: 'Its title.' }) });

const PlanResource = Type.Object(
  {
    applied: Type.Boolean({ description: 'False if the request asked only for a report.' }),
    trails: Type.Array(
      Type.Object({
        ...PlannedChange.properties,
        examples: Type.Array(ExampleRunResult, { description: 'The verdicts as the catalog is after the plan.' }),
      }),
      { description: 'What happens to each trail, in the order of the request.' },
    ),
    all_pass: Type.Boolean({ description: 'True if all examples pass.' }),
    lost_prompts: Type.Array(
      Type.Object({
        trail: Ref,
        index: Type.Integer({ minimum: 0, description: 'Index of the example in `trigger.examples`.' }),
        text: Type.String({ description: 'The example.' }),
        winner: Nullable(Ref, { description: 'The trail that gets the prompt; null if none.' }),
      }),
      { description: 'Examples of other live trails that surface now, but not after the plan.' },
    ),
    complete: Type.Boolean({ description: 'False if the live trails have too many examples to try them all.' }),
  },
  { $id: 'PlanResource' },
);

type PlanOptions = Plan & Pick<Static<typeof PlanBody>, 'apply' | 'skip_examples'>;

const applyPlanOperation = (deps: V1Deps) =>
  operation({
    id: 'applyPlan',
    summary: 'Compare, test and apply many trails at once',
    description:
      'Reports what a plan changes in the catalog: the changed fields, the findings, the verdicts on all examples as ' +
      'the catalog is afterwards, and the prompts that other live trails lose. With `apply`, applies the plan as a ' +
      'whole or not at all, as drafts or as publications. Publishing and archiving need `trails:publish`. The ' +
      'embedded judge gives the verdicts, even if a language model is configured.',
    tag: 'Plans',
    needs: 'trails:write',
    rate: 'model',
    query: withDryRun(undefined),
    bodyLimit: PLAN_BODY_LIMIT,
    body: { schema: PlanBody, example: { trails: [{ document: EXAMPLE_DOCUMENT }], apply: true } },
    answers: { 200: { description: 'What the plan changes, or has changed.', schema: PlanResource } },
    refusals: [
      ...(['bad-request', 'insufficient-scope', 'not-found', 'conflict', 'revision-conflict'] as const),
      ...(['unprocessable', 'payload-too-large', 'unsupported-media-type', 'validation'] as const),
    ],
    async handle(call) {
      const plan = planIn(await call.object(), deps.rules);
      if (plan.publish || plan.archive.length > 0) requireScope(call.caller, 'trails:publish');
      const { catalog_id, team_id } = call.caller.catalog;
      const works = await plannedChanges(call.db, catalog_id, plan, deps.rules);
      const audiences = await plannedAudiences(call.db, catalog_id, plan, works);
      const verdicts = await verdictsOn(
        deps,
        await employeesView(deps.indexes, call.db, team_id),
        plan,
        works,
        call.signal(),
      );
      const { apply = false } = plan;
      if (!apply)
        return ok(
          resource(
            false,
            works.map(({ change }) => change),
            verdicts,
          ),
        );
      if (plan.publish) requirePassing(works, verdicts);
      const answer = await call.commit(
        async (tx) =>
          ok(resource(true, await applyPlan(tx, catalog_id, plan, works, audiences, byOf(call), deps.rules), verdicts)),
        { isPatient: true },
      );
      deps.indexes.refresh(catalog_id);
      return answer;
    },
  });

/** The plan in the body. Fails with `validation`. A finding names its place, such as `trails[3].document.title`. */
function planIn(body: Readonly<Record<string, unknown>>, { schema }: TrailRules): PlanOptions {
  const around = findFindings(PlanAround as TObject, body);
  const issues: ValidationIssue[] = [...around.issues];
  let { omitted } = around;
  const trails = Array.isArray(body.trails) ? body.trails.slice(0, MAX_FINDINGS) : [];
  for (const [index, trail] of trails.entries()) {
    const document: unknown = (trail as { document?: unknown } | null)?.document;
    if (document === undefined) continue;
    const found = draftFindings(document, schema);
    omitted += found.omitted;
    for (const issue of found.issues) {
      const within = issue.field === '' ? '' : `.${issue.field}`;
      issues.push(errorAt(`trails[${index}].document${within}`, sentenceIn(issue)));
    }
  }
  if (issues.length > 0) throw invalidBody({ issues, omitted });
  const {
    archive = [],
    publish = false,
    note = null,
    apply = false,
    skip_examples = false,
    sets = [],
    delete_sets = [],
    ...rest
  } = body as Static<typeof PlanBody>;
  return {
    trails: rest.trails.map(({ trail_id, revision, document, visibility, groups, editors, seen = {} }) => ({
      trail_id: trail_id?.toLowerCase() ?? null,
      revision: revision ?? null,
      document,
      visibility: visibility ?? null,
      audience: { groups, editors, seen },
    })),
    archive: archive.map(({ trail_id, revision }) => ({
      trail_id: trail_id.toLowerCase(),
      revision: revision ?? null,
    })),
    sets: {
      list: sets.map(({ set_id, groups, editors, seen: { trail_ids, name, description, ...seen } = {}, ...set }) => ({
        ...set,
        set_id: set_id?.toLowerCase() ?? null,
        audience: { groups, editors, seen },
        seen: { trail_ids, name, description },
      })),
      deleted: delete_sets.map((id) => id.toLowerCase()),
      seen: rest.seen_set_ids,
    },
    ...{ publish, note, apply, skip_examples },
  };
}

const NO_VERDICTS: PlanVerdicts = { results: [], lost: [], complete: true };

async function verdictsOn(
  { embeddedJudge }: V1Deps,
  view: Parameters<typeof planVerdicts>[1],
  plan: PlanOptions,
  works: readonly PlannedWork[],
  signal: AbortSignal,
): Promise<PlanVerdicts> {
  if (plan.skip_examples === true) return NO_VERDICTS;
  const subjects = works.map(({ change, document }) => ({ id: change.trail_id ?? newId(), document }));
  const archived = new Set(plan.archive.map(({ trail_id }) => trail_id));
  return planVerdicts(embeddedJudge, view, subjects, { isLive: plan.publish, archived }, signal);
}

/** Like the command, which publishes no trail whose examples fail. */
function requirePassing(works: readonly PlannedWork[], { results }: PlanVerdicts): void {
  const issues = works.flatMap(({ change, document }, at) =>
    change.publishes
      ? (results[at] ?? [])
          .filter(({ pass }) => !pass)
          .map(({ index, reason }) =>
            errorAt(
              `trails[${at}].document.trigger.examples[${index}]`,
              t('“{title}” fails: {reason}', { title: document.title, reason }),
            ),
          )
      : [],
  );
  if (issues.length === 0) return;
  throw refuse('unprocessable', 'Some examples fail, so nothing was applied. Fix them, or skip the examples.', {
    issues: issues.slice(0, MAX_FINDINGS),
  });
}

const resource = (
  applied: boolean,
  changes: readonly Static<typeof PlannedChange>[],
  { results, lost, complete }: PlanVerdicts,
): Static<typeof PlanResource> => ({
  applied,
  trails: changes.map((change, index) => ({ ...change, examples: [...(results[index] ?? [])] })),
  all_pass: results.every((all) => all.every(({ pass }) => pass)),
  lost_prompts: [...lost],
  complete,
});

export const planEndpoints = (deps: V1Deps): EitherEndpoint[] => routes({ 'POST /plans': applyPlanOperation(deps) });
