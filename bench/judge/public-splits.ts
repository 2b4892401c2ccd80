// Measures every training split of a data file on its test prompts, compared with the two baselines.
import type { Judge } from '@cairn/surfacing-judge/judge';
import { type JudgedTrail, judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { type BaselineTrail, bm25, nearestNeighbour } from './baselines.ts';
import { judgeAll, judgeContender, viewOf } from './contender.ts';
import type { DataFile } from './data-files.ts';
import { type Figures, figuresOf } from './metrics.ts';

export interface SplitFigures {
  readonly judge: Figures;
  readonly bm25: Figures;
  readonly nearest: Figures;
}

/**
 * Measures one split: one trail per label with the label's training prompts as `match` examples, and without a title
 * unless `titles` is set.
 */
export async function measureSplit(
  judge: Judge,
  index: LexicalJudge,
  file: DataFile,
  split: string,
  titles: boolean,
): Promise<SplitFigures> {
  const groups = [...(file.splits.get(split) ?? [])];
  const trails = groups.map(([label, texts]) => trailOf(label, texts, titles));
  const plain: BaselineTrail[] = groups.map(([label, texts]) => ({
    id: label,
    texts: titles ? [titleOf(label), ...texts] : texts,
  }));
  const inScope = file.test.map(([text, expected]) => ({ text, expected }));
  const outOfScope = file.oosTest.map((text) => ({ text, expected: null }));
  const measure = async (contender: Parameters<typeof judgeAll>[0]): Promise<Figures> =>
    figuresOf(await judgeAll(contender, inScope), await judgeAll(contender, outOfScope));
  return {
    judge: await measure(judgeContender(judge, viewOf(index, trails))),
    bm25: await measure(bm25(plain)),
    nearest: await measure(nearestNeighbour(plain)),
  };
}

/** The trail for a label, which is also its id. */
export function trailOf(
  label: string,
  texts: readonly string[],
  title: boolean,
  keywords: readonly string[] = [],
  against: readonly string[] = [],
): JudgedTrail {
  const examples = [
    ...texts.map((text) => ({ text, expect: 'match' as const })),
    ...against.map((text) => ({ text, expect: 'no_match' as const })),
  ];
  return judgedTrail(label, { title: title ? titleOf(label) : '', trigger: { keywords, examples } });
}

const titleOf = (label: string): string => label.replaceAll('_', ' ');
