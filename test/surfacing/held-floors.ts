// Shared by the tests of the judge's minimum scores: how much of the data a run uses, and the public set.
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { expect, it } from 'vitest';
import { DEVELOPMENT_CATALOGS, EVALUATION_CATALOG, TYPED_CATALOG } from '../../bench/judge/catalogs.ts';
import { judgeAll, judgeContender, viewOf } from '../../bench/judge/contender.ts';
import { type DataFile, readDataFiles } from '../../bench/judge/data-files.ts';
import { measureLongPrompts } from '../../bench/judge/long-prompts.ts';
import { type Figures, figuresOf } from '../../bench/judge/metrics.ts';
import { measureNoMatch } from '../../bench/judge/no-match.ts';
import { measureOpenCatalogs } from '../../bench/judge/open-catalog.ts';
import { trailOf } from '../../bench/judge/public-splits.ts';

/** `CAIRN_TEST_FLOORS=all` (every night) checks every score on every prompt. Otherwise a sample is drawn. */
export const takesAll = process.env.CAIRN_TEST_FLOORS === 'all';

/**
 * The number of generic prompts, and of prompts of other trails, with which each trail is tested alone. They are drawn
 * separately for each trail, so together they cover most of them.
 */
export const MOST_ALONE = takesAll ? Number.POSITIVE_INFINITY : 10;

/** Tests one in this many prompts of the public test set. */
const ONE_IN = takesAll ? 1 : 6;

const AUTHORED = Object.entries({ evaluation: EVALUATION_CATALOG, typed: TYPED_CATALOG, ...DEVELOPMENT_CATALOGS });

/** The authored catalogs of a run. Two of them differ enough to change when the others do. */
export const authored = takesAll ? AUTHORED : AUTHORED.slice(0, 2);

/** This folder is not in the repository. */
export const [publicSet] = readDataFiles('../shared/data') ?? [];

/** A training split of the public set with its minimum accuracy and AUROC, in percent. */
type Split = readonly [split: string, accuracy: number, auroc: number];

/**
 * Tests that a judge meets its minimum scores on the public test set, with trails built from each of these training
 * splits.
 */
export function testPublicSplits(judge: LexicalJudge, file: DataFile, splits: readonly Split[]): void {
  it.each(splits)('hold on the public test set with %s', async (split, accuracy, auroc) => {
    const figures = await publicFigures(judge, file, split);
    expect(figures.accuracy).toBeGreaterThanOrEqual(accuracy);
    expect(figures.auroc).toBeGreaterThanOrEqual(auroc);
  });
}

/** Tests the minimum scores that are the same with and without meaning. */
export function testPublicFloors(judge: LexicalJudge, file: DataFile): void {
  it('hold for a hundred simulated catalogs of all sizes', async () => {
    const train = file.splits.get('train_full') ?? new Map<string, string[]>();
    const pool = { train, prompts: file.test, outOfScope: file.oosTest };
    const figures = await measureOpenCatalogs(judge, judge, pool);
    expect(figures.auc_c).toBeGreaterThanOrEqual(94.95);
    expect(figures.ece).toBeLessThanOrEqual(0.12);
  });

  it('hold for a request with a pasted text before or after it', async () => {
    const { clean, ...wrapped } = await measureLongPrompts(judge, judge, file);
    for (const [name, figures] of Object.entries(wrapped)) {
      expect((clean?.accuracy ?? 100) - figures.accuracy, name).toBeLessThanOrEqual(4);
      expect((clean?.recall ?? 1) - figures.recall, name).toBeLessThanOrEqual(0.08);
    }
  });

  it('hold for four no-match examples', async () => {
    const figures = await measureNoMatch(judge, judge, file);
    expect(figures.down).toBeGreaterThanOrEqual(35);
    expect(figures.recall_without - figures.recall_with).toBeLessThanOrEqual(0.06);
  });
}

async function publicFigures(judge: LexicalJudge, file: DataFile, split: string): Promise<Figures> {
  const trails = [...(file.splits.get(split) ?? [])].map(([label, texts]) => trailOf(label, texts, false));
  const contender = judgeContender(judge, viewOf(judge, trails));
  const drawn = <One>(all: readonly One[]): One[] => all.filter((_, at) => at % ONE_IN === 0);
  const inScope = drawn(file.test).map(([text, expected]) => ({ text, expected }));
  const outOfScope = drawn(file.oosTest).map((text) => ({ text, expected: null }));
  return figuresOf(await judgeAll(contender, inScope), await judgeAll(contender, outOfScope));
}
