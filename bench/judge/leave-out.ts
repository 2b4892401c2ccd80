// Variants of the calibration with meaning, measured on authored catalogs that they were not fitted on. Leaves out the
// catalogs of one author at a time and measures them with the variant fitted on the others, with their trails unchanged
// and in lean versions. Also tries foreign prompts on each: everyday prompts, and public validation prompts without a
// label.

import { calibrated, type Signals } from '@cairn/surfacing-judge/calibration';
import { sharesOf } from '@cairn/surfacing-judge/choice';
import { COMPARED } from '@cairn/surfacing-judge/constants';
import { type JudgedTrail, judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { surestOdds } from '@cairn/surfacing-judge/surest';
import { viewOf } from './contender.ts';
import type { DataFile } from './data-files.ts';
import {
  type ChoicePart,
  type Compared,
  catalogParts,
  FITTED_CATALOGS,
  fitAsChoice,
  givenOdds,
  MEANING,
  publicChoices,
  type Recipe,
  strangersOf,
} from './fit.ts';
import type { AuthoredCatalog } from './judge-data.ts';
import { LEAN_VERSIONS } from './lean-trails.ts';
import {
  calibrationError,
  confidenceOf,
  errorByChance,
  isRight,
  type Judged,
  recallWithin,
  round,
  share,
  surfaces,
  surfacesRight,
} from './metrics.ts';

/** A function from signals to confidence: the fitted part, and the last step for the best trail. */
interface Variant {
  readonly recipe: Recipe;
  readonly last?: (odds: number) => number;
}

const { office: _, ...withoutOffice } = MEANING.inputs;
const { task: __, ...withoutTasks } = MEANING.inputs;

const nearest = { nearest: (signals: Signals) => Math.sqrt(signals.nearest) };

/** Add a variant here to try it. */
const VARIANTS: Readonly<Record<string, Variant>> = {
  'as it is': { recipe: MEANING, last: surestOdds },
  'without the direction of offices': { recipe: { ...MEANING, inputs: withoutOffice }, last: surestOdds },
  'without office tasks': { recipe: { ...MEANING, inputs: withoutTasks }, last: surestOdds },
  'no last step': { recipe: MEANING },
  'log-odds times .86 plus .75': { recipe: MEANING, last: (odds) => 0.86 * odds + 0.75 },
  'no public labels': { recipe: { ...MEANING, publicShare: 0 }, last: surestOdds },
  'public labels as heavy as all': { recipe: { ...MEANING, publicShare: 1 }, last: surestOdds },
  'nearest text': { recipe: { ...MEANING, inputs: { ...MEANING.inputs, ...nearest } }, last: surestOdds },
  'nearest text, not its root': {
    recipe: { ...MEANING, inputs: { ...MEANING.inputs, nearest: (signals) => signals.nearest } },
    last: surestOdds,
  },
};

/** The figures of a catalog that was left out. */
export interface LeftOutFigures {
  readonly first_right: number;
  readonly recall: number;
  /** Recall at the threshold where at most 3 % of the generic and foreign prompts surface. */
  readonly recall_3: number;
  readonly generic: number;
  readonly strangers: number;
  readonly error: number;
  /** The median calibration error of a perfectly calibrated judge with as many prompts. */
  readonly by_chance: number;
  readonly with_strangers: number;
}

/** The compared trails of one prompt. */
interface Asked {
  readonly expected: string | null;
  readonly isStranger: boolean;
  readonly compared: readonly { readonly id: string; readonly signals: Signals; readonly isListed: boolean }[];
}

/** A catalog: parts to fit on, and prompts to measure with. */
interface Prepared {
  readonly parts: readonly ChoicePart[];
  readonly asked: Readonly<Record<string, readonly Asked[]>>;
}

/** The catalogs of the same author are left out together. */
const MAKERS: readonly (readonly string[])[] = [
  ['calibration', 'development', 'paraphrases', 'short'],
  ['lean: hotel', 'lean: energy'],
  ['trade: airport', 'trade: vets', 'trade: bank', 'trade: publisher'],
  ['trade: town', 'trade: forwarder', 'trade: software'],
  ['trade: hospitals', 'trade: machines'],
  ['trade: law firm', 'trade: garden centres'],
  ['trade: insurance', 'trade: university'],
];

const makerOf = (name: string): number => MAKERS.findIndex((names) => names.includes(name));

/** The titles of the tables. */
const VERSIONS = { 'as written': (trail: JudgedTrail): JudgedTrail => trail, ...LEAN_VERSIONS };

/** The figures of every variant on every catalog in every version of its trails, and their means. */
export function measureLeftOut(judge: LexicalJudge, file: DataFile): Record<string, Record<string, LeftOutFigures>> {
  const open = publicChoices(judge, file);
  const prepared = Object.entries(FITTED_CATALOGS).map(
    ([name, one]) => [name, prepare(judge, one, strangersOf(file))] as const,
  );
  const figures = (variant: Variant): Record<string, LeftOutFigures> => {
    const byMaker = MAKERS.map((names) => {
      const others = prepared.filter(([other]) => !names.includes(other)).map(([, other]) => other);
      return fitted(variant, others, open);
    });
    const answers = prepared.map(([name]) => byMaker[makerOf(name)]);
    const ofVersion = (version: string): [string, LeftOutFigures][] => {
      const each = prepared.map(([name, { asked }], at): [string, LeftOutFigures] => [
        `${name}, ${version}`,
        measured(asked[version] ?? [], answers[at] ?? answerNothing),
      ]);
      return [...each, [`mean, ${version}`, meanOf(each.map(([, one]) => one))]];
    };
    return Object.fromEntries(Object.keys(VERSIONS).flatMap(ofVersion));
  };
  return Object.fromEntries(Object.entries(VARIANTS).map(([name, variant]) => [name, figures(variant)]));
}

function prepare(judge: LexicalJudge, catalog: AuthoredCatalog, strangers: readonly string[]): Prepared {
  const trails = catalog.trails.map((one) => judgedTrail(one.id, one.document));
  const ask = (asked: readonly JudgedTrail[]): Asked[] => {
    const view = viewOf(judge, asked);
    const rank = (text: string, expected: string | null, isStranger: boolean): Asked => ({
      expected,
      isStranger,
      compared: judge.rank(view, null, text).scored.map(({ indexed, signals, listed }) => ({
        id: indexed.trail.id,
        signals,
        isListed: listed !== undefined,
      })),
    });
    return [
      ...catalog.trails.flatMap((one) => one.unseen.map((text) => rank(text, one.id, false))),
      ...catalog.generic.map((text) => rank(text, null, false)),
      ...strangers.map((text) => rank(text, null, true)),
    ];
  };
  return {
    parts: catalogParts(judge, catalog, strangers),
    asked: Object.fromEntries(
      Object.entries(VERSIONS).map(([name, version]) => [name, ask(trails.map((trail) => version(trail)))]),
    ),
  };
}

/** The variant fitted on the given catalogs, as a function of a prompt. */
function fitted(
  { recipe, last = (odds) => odds }: Variant,
  others: readonly Prepared[],
  open: readonly (readonly Compared[])[],
): (asked: Asked) => Judged {
  const parts = others.flatMap((one) => one.parts);
  const constants = fitAsChoice(recipe, parts, recipe.publicShare === 0 ? [] : open);
  const oddsOf = (signals: Signals): number =>
    Object.entries(recipe.inputs).reduce(
      (sum, [name, read]) => sum + (constants[name] ?? 0) * read(signals),
      givenOdds(signals),
    );
  return ({ expected, compared }) => {
    const all = compared.map(({ signals }) => signals);
    const byMeaning = all.every(({ meaning }) => meaning !== null);
    const chances = byMeaning ? sharesOf(all.map(oddsOf)) : calibrated(all);
    const scored = compared.map((one, at) => ({ ...one, odds: logOdds(chances[at] ?? 0) }));
    scored.sort((one, other) => Number(other.isListed) - Number(one.isListed) || other.odds - one.odds);
    const [top] = scored;
    if (top === undefined) return answerNothing({ expected });
    const isLifted = byMeaning && top.signals.described && scored.length >= COMPARED;
    const odds = isLifted ? last(top.odds) : top.odds;
    return { expected, offered: top.id, confidence: 1 / (1 + Math.exp(-odds)), milliseconds: 0 };
  };
}

const answerNothing = ({ expected }: Pick<Asked, 'expected'>): Judged => ({
  expected,
  offered: null,
  confidence: 0,
  milliseconds: 0,
});

const logOdds = (chance: number): number => Math.log(chance / (1 - chance));

function measured(asked: readonly Asked[], answer: (asked: Asked) => Judged): LeftOutFigures {
  const judged = (prompts: readonly Asked[]): Judged[] => prompts.map(answer);
  const unseen = judged(asked.filter((one) => one.expected !== null));
  const generic = judged(asked.filter((one) => one.expected === null && !one.isStranger));
  const strangers = judged(asked.filter((one) => one.isStranger));
  const own = [...unseen, ...generic];
  return {
    first_right: round(100 * share(unseen, isRight), 1),
    recall: round(share(unseen, surfacesRight), 3),
    recall_3: round(recallWithin(unseen, [...generic, ...strangers].map(confidenceOf), 0.03), 3),
    generic: round(share(generic, surfaces), 3),
    strangers: round(share(strangers, surfaces), 3),
    error: round(calibrationError(own), 3),
    by_chance: round(errorByChance(own), 3),
    with_strangers: round(calibrationError([...own, ...strangers]), 3),
  };
}

function meanOf(all: readonly LeftOutFigures[]): LeftOutFigures {
  const [first] = all;
  if (first === undefined) throw new RangeError('There is nothing to take the mean of.');
  const means = Object.keys(first).map((name) => {
    const values = all.map((one) => one[name as keyof LeftOutFigures]);
    return [name, round(values.reduce((sum, value) => sum + value, 0) / values.length, 3)];
  });
  return Object.fromEntries(means) as LeftOutFigures;
}
