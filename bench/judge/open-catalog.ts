// Simulated catalogs of many sizes, drawn from labeled prompts: does the confidence show whether the first trail is
// right?
import type { Judge } from '@cairn/surfacing-judge/judge';
import type { JudgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { judgeAll, judgeContender, viewOf } from './contender.ts';
import { grouped, type Labelled } from './data-files.ts';
import {
  auroc,
  calibrationError,
  confidenceOf,
  isRight,
  type Judged,
  round,
  share,
  surfaces,
  surfacesRight,
} from './metrics.ts';
import { trailOf } from './public-splits.ts';
import { type Random, seededRandom } from './random.ts';

export interface Pool {
  readonly train: ReadonlyMap<string, readonly string[]>;
  readonly prompts: readonly Labelled[];
  readonly outOfScope: readonly string[];
}

/** One simulated catalog with its prompts. */
export interface Trial {
  readonly trails: readonly JudgedTrail[];
  readonly prompts: readonly { readonly text: string; readonly expected: string | null }[];
}

const SIZES = [1, 2, 4, 8, 12, 20, 35, 60, 100, 150];
const EXAMPLES = [0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 25, 50];
const TRIALS = 100;

/** Simulated catalogs, identical for the same seed. */
export function openCatalogTrials(pool: Pool, seed: number, count = TRIALS): Trial[] {
  const random = seededRandom(seed);
  const byLabel = grouped(pool.prompts);
  return Array.from({ length: count }, () => drawTrial(pool, byLabel, random));
}

function drawTrial(pool: Pool, byLabel: ReadonlyMap<string, readonly string[]>, random: Random): Trial {
  const labels = [...pool.train.keys()];
  const chosen = random.sample(labels, random.pick(SIZES));
  const mean = random.pick(EXAMPLES);
  const trails = chosen.map((label) => {
    const texts = pool.train.get(label) ?? [];
    const count = Math.round(mean * (0.5 + random.next()));
    const keywords = Array.from({ length: random.below(7) }, () => keywordFrom(random.pick(texts), random));
    return trailOf(label, random.sample(texts, count), true, [...new Set(keywords)]);
  });
  const absent = labels.filter((label) => !chosen.includes(label));
  const prompts = [
    ...draw(40, () => labelledPrompt(random.pick(chosen), byLabel, random)),
    ...draw(20, () => ({ text: random.pick(pool.outOfScope), expected: null })),
    ...draw(absent.length === 0 ? 0 : 20, () => ({
      ...labelledPrompt(random.pick(absent), byLabel, random),
      expected: null,
    })),
  ];
  return { trails, prompts };
}

function labelledPrompt(label: string, byLabel: ReadonlyMap<string, readonly string[]>, random: Random) {
  return { text: random.pick(byLabel.get(label) ?? []), expected: label as string | null };
}

/** One to three adjacent words of a prompt. */
function keywordFrom(text: string, random: Random): string {
  const words = text.split(/\s+/);
  const size = Math.min(words.length, 1 + random.below(3));
  const from = random.below(words.length - size + 1);
  return words.slice(from, from + size).join(' ');
}

const draw = <T>(count: number, one: () => T): T[] => Array.from({ length: count }, one);

export interface OpenFigures {
  readonly auc_c: number;
  readonly ece: number;
  readonly recall: number;
  readonly far: number;
}

/** AUC-c in percent: the probability that a right first trail has more confidence than any other answer. */
export async function measureOpenCatalogs(judge: Judge, index: LexicalJudge, pool: Pool): Promise<OpenFigures> {
  const all: Judged[] = [];
  for (const trial of openCatalogTrials(pool, 20_231)) {
    all.push(...(await judgeAll(judgeContender(judge, viewOf(index, trial.trails)), trial.prompts)));
  }
  return openFigures(all);
}

function openFigures(all: readonly Judged[]): OpenFigures {
  const right = all.filter(isRight);
  const rest = all.filter((one) => !isRight(one));
  const inScope = all.filter((one) => one.expected !== null);
  const outside = all.filter((one) => one.expected === null);
  return {
    auc_c: round(100 * auroc(right.map(confidenceOf), rest.map(confidenceOf)), 2),
    ece: round(calibrationError(all), 4),
    recall: round(share(inScope, surfacesRight), 4),
    far: round(share(outside, surfaces), 4),
  };
}
