// The judge meets its minimum scores with words alone (docs/judge.md): always on the authored catalogs, and on the
// public set if its folder exists.

import { lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { describe, expect, it, vi } from 'vitest';
import { FOREIGN_CATALOGS } from '../../bench/judge/catalogs.ts';
import { measureAlone, measureOfficeCatalog } from '../../bench/judge/office-catalog.ts';
import { authored, MOST_ALONE, publicSet, takesAll, testPublicFloors, testPublicSplits } from './held-floors.ts';

vi.setConfig({ testTimeout: 900_000 });
const judge = lexicalJudge({ encoder: null });

const SPLITS: readonly (readonly [split: string, accuracy: number, auroc: number])[] = [
  ['train_5', 74, 89.5],
  ['train_10', 81, 91.5],
  ['train_small', 90, 95],
  ['train_full', 91, 95],
];

describe('the minimum scores with words alone', () => {
  it.each(authored)('hold on the %s catalog', async (name, catalog) => {
    const figures = await measureOfficeCatalog(judge, judge, catalog);
    expect(figures.first_right).toBeGreaterThanOrEqual(FIRST_RIGHT[name] ?? 100);
    expect(figures.recall).toBeGreaterThanOrEqual(0.3);
    expect(figures.generic).toBeLessThanOrEqual(0.05);
    const alone = await measureAlone(judge, judge, catalog, MOST_ALONE);
    expect(alone.generic_alone).toBeLessThanOrEqual(0.05);
  });

  it.each(Object.entries(FOREIGN_CATALOGS))('hold for prompts in another language: %s', async (_, catalog) => {
    const figures = await measureOfficeCatalog(judge, judge, catalog);
    expect(figures.first_right).toBeGreaterThanOrEqual(82);
    expect(figures.recall).toBeGreaterThanOrEqual(0.58);
    expect(figures.generic).toBeLessThanOrEqual(0.14);
  });

  if (publicSet !== undefined) {
    testPublicSplits(judge, publicSet, takesAll ? SPLITS : SPLITS.slice(0, 1));
    if (takesAll) testPublicFloors(judge, publicSet);
  }
});

/** The percentage of prompts for which the right trail comes first. */
const FIRST_RIGHT: Readonly<Record<string, number>> = {
  evaluation: 95,
  typed: 70,
  development: 72,
  paraphrases: 71,
  short: 74,
};
