// Judges each example of a document twice: as listed, and left out. If an example passes only because it is listed,
// other wordings may still fail.
import type { CatalogView, Verdict } from '@cairn/surfacing-judge/judge';
import { type JudgedExample, judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import type { EvaluatedExample, ExampleEvaluation } from './evaluation-shapes.ts';
import { withoutLine } from './left-out.ts';
import { othersTurn } from './others-turn.ts';
import { verdictOn } from './run-examples.ts';
import type { TrailUnderTest } from './surfacing-test.ts';

/**
 * One entry per example, in document order. Only the embedded judge is used, so an evaluation costs no model calls.
 * Stops if `signal` aborts.
 */
export async function evaluateExamples(
  judge: LexicalJudge,
  catalog: CatalogView,
  trail: TrailUnderTest,
  signal?: AbortSignal,
): Promise<ExampleEvaluation> {
  const subject = judgedTrail(trail.id, trail.document);
  const texts = subject.examples.map((example) => example.text);
  const listed = await judge.judge(catalog, subject, texts, signal);
  const examples: EvaluatedExample[] = [];
  for (const [index, example] of subject.examples.entries()) {
    const [leftOut] = await judge.judge(catalog, withoutLine(subject, example.text), [example.text], signal);
    const { text, expect } = example;
    examples.push({
      index,
      text,
      expect,
      listed: judgedAs(example, listed[index]),
      left_out: judgedAs(example, leftOut),
    });
    await othersTurn(signal);
  }
  return {
    threshold: judge.threshold,
    passed: examples.filter((one) => one.listed.pass).length,
    passed_left_out: examples.filter((one) => one.left_out.pass).length,
    examples,
  };
}

function judgedAs(example: JudgedExample, verdict: Verdict | undefined): EvaluatedExample['listed'] {
  const { candidates: _candidates, ...shown } = verdictOn(example, verdict);
  return shown;
}
