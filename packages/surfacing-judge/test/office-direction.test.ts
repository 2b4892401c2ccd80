// Tests the direction that separates office prompts from everyday ones, and its use.
import { describe, expect, it } from 'vitest';
import { calibrated, type Signals } from '../src/calibration.ts';
import { CALIBRATION_WITH_MEANING, DESCRIBED_EVERYDAY } from '../src/constants.ts';
import { builtEncoder } from '../src/encoder/sentence-encoder.ts';
import { DIMENSIONS } from '../src/encoder/transformer.ts';
import { judgedTrail } from '../src/judged-trail.ts';
import { lexicalJudge } from '../src/lexical-judge.ts';
import { directionFile, officeOdds, trainedDirection } from '../src/office-direction.ts';
import { directionOf, lengthOf } from '../src/vectors.ts';

const OFFICE = [
  'chase the supplier, order 4471 is a week late',
  'minutes from my notes, who does what until when',
  'reply to a customer whose invoice is wrong',
  'onboarding plan for the new accountant',
  'our tenant did not pay the deposit, second reminder',
];
const EVERYDAY = [
  'how do I get candle wax out of a tablecloth',
  'name ideas for two kittens',
  'what should we see in two days in vienna',
  'why is my tomato plant turning yellow',
  'toast for the golden wedding of my grandparents',
];

const encoder = builtEncoder();
const oddsOf = (text: string): number => {
  const row = directionOf(encoder?.encode(text) ?? []);
  return officeOdds({ row, length: lengthOf(row, 0) }, trainedDirection());
};

const SIGNALS: Signals = {
  ridge: 0,
  centroid: 0.25,
  margin: 0.2,
  units: 4,
  coverage: 0.2,
  wordLead: 0.1,
  nearest: 0.3,
  veto: 0,
  meaning: 0.45,
  meaningLead: 0.1,
  everyday: 0.5,
  office: 1.5,
  task: 0.2,
  described: true,
  keyword: 0,
  act: 'untold',
  hollow: false,
};
const odds = (signals: Partial<Signals>): number => {
  const chance = calibrated([{ ...SIGNALS, ...signals }])[0] ?? 0;
  return Math.log(chance / (1 - chance));
};

describe('the office direction', () => {
  it.runIf(encoder !== undefined)('separates office requests from everyday ones', () => {
    for (const text of OFFICE) expect(oddsOf(text), text).toBeGreaterThan(0);
    // A trip could also be a business trip.
    const told = EVERYDAY.filter((text) => oddsOf(text) < 0);
    expect(told.length, told.join(' | ')).toBeGreaterThanOrEqual(EVERYDAY.length - 1);
  });

  it('has one weight for each dimension and one for the constant', () => {
    const direction = Float32Array.from({ length: DIMENSIONS + 1 }, (_, at) =>
      at === DIMENSIONS ? 0.25 : at === 3 ? 2 : 0,
    );
    const row = new Int8Array(DIMENSIONS);
    row[3] = 30;
    row[4] = 40;
    expect(officeOdds({ row, length: 50 }, direction)).toBeCloseTo(1.45, 6);
  });

  it('reads back what was written', () => {
    const trained = trainedDirection();
    expect(trained).toHaveLength(DIMENSIONS + 1);
    expect(directionFile(trained).readFloatLE(4 * DIMENSIONS)).toBe(trained[DIMENSIONS]);
    expect(directionFile(trained).readFloatLE(4)).toBe(trained[1]);
  });
});

describe('a prompt that no office would ask', () => {
  it('counts against trails that say when to use them, and does not affect others', () => {
    expect(odds({ office: 2.5 }) - odds({})).toBeCloseTo(CALIBRATION_WITH_MEANING.office, 9);
    expect(odds({ office: 2.5, described: false })).toBe(odds({ described: false }));
  });

  it('also counts by its similarity to everyday prompts, beyond a bound', () => {
    const bound = DESCRIBED_EVERYDAY.from;
    const slope = CALIBRATION_WITH_MEANING.everyday;
    expect(odds({ everyday: bound }) - odds({ everyday: bound - 0.1 })).toBeCloseTo(slope / 10, 9);
    expect(odds({ everyday: bound + 0.1 }) - odds({ everyday: bound })).toBeCloseTo(
      slope / 10 - DESCRIBED_EVERYDAY.strength / 10,
      9,
    );
  });

  it.runIf(encoder !== undefined)('is detected by meaning, and not if only words are compared', () => {
    for (const [own, isTold] of [
      [undefined, true],
      [null, false],
    ] as const) {
      const judge = lexicalJudge(own === null ? { encoder: null } : {});
      const catalog = judge.emptyCatalog();
      const trail = judgedTrail('toast', { title: 'Hold a speech', trigger: { when: 'A colleague retires.' } });
      catalog.upsert(trail, judge.meaning?.trail(trail) ?? null);
      const [first] = judge.rank(
        { catalogs: [catalog], hidden: new Set() },
        null,
        'speech for a golden wedding',
      ).scored;
      expect((first?.signals.office ?? 0) !== 0).toBe(isTold);
    }
  });
});
