// Fits the numbers of both calibrations (packages/surfacing-judge/src/constants.ts): the log-odds that a compared trail is
// the right one. From simulated catalogs over authored catalogs and over a public set, and from the former as a whole.

import { chosenOdds, type Signals } from '@cairn/surfacing-judge/calibration';
import { type JudgedTrail, judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { DEVELOPMENT_CATALOGS } from './catalogs/authored-catalogs.ts';
import type { AuthoredCatalog } from './catalogs/authored-trail.ts';
import { OFFICE_CATALOG } from './catalogs/office.ts';
import { viewOf } from './contender.ts';
import type { DataFile } from './data-files.ts';
import { fitLogistic, type Observation } from './logistic.ts';
import { openCatalogTrials, type Trial } from './open-catalog.ts';
import { seededRandom } from './random.ts';

/** What a calibration reads of the signals, by the names of its constants; `publicShare` is the public set's weight. */
export interface Recipe {
  readonly inputs: Readonly<Record<string, (signals: Signals) => number>>;
  readonly publicShare: number;
}

const common = {
  intercept: () => 1,
  centroid: ({ centroid }: Signals) => Math.sqrt(centroid),
  margin: ({ margin }: Signals) => margin,
  units: ({ units }: Signals) => Math.log(Math.min(20, Math.max(1, units))),
  wordLead: ({ wordLead }: Signals) => wordLead,
};

/** By words alone. */
export const WORDS: Recipe = {
  publicShare: 1.5,
  inputs: { ...common, ridge: ({ ridge }) => ridge, nearest: ({ nearest }) => Math.sqrt(nearest) },
};

/** By words and meaning. */
export const MEANING: Recipe = {
  publicShare: 1,
  inputs: {
    ...common,
    meaning: ({ meaning }) => meaning ?? 0,
    meaningLead: ({ meaningLead }) => meaningLead,
    everyday: ({ everyday }) => everyday,
  },
};

const PAIRS_A_PROMPT = 4;
const AUTHORED_TRIALS = 40;
const PUBLIC_TRIALS = 40;

/** A compared trail of a simulated catalog, and whether it was the right one. */
export interface Compared {
  readonly signals: Signals;
  readonly right: boolean;
}

/**
 * The calibration from what authored catalogs show, each part as heavy as the others, and what a public file shows, which
 * may be nothing.
 */
export function fitCalibration(
  recipe: Recipe,
  authored: readonly (readonly Compared[])[],
  open: readonly Compared[],
): Readonly<Record<string, number>> {
  const total = authored.reduce((sum, part) => sum + part.length, 0);
  const weight = (recipe.publicShare * total) / Math.max(1, open.length);
  const observed = ({ signals, right }: Compared, own: number): Observation => ({
    inputs: Object.values(recipe.inputs).map((read) => read(signals)),
    offset: chosenOdds(signals),
    right,
    weight: own,
  });
  const own = authored.flatMap((part) => part.map((one) => observed(one, total / authored.length / part.length)));
  const fitted = fitLogistic([...own, ...open.map((one) => observed(one, weight))]);
  return Object.fromEntries(
    Object.keys(recipe.inputs).map((name, at) => [name, Math.round((fitted[at] ?? 0) * 1000) / 1000]),
  );
}

/** What compared trails of simulated catalogs of the authored trails show. */
export const authoredComparisons = (judge: LexicalJudge, catalog: AuthoredCatalog): Compared[] =>
  comparisonsOf(judge, authoredTrials(catalog));

/** The same of the whole catalog, its trails as they were written or in another version. */
export const wholeComparisons = (
  judge: LexicalJudge,
  catalog: AuthoredCatalog,
  version = (trail: JudgedTrail): JudgedTrail => trail,
): Compared[] =>
  comparisonsOf(judge, [
    {
      trails: catalog.trails.map((one) => version(judgedTrail(one.id, one.document))),
      prompts: [
        ...catalog.trails.flatMap((one) => one.unseen.map((text) => ({ text, expected: one.id }))),
        ...catalog.generic.map((text) => ({ text, expected: null })),
      ],
    },
  ]);

/** Whether meaning was compared: the two calibrations are fitted on what each is for. */
export const isByMeaning = ({ signals }: Compared): boolean => signals.meaning !== null;

/** What the calibration with meaning is fitted on: four authored catalogs, simulated and whole. */
export const meaningParts = (judge: LexicalJudge): Compared[][] =>
  [OFFICE_CATALOG, ...Object.values(DEVELOPMENT_CATALOGS)].flatMap((catalog) => [
    authoredComparisons(judge, catalog).filter(isByMeaning),
    wholeComparisons(judge, catalog).filter(isByMeaning),
  ]);

/** The same of a public file: its `val` and `oos_val` prompts, none of its test prompts. */
export function publicComparisons(judge: LexicalJudge, file: DataFile): Compared[] {
  const pool = { train: file.splits.get('train_full') ?? new Map(), prompts: file.val, outOfScope: file.oosVal };
  return comparisonsOf(judge, openCatalogTrials(pool, 11, PUBLIC_TRIALS));
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

function comparisonsOf(judge: LexicalJudge, trials: readonly Trial[]): Compared[] {
  return trials.flatMap(({ trails, prompts }) => {
    const view = viewOf(judge, trails);
    return prompts.flatMap(({ text, expected }) =>
      judge
        .rank(view, null, text)
        .scored.filter((one) => one.listed === undefined)
        // By closeness, not by confidence: what is fitted must not choose what it is fitted on.
        .sort((one, other) => other.close.centroid - one.close.centroid)
        .slice(0, PAIRS_A_PROMPT)
        .map(({ indexed, signals }): Compared => ({ signals, right: indexed.trail.id === expected })),
    );
  });
}
