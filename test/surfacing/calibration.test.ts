// The committed calibration is what the fitting script gives (docs/judge.md).

import { CALIBRATION } from '@cairn/surfacing-judge/constants';
import { lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { describe, expect, it } from 'vitest';
import { OFFICE_CATALOG } from '../../bench/judge/catalogs/office.ts';
import { readDataFiles } from '../../bench/judge/data-files.ts';
import { authoredComparisons, fitCalibration, publicComparisons, WORDS } from '../../bench/judge/fit.ts';

const judge = lexicalJudge({ encoder: null });
const authoredPart = authoredComparisons(judge, OFFICE_CATALOG);
const [data] = readDataFiles('../shared/data') ?? [];

describe('the calibration', () => {
  it('is what the fitting script gives on the authored part alone, within half a hundredth', () => {
    // Not the committed numbers: those need the public part too, which is no part of the repository.
    const authored = {
      intercept: 1.314,
      ridge: 2.197,
      centroid: 14.205,
      margin: 2.782,
      units: -2.398,
      wordLead: 4.103,
      nearest: -5.043,
    };
    const fitted = fitCalibration(WORDS, authoredPart, []);
    for (const [name, value] of Object.entries(authored)) {
      expect(fitted[name], name).toBeCloseTo(value, 2);
    }
  });

  if (data !== undefined) {
    it('is what the fitting script gives on both parts', () => {
      const fitted = fitCalibration(WORDS, authoredPart, publicComparisons(judge, data));
      for (const [name, value] of Object.entries(CALIBRATION)) {
        expect(fitted[name], name).toBeCloseTo(value, 2);
      }
    }, 120_000);
  }
});
