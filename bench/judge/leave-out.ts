// Variants of the calibration with meaning, measured on authored catalogs that they were not fitted on: each of the
// four in turn is left out, the variant is fitted on the other three, and the fourth is measured whole. Beside its own
// generic prompts it is asked the public validation prompts that belong to no label: other hands wrote them.

import { calibrated, chosenOdds, type Signals } from '@cairn/surfacing-judge/calibration';
import { COMPARED, DESCRIBED_EVERYDAY } from '@cairn/surfacing-judge/constants';
import { type JudgedTrail, judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { surestOdds } from '@cairn/surfacing-judge/surest';
import { DEVELOPMENT_CATALOGS } from './catalogs/authored-catalogs.ts';
import type { AuthoredCatalog } from './catalogs/authored-trail.ts';
import { OFFICE_CATALOG } from './catalogs/office.ts';
import { viewOf } from './contender.ts';
import type { DataFile } from './data-files.ts';
import {
  authoredComparisons,
  type Compared,
  fitCalibration,
  isByMeaning,
  MEANING,
  publicComparisons,
  type Recipe,
  wholeComparisons,
} from './fit.ts';
import { calibrationError, isRight, type Judged, round, share } from './metrics.ts';
import { seededRandom } from './random.ts';

/** A way from signals to confidence: what is fitted, what is added to the log-odds, the last step of the surest. */
interface Variant {
  readonly recipe: Recipe;
  /** The public prompts of no label are fitted on too, as heavy as each other part. */
  readonly withStrangers?: boolean;
  readonly added?: (signals: Signals) => number;
  readonly last?: (odds: number) => number;
}

const againstEveryday = ({ described, everyday }: Signals): number =>
  described ? -DESCRIBED_EVERYDAY.strength * Math.max(0, everyday - DESCRIBED_EVERYDAY.from) : 0;

const nearest = { nearest: (signals: Signals) => Math.sqrt(signals.nearest) };

/** Add one here to try it. */
const VARIANTS: Readonly<Record<string, Variant>> = {
  'as it is': { recipe: MEANING, added: againstEveryday, last: surestOdds },
  'no last step': { recipe: MEANING },
  'log-odds times .86 plus .75': { recipe: MEANING, added: againstEveryday, last: (odds) => 0.86 * odds + 0.75 },
  'no public labels': { recipe: { ...MEANING, publicShare: 0 }, last: surestOdds },
  'no public labels, strangers, nearest': {
    recipe: { publicShare: 0, inputs: { ...MEANING.inputs, ...nearest } },
    withStrangers: true,
    last: surestOdds,
  },
};

/** Figures of a catalog that was left out. */
export interface LeftOutFigures {
  readonly first_right: number;
  readonly recall: number;
  readonly generic: number;
  readonly strangers: number;
  readonly error: number;
  /** The median calibration error of a judge that is right exactly as often as it says, with as many prompts. */
  readonly by_chance: number;
  readonly with_strangers: number;
  /** Of the catalog's trails cut down to title, moment and one example. */
  readonly lean_recall: number;
  readonly lean_strangers: number;
}

/** What one prompt showed of the compared trails. */
interface Asked {
  readonly expected: string | null;
  readonly isStranger: boolean;
  readonly compared: readonly { readonly id: string; readonly signals: Signals; readonly isListed: boolean }[];
}

/** What is known of a catalog: parts to fit on, and prompts to measure by. */
interface Prepared {
  readonly parts: readonly (readonly Compared[])[];
  readonly strangers: readonly Compared[];
  readonly asked: readonly Asked[];
  readonly askedLean: readonly Asked[];
}

/** The figures of every variant on every catalog, and their means. */
export function measureLeftOut(judge: LexicalJudge, file: DataFile): Record<string, Record<string, LeftOutFigures>> {
  const open = publicComparisons(judge, file).filter(isByMeaning);
  const catalogs = { ...DEVELOPMENT_CATALOGS, calibration: OFFICE_CATALOG };
  const prepared = Object.entries(catalogs).map(([name, one]) => [name, prepare(judge, one, file.oosVal)] as const);
  const figures = (variant: Variant): Record<string, LeftOutFigures> => {
    const each = prepared.map(([name, own]): [string, LeftOutFigures] => {
      const others = prepared.filter(([other]) => other !== name).map(([, other]) => other);
      return [name, measured(own, fitted(variant, others, open))];
    });
    return Object.fromEntries([...each, ['mean', meanOf(each.map(([, one]) => one))]]);
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
  const onStrangers: AuthoredCatalog = {
    trails: catalog.trails.map((one) => ({ ...one, unseen: [] })),
    generic: strangers,
  };
  return {
    parts: [authoredComparisons(judge, catalog), wholeComparisons(judge, catalog)].map((one) =>
      one.filter(isByMeaning),
    ),
    strangers: wholeComparisons(judge, onStrangers).filter(isByMeaning),
    asked: ask(trails),
    askedLean: ask(trails.map(lean)),
  };
}

const lean = (trail: JudgedTrail): JudgedTrail => ({
  ...trail,
  description: '',
  keywords: [],
  prompts: [],
  examples: trail.examples.filter((one) => one.expect === 'match').slice(0, 1),
});

/** The variant fitted on the given catalogs, as what it says of a prompt. */
function fitted(variant: Variant, others: readonly Prepared[], open: readonly Compared[]): (asked: Asked) => Judged {
  const { recipe, withStrangers = false, added = () => 0, last = (odds: number) => odds } = variant;
  const parts = others.flatMap((one) => (withStrangers ? [...one.parts, one.strangers] : one.parts));
  const constants = fitCalibration(recipe, parts, recipe.publicShare === 0 ? [] : open);
  const oddsOf = (signals: Signals): number =>
    Object.entries(recipe.inputs).reduce((sum, [name, read]) => sum + (constants[name] ?? 0) * read(signals), 0) +
    added(signals) +
    chosenOdds(signals);
  return ({ expected, compared }) => {
    const scored = compared.map((one) => ({
      ...one,
      odds: one.signals.meaning === null ? logOdds(calibrated(one.signals)) : oddsOf(one.signals),
    }));
    scored.sort((one, other) => Number(other.isListed) - Number(one.isListed) || other.odds - one.odds);
    const [top] = scored;
    if (top === undefined) return { expected, offered: null, confidence: 0, milliseconds: 0 };
    const isLifted = top.signals.meaning !== null && top.signals.described && scored.length >= COMPARED;
    const odds = isLifted ? last(top.odds) : top.odds;
    return { expected, offered: top.id, confidence: 1 / (1 + Math.exp(-odds)), milliseconds: 0 };
  };
}

const logOdds = (chance: number): number => Math.log(chance / (1 - chance));

function measured({ asked, askedLean }: Prepared, answer: (asked: Asked) => Judged): LeftOutFigures {
  const judged = (prompts: readonly Asked[]): Judged[] => prompts.map(answer);
  const unseen = judged(asked.filter((one) => one.expected !== null));
  const generic = judged(asked.filter((one) => one.expected === null && !one.isStranger));
  const strangers = judged(asked.filter((one) => one.isStranger));
  const own = [...unseen, ...generic];
  return {
    first_right: round(100 * share(unseen, isRight), 1),
    recall: round(share(unseen, isFound), 3),
    generic: round(share(generic, surfaces), 3),
    strangers: round(share(strangers, surfaces), 3),
    error: round(calibrationError(own), 3),
    by_chance: round(errorByChance(own), 3),
    with_strangers: round(calibrationError([...own, ...strangers]), 3),
    lean_recall: round(share(judged(askedLean.filter((one) => one.expected !== null)), isFound), 3),
    lean_strangers: round(share(judged(askedLean.filter((one) => one.isStranger)), surfaces), 3),
  };
}

const surfaces = ({ confidence }: Judged): boolean => confidence >= 0.5;
const isFound = (one: Judged): boolean => isRight(one) && surfaces(one);

const DRAWS = 300;

function errorByChance(answers: readonly Judged[]): number {
  const random = seededRandom(17);
  const errors = Array.from({ length: DRAWS }, () =>
    calibrationError(
      answers.map((one) => ({ ...one, expected: 'drawn', offered: random.next() < one.confidence ? 'drawn' : null })),
    ),
  );
  return errors.sort((one, other) => one - other)[DRAWS / 2] ?? 0;
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
