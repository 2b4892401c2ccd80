// The committed calibration equals the output of the fitting script (docs/judge.md).

import { CALIBRATION, CALIBRATION_WITH_MEANING } from '@cairn/surfacing-judge/constants';
import { lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { describe, expect, it } from 'vitest';
import { OFFICE_CATALOG } from '../../bench/judge/catalogs.ts';
import { readDataFiles } from '../../bench/judge/data-files.ts';
import {
  authoredComparisons,
  catalogParts,
  FITTED_CATALOGS,
  fitAsChoice,
  fitCalibration,
  MEANING,
  publicChoices,
  publicComparisons,
  strangersOf,
  WORDS,
} from '../../bench/judge/fit.ts';
import { keptEncoder } from '../../bench/judge/kept-vectors.ts';
import { takesAll } from './held-floors.ts';

const judge = lexicalJudge({ encoder: null });
const authoredPart = authoredComparisons(judge, OFFICE_CATALOG);
const [data] = readDataFiles('../shared/data') ?? [];

describe('the calibration', () => {
  it('matches the fitting script on the hand-written part alone, within half a hundredth', () => {
    // These are not the committed numbers, because those also need the public part, which is not in the repository.
    const authored = {
      intercept: 1.432,
      ridge: 1.944,
      centroid: 15.273,
      margin: 2.772,
      units: -2.46,
      wordLead: 4.516,
      nearest: -6.291,
    };
    const fitted = fitCalibration(WORDS, [authoredPart], []);
    for (const [name, value] of Object.entries(authored)) {
      expect(fitted[name], name).toBeCloseTo(value, 2);
    }
  });

  if (data !== undefined) {
    // Every change that affects the numbers also affects those of the authored part, which takes a fifth of the time to
    // fit.
    it.runIf(takesAll)(
      'matches the fitting script on both parts',
      () => {
        const fitted = fitCalibration(WORDS, [authoredPart], publicComparisons(judge, data));
        for (const [name, value] of Object.entries(CALIBRATION)) {
          expect(fitted[name], name).toBeCloseTo(value, 2);
        }
      },
      120_000,
    );

    // The first run encodes thousands of texts.
    it.runIf(takesAll)(
      'matches the fitting script with meaning',
      () => {
        const kept = keptEncoder();
        const byMeaning = lexicalJudge({ encoder: kept.encoder });
        const strangers = strangersOf(data);
        const parts = Object.values(FITTED_CATALOGS).flatMap((one) => catalogParts(byMeaning, one, strangers));
        const fitted = fitAsChoice(MEANING, parts, publicChoices(byMeaning, data));
        kept.keep();
        for (const [name, value] of Object.entries(CALIBRATION_WITH_MEANING)) {
          expect(fitted[name], name).toBeCloseTo(value, 1);
        }
      },
      900_000,
    );
  }
});
