// Fits the numbers of the calibration (src/surfacing/lexical/constants.ts): the log-odds that a compared trail is the
// right one. From simulated catalogs over the authored calibration catalog and, half as heavily again, over a public set.

import { VETO } from '@cairn/surfacing-judge/constants';
import { type JudgedTrail, judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import type { AuthoredCatalog } from './catalogs/authored-trail.ts';
import { viewOf } from './contender.ts';
import type { DataFile } from './data-files.ts';
import { fitLogistic, type Observation } from './logistic.ts';
import { openCatalogTrials, type Trial } from './open-catalog.ts';
import { seededRandom } from './random.ts';

export interface Calibration {
  readonly intercept: number;
  readonly ridge: number;
  readonly centroid: number;
  readonly margin: number;
  readonly units: number;
  readonly wordLead: number;
  readonly nearest: number;
}

const PAIRS_A_PROMPT = 4;
const PUBLIC_SHARE = 1.5;
const AUTHORED_TRIALS = 40;
const PUBLIC_TRIALS = 40;

/** The calibration from what the authored catalog shows and what a public file shows, which may be nothing. */
export function fitCalibration(authored: readonly Observation[], open: readonly Observation[]): Calibration {
  const weight = (PUBLIC_SHARE * authored.length) / Math.max(1, open.length);
  const observations = [...authored, ...open.map((one) => ({ ...one, weight }))];
  const rounded = fitLogistic(observations).map((value) => Math.round(value * 1000) / 1000);
  const [intercept = 0, ridge = 0, centroid = 0, margin = 0, units = 0, wordLead = 0, nearest = 0] = rounded;
  return { intercept, ridge, centroid, margin, units, wordLead, nearest };
}

/** What compared trails of simulated catalogs of the authored trails show. */
export const authoredObservations = (judge: LexicalJudge, catalog: AuthoredCatalog): Observation[] =>
  observationsOf(judge, authoredTrials(catalog));

/** The same of a public file: its `val` and `oos_val` prompts, none of its test prompts. */
export function publicObservations(judge: LexicalJudge, file: DataFile): Observation[] {
  const pool = { train: file.splits.get('train_full') ?? new Map(), prompts: file.val, outOfScope: file.oosVal };
  return observationsOf(judge, openCatalogTrials(pool, 11, PUBLIC_TRIALS));
}

/** Catalogs of some of the authored trails with some of their examples; prompts of present and absent trails, and generic ones. */
export function authoredTrials(catalog: AuthoredCatalog): Trial[] {
  const random = seededRandom(5);
  const sizes = [1, 2, 4, 8, 12, 20, catalog.trails.length];
  return Array.from({ length: AUTHORED_TRIALS }, () => {
    const present = random.sample(catalog.trails, random.pick(sizes));
    const trails = present.map((one) => thinned(judgedTrail(one.id, one.document), random.below(4)));
    const absent = catalog.trails.filter((one) => !present.includes(one));
    const prompts = [
      ...present.flatMap((one) => one.unseen.map((text) => ({ text, expected: one.id as string | null }))),
      ...random
        .sample(
          absent.flatMap((one) => one.unseen),
          20,
        )
        .map((text) => ({ text, expected: null })),
      ...random.sample(catalog.generic, 20).map((text) => ({ text, expected: null })),
    ];
    return { trails, prompts };
  });
}

/** The trail with at most so many of its match examples. */
function thinned(trail: JudgedTrail, matches: number): JudgedTrail {
  let kept = 0;
  return { ...trail, examples: trail.examples.filter((one) => one.expect === 'no_match' || kept++ < matches) };
}

function observationsOf(judge: LexicalJudge, trials: readonly Trial[]): Observation[] {
  return trials.flatMap(({ trails, prompts }) => {
    const view = viewOf(judge, trails);
    return prompts.flatMap(({ text, expected }) =>
      judge
        .rank(view, null, text)
        .scored.filter((one) => one.listed === undefined)
        // By closeness, not by confidence: what is fitted must not choose what it is fitted on.
        .sort((one, other) => other.close.centroid - one.close.centroid)
        .slice(0, PAIRS_A_PROMPT)
        .map(({ indexed, signals }): Observation => {
          const units = Math.log(Math.min(20, Math.max(1, signals.units)));
          const { ridge, margin, wordLead } = signals;
          const inputs = [1, ridge, Math.sqrt(signals.centroid), margin, units, wordLead, Math.sqrt(signals.nearest)];
          const right = indexed.trail.id === expected;
          return { inputs, offset: -VETO.strength * signals.veto, right, weight: 1 };
        }),
    );
  });
}
