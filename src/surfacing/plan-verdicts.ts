// The verdicts on a plan's examples among the live trails as they would be after the plan, and the live trails that
// would lose prompts to it. Only the embedded judge answers, because a plan has thousands of examples.
import type { CatalogView } from '@cairn/surfacing-judge/judge';
import { type JudgeableDocument, type JudgedTrail, judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { othersTurn } from './others-turn.ts';
import { verdictOn } from './run-examples.ts';
import type { ExampleRunResult, TrailRef } from './surfacing-shapes.ts';

export interface PlannedSubject {
  readonly id: string;
  readonly document: JudgeableDocument;
}

export interface LostPrompt {
  readonly trail: TrailRef;
  readonly index: number;
  readonly text: string;
  /** The trail that gets the prompt; null if none does. */
  readonly winner: TrailRef | null;
}

export interface PlanVerdicts {
  /** The results of each subject's examples, in order. */
  readonly results: readonly (readonly ExampleRunResult[])[];
  readonly lost: readonly LostPrompt[];
  /** False if the live trails have more examples than were tried. */
  readonly complete: boolean;
}

/** Examples of live trails that are tried. */
const MAX_EXAMPLES = 5_000;

/**
 * Judges the subjects' examples. `isLive`: the subjects are live after the plan and compete with each other. `archived`
 * are no longer live. Stops if `signal` aborts.
 */
export async function planVerdicts(
  judge: LexicalJudge,
  catalog: CatalogView,
  subjects: readonly PlannedSubject[],
  { isLive, archived }: { readonly isLive: boolean; readonly archived: ReadonlySet<string> },
  signal?: AbortSignal,
): Promise<PlanVerdicts> {
  const trails = subjects.map(({ id, document }) => judgedTrail(id, document));
  const after = await catalogAfter(judge, catalog, isLive ? trails : [], archived, signal);
  const results: ExampleRunResult[][] = [];
  for (const trail of trails) results.push(await resultsOf(judge, after, trail, signal));
  const planned = new Set(isLive ? trails.map(({ id }) => id) : []);
  return { results, ...(await lostPrompts(judge, catalog, after, planned, signal)) };
}

async function resultsOf(
  judge: LexicalJudge,
  view: CatalogView,
  trail: JudgedTrail,
  signal: AbortSignal | undefined,
): Promise<ExampleRunResult[]> {
  if (trail.examples.length === 0) return [];
  await othersTurn(signal);
  const texts = trail.examples.map(({ text }) => text);
  const verdicts = await judge.judge(view, trail, texts, signal);
  return trail.examples.map((example, index) => {
    const { would_surface, confidence, reason, pass } = verdictOn(example, verdicts[index]);
    return { index, expect: example.expect, would_surface, confidence, reason, pass };
  });
}

/** The live trails after the plan, with the same weights and sentence vectors as if they had been published. */
async function catalogAfter(
  judge: LexicalJudge,
  view: CatalogView,
  planned: readonly JudgedTrail[],
  archived: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<CatalogView> {
  const [own, ...others] = view.catalogs;
  if (own === undefined || (planned.length === 0 && archived.size === 0)) return view;
  const after = judge.emptyCatalog();
  const replaced = new Set(planned.map(({ id }) => id));
  for (const id of own.ids()) {
    const live = own.find(id);
    if (live === undefined || replaced.has(id) || archived.has(id)) continue;
    after.upsert(live.trail, live.vectors ? judge.meaning?.trail(live.trail, live) : null);
    await othersTurn(signal);
  }
  for (const trail of planned) {
    after.upsert(trail, null);
    const vectors = await judge.meaning?.prepare(trail, own.find(trail.id), signal);
    if (vectors !== undefined) after.setMeaning(trail, vectors);
  }
  return { ...view, catalogs: [after, ...others] };
}

/** `match` examples of other live trails that surface now and would not afterwards. */
async function lostPrompts(
  judge: LexicalJudge,
  before: CatalogView,
  after: CatalogView,
  planned: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<Pick<PlanVerdicts, 'lost' | 'complete'>> {
  const lost: LostPrompt[] = [];
  let tried = 0;
  if (before === after) return { lost, complete: true };
  const [own] = after.catalogs;
  for (const id of own?.ids() ?? []) {
    const trail = own?.find(id)?.trail;
    if (trail === undefined || planned.has(id)) continue;
    tried += trail.examples.length;
    if (tried > MAX_EXAMPLES) return { lost, complete: false };
    lost.push(...(await lostBy(judge, before, after, trail, signal)));
  }
  return { lost, complete: true };
}

async function lostBy(
  judge: LexicalJudge,
  before: CatalogView,
  after: CatalogView,
  trail: JudgedTrail,
  signal: AbortSignal | undefined,
): Promise<LostPrompt[]> {
  const examples = [...trail.examples.entries()].filter(([, { expect }]) => expect === 'match');
  if (examples.length === 0) return [];
  await othersTurn(signal);
  const texts = examples.map(([, { text }]) => text);
  const verdicts = await judge.judge(after, trail, texts, signal);
  const missing = examples.filter((_, at) => verdicts[at]?.would_surface === false);
  if (missing.length === 0) return [];
  const now = await judge.judge(
    before,
    trail,
    missing.map(([, { text }]) => text),
    signal,
  );
  return missing.flatMap(([index, { text }], at) =>
    now[at]?.would_surface === true
      ? [
          {
            trail: { id: trail.id, title: trail.title },
            index,
            text,
            winner: verdicts[texts.indexOf(text)]?.winner ?? null,
          },
        ]
      : [],
  );
}
