// Fits both calibrations (packages/surfacing-judge/src/constants.ts). By words: the log-odds that a compared trail is
// the right one, from simulated catalogs based on authored catalogs and a public set. With meaning: the choice between
// the compared trails or none, from nineteen authored catalogs (whole, lean and simulated) and the public set.

import { chosenOdds, describedOdds, marginOdds, type Signals } from '@cairn/surfacing-judge/calibration';
import { COMPARED } from '@cairn/surfacing-judge/constants';
import { type JudgedTrail, judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { DEVELOPMENT_CATALOGS, EVERYDAY, LEAN_CATALOGS, OFFICE_CATALOG, TRADE_CATALOGS } from './catalogs.ts';
import { viewOf } from './contender.ts';
import type { DataFile } from './data-files.ts';
import type { AuthoredCatalog } from './judge-data.ts';
import { LEAN_VERSIONS } from './lean-trails.ts';
import { type Choices, fitChoices, type WeighedChoices } from './logistic.ts';
import { openCatalogTrials, type Trial } from './open-catalog.ts';
import { seededRandom } from './random.ts';

/** The inputs of a calibration under the names of its constants. `publicShare` is the weight of the public set. */
export interface Recipe {
  readonly inputs: Readonly<Record<string, (signals: Signals) => number>>;
  readonly publicShare: number;
}

const common = {
  intercept: () => 1,
  centroid: ({ centroid }: Signals) => Math.sqrt(centroid),
  units: ({ units }: Signals) => Math.log(Math.min(20, Math.max(1, units))),
  wordLead: ({ wordLead }: Signals) => wordLead,
};

/** By words only. */
export const WORDS: Recipe = {
  publicShare: 1.5,
  inputs: {
    ...common,
    margin: ({ margin }) => margin,
    ridge: ({ ridge }) => ridge,
    nearest: ({ nearest }) => Math.sqrt(nearest),
  },
};

/** For the calibrations by words and with meaning. */
export const MEANING: Recipe = {
  publicShare: 0.2,
  inputs: {
    ...common,
    meaning: ({ meaning }) => meaning ?? 0,
    meaningLead: ({ meaningLead }) => meaningLead,
    everyday: ({ everyday }) => everyday,
    office: ({ office, described }) => (described ? office : 0),
    task: ({ task }) => task,
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
 * Fits the calibration on authored catalogs, with equal weight for each part, and on a public file, which may be empty.
 */
export function fitCalibration(
  recipe: Recipe,
  authored: readonly (readonly Compared[])[],
  open: readonly Compared[],
): Readonly<Record<string, number>> {
  const total = authored.reduce((sum, part) => sum + part.length, 0);
  const weighed = (part: readonly Compared[], weight: number): WeighedChoices => ({
    weight,
    choices: choicesFrom(
      recipe,
      part.map((one) => [one]),
      chosenOdds,
    ),
  });
  const own = authored.map((part) => weighed(part, total / authored.length / part.length));
  return named(recipe, [...own, weighed(open, (recipe.publicShare * total) / Math.max(1, open.length))]);
}

/** The coefficients that maximize the likelihood of the right options, by constant name. */
function named({ inputs }: Recipe, parts: readonly WeighedChoices[]): Readonly<Record<string, number>> {
  const names = Object.keys(inputs);
  const fitted = fitChoices(parts, names.length);
  return Object.fromEntries(names.map((name, at) => [name, Math.round((fitted[at] ?? 0) * 1000) / 1000]));
}

/**
 * Builds the choices to fit from the recipe's inputs. `offset` returns the part of the log-odds that was chosen by
 * hand.
 */
function choicesFrom(
  { inputs }: Recipe,
  prompts: readonly (readonly Compared[])[],
  offset: (signals: Signals) => number,
): Choices {
  const reads = Object.values(inputs);
  const options = prompts.flat();
  const starts = new Uint32Array(prompts.length + 1);
  const right = new Int32Array(prompts.length);
  for (const [at, compared] of prompts.entries()) {
    const from = starts[at] ?? 0;
    const found = compared.findIndex((one) => one.right);
    starts[at + 1] = from + compared.length;
    right[at] = found < 0 ? -1 : from + found;
  }
  const rows = new Float64Array(options.length * reads.length);
  for (const [option, { signals }] of options.entries()) {
    for (const [at, read] of reads.entries()) rows[option * reads.length + at] = read(signals);
  }
  return { starts, right, inputs: rows, offsets: Float64Array.from(options, ({ signals }) => offset(signals)) };
}

/** Prompts of one kind with their compared trails, and their total weight. */
export interface ChoicePart {
  readonly prompts: readonly (readonly Compared[])[];
  readonly weight: number;
}

/** Terms added with a fixed coefficient (not fitted). */
export const givenOdds = (signals: Signals): number =>
  chosenOdds(signals) + describedOdds(signals) + marginOdds(signals);

/** Fits the calibration with meaning on these parts and on the prompts of a public file, with one choice per prompt. */
export function fitAsChoice(
  recipe: Recipe,
  parts: readonly ChoicePart[],
  open: readonly (readonly Compared[])[],
): Readonly<Record<string, number>> {
  const total = parts.reduce((sum, part) => sum + part.weight, 0);
  const weighed = ({ prompts, weight }: ChoicePart): WeighedChoices => ({
    choices: choicesFrom(recipe, prompts, givenOdds),
    weight: (1000 * weight) / (total * Math.max(1, prompts.length)),
  });
  return named(recipe, [...parts, { prompts: open, weight: recipe.publicShare * total }].map(weighed));
}

/** The compared trails of simulated catalogs made from the authored trails. */
export const authoredComparisons = (judge: LexicalJudge, catalog: AuthoredCatalog): Compared[] =>
  comparisonsOf(judge, authoredTrials(catalog));

/** The whole catalog, with its trails unchanged or in another version. */
const wholeTrial = (catalog: AuthoredCatalog, version = (trail: JudgedTrail): JudgedTrail => trail): Trial => ({
  trails: catalog.trails.map((one) => version(judgedTrail(one.id, one.document))),
  prompts: [
    ...catalog.trails.flatMap((one) => one.unseen.map((text) => ({ text, expected: one.id }))),
    ...catalog.generic.map((text) => ({ text, expected: null })),
  ],
});

/** Whether meanings were compared. Each calibration is fitted on prompts of its own kind. */
const isByMeaning = ({ signals }: Compared): boolean => signals.meaning !== null;

/** The nineteen catalogs by eight authors on which the calibration with meaning is fitted. */
export const FITTED_CATALOGS: Readonly<Record<string, AuthoredCatalog>> = {
  calibration: OFFICE_CATALOG,
  ...DEVELOPMENT_CATALOGS,
  ...LEAN_CATALOGS,
  ...TRADE_CATALOGS,
};

/** The weight of prompts by other authors that fit no catalog. A catalog's own prompts have the weight 1. */
const STRANGERS = 0.8;
/** The total weight of two lean versions of the trails. */
const LEAN = 0.3;
const LEAN_PARTS = ['title and moment', 'one example'];
/** The number of simulated catalogs per catalog, with about as many prompts in total as the catalog has. */
const SIMULATED = 4;

/** A catalog as a whole, in lean versions and simulated, with its own prompts and foreign ones. */
export function catalogParts(
  judge: LexicalJudge,
  catalog: AuthoredCatalog,
  strangers: readonly string[],
): ChoicePart[] {
  const foreign = { trails: catalog.trails.map((one) => ({ ...one, unseen: [] })), generic: strangers };
  const whole = (asked: AuthoredCatalog, version?: (trail: JudgedTrail) => JudgedTrail) =>
    choicesOf(judge, [wholeTrial(asked, version)]);
  const lean = LEAN_PARTS.flatMap((name): ChoicePart[] => [
    { prompts: whole(catalog, LEAN_VERSIONS[name]), weight: LEAN / LEAN_PARTS.length },
    { prompts: whole(foreign, LEAN_VERSIONS[name]), weight: (LEAN * STRANGERS) / LEAN_PARTS.length },
  ]);
  return [
    { prompts: whole(catalog), weight: 1 },
    { prompts: whole(foreign), weight: STRANGERS },
    ...lean,
    { prompts: choicesOf(judge, authoredTrials(catalog, SIMULATED)), weight: 1 },
  ];
}

/** Prompts that fit no catalog: everyday prompts, and validation prompts of a public file without a label. */
export const strangersOf = (file: DataFile | null): string[] => [...(file?.oosVal ?? []), ...EVERYDAY];

/** The same for a public file: its `val` and `oos_val` prompts, and none of its test prompts. */
export const publicComparisons = (judge: LexicalJudge, file: DataFile): Compared[] =>
  comparisonsOf(judge, publicTrials(file));

/** The same data as choices. */
export const publicChoices = (judge: LexicalJudge, file: DataFile): Compared[][] =>
  choicesOf(judge, publicTrials(file));

function publicTrials(file: DataFile): Trial[] {
  const pool = { train: file.splits.get('train_full') ?? new Map(), prompts: file.val, outOfScope: file.oosVal };
  return openCatalogTrials(pool, 11, PUBLIC_TRIALS);
}

/**
 * Catalogs with some of the authored trails and some of their examples; prompts for present and absent trails, and
 * generic prompts.
 */
function authoredTrials(catalog: AuthoredCatalog, count = AUTHORED_TRIALS): Trial[] {
  const random = seededRandom(5);
  const sizes = [1, 2, 4, 8, 12, 20, catalog.trails.length];
  return Array.from({ length: count }, () => {
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

/** The trail with at most this many match examples. */
function thinned(trail: JudgedTrail, matches: number): JudgedTrail {
  let kept = 0;
  return { ...trail, examples: trail.examples.filter((one) => one.expect === 'no_match' || kept++ < matches) };
}

const comparisonsOf = (judge: LexicalJudge, trials: readonly Trial[]): Compared[] =>
  comparedFor(judge, trials, PAIRS_A_PROMPT).flat();

/** The prompts that were compared by meaning, each with its compared trails. */
const choicesOf = (judge: LexicalJudge, trials: readonly Trial[]): Compared[][] =>
  comparedFor(judge, trials, COMPARED).filter((compared) => compared.length > 0 && compared.every(isByMeaning));

function comparedFor(judge: LexicalJudge, trials: readonly Trial[], most: number): Compared[][] {
  return trials.flatMap(({ trails, prompts }) => {
    const view = viewOf(judge, trails);
    return prompts.map(({ text, expected }) =>
      judge
        .rank(view, null, text)
        .scored.filter((one) => one.listed === undefined)
        // Sorted by closeness, not by confidence, because the fitted function must not select its own training data.
        .sort((one, other) => other.close.centroid - one.close.centroid)
        .slice(0, most)
        .map(({ indexed, signals }): Compared => ({ signals, right: indexed.trail.id === expected })),
    );
  });
}
