// Judges all examples of a trail in one pass (contract 4.2 run-examples, Decision 27). The caller stores the summary.

import type { CatalogView, Judge, Verdict } from '@cairn/surfacing-judge/judge';
import { type JudgedExample, judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import { type Clock, instant } from '../base/clock.ts';
import { refuse } from '../base/refusal.ts';
import type { ExampleRunResult, RunExamplesResource } from './surfacing-shapes.ts';
import type { TrailUnderTest } from './surfacing-test.ts';

/**
 * One result per example, in document order. The judge knows the trail's own examples. Fails with `unprocessable` if
 * there are none, and with `judge-unavailable` like a surfacing test.
 */
export async function runExamples(
  judge: Judge,
  catalog: CatalogView,
  trail: TrailUnderTest,
  clock: Clock,
  signal?: AbortSignal,
): Promise<RunExamplesResource> {
  const subject = judgedTrail(trail.id, trail.document);
  if (subject.examples.length === 0) {
    throw refuse('unprocessable', 'The document has no examples to run. Add some to trigger.examples.');
  }
  const texts = subject.examples.map((example) => example.text);
  const verdicts = await judge.judge(catalog, subject, texts, signal);
  const results = subject.examples.map((example, index): ExampleRunResult => {
    const { would_surface, confidence, reason, pass } = verdictOn(example, verdicts[index]);
    return { index, expect: example.expect, would_surface, confidence, reason, pass };
  });
  const failing = results.filter((result) => !result.pass).map((result) => result.index);
  const all_pass = failing.length === 0;
  const last_run_at = instant(clock());
  return { all_pass, results, summary: { last_run_at, all_pass, failing } };
}

/** The verdict on an example, and whether it is the expected one. */
export function verdictOn(
  { expect }: JudgedExample,
  verdict: Verdict | undefined,
): Verdict & { readonly pass: boolean } {
  if (verdict === undefined) throw new Error('The judge gave fewer verdicts than there are examples.');
  return { ...verdict, pass: (expect === 'match') === verdict.would_surface };
}
