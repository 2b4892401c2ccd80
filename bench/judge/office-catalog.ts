// The authored catalogs with unseen prompts, near misses and generic prompts, and each trail alone in its catalog.
import type { Judge } from '@cairn/surfacing-judge/judge';
import { judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { judgeAll, judgeContender, viewOf } from './contender.ts';
import type { AuthoredCatalog } from './judge-data.ts';
import {
  auroc,
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
import { seededRandom } from './random.ts';

export interface OfficeFigures {
  /** Percent of unseen prompts whose trail comes first. */
  readonly first_right: number;
  readonly recall: number;
  /** Share of generic prompts for which any trail surfaces. */
  readonly generic: number;
  /** Share of near misses for which the neighboring trail surfaces. */
  readonly near_miss: number;
  readonly auroc: number;
  readonly ece: number;
  /** The calibration error of a perfectly calibrated judge. */
  readonly ece_by_chance: number;
  /** The mean of confidence minus the share of right answers. */
  readonly too_sure: number;
  /** Recall at the threshold where at most 3 % of the generic prompts surface. */
  readonly recall_3: number;
}

/** The same figures with each trail alone in its catalog. */
export interface AloneFigures {
  /** Share of generic prompts that surface. */
  readonly generic_alone: number;
  readonly recall_alone: number;
  /** Share of other trails' prompts for which the trail surfaces. */
  readonly strangers_alone: number;
}

export async function measureOfficeCatalog(
  judge: Judge,
  index: LexicalJudge,
  catalog: AuthoredCatalog,
): Promise<OfficeFigures> {
  const trails = catalog.trails.map((one) => judgedTrail(one.id, one.document));
  const whole = judgeContender(judge, viewOf(index, trails));
  const unseen = await judgeAll(whole, unseenPrompts(catalog));
  const generic = await judgeAll(whole, genericPrompts(catalog));
  const near = await judgeAll(
    whole,
    catalog.trails.flatMap((one) => one.nearMisses.map((text) => ({ text, expected: one.id }))),
  );
  const all = [...unseen, ...generic];
  return {
    first_right: round(100 * share(unseen, isRight), 1),
    recall: round(share(unseen, surfacesRight), 3),
    generic: round(share(generic, surfaces), 3),
    near_miss: round(share(near, surfacesRight), 3),
    auroc: round(100 * auroc(unseen.map(confidenceOf), generic.map(confidenceOf)), 1),
    ece: round(calibrationError(all), 3),
    ece_by_chance: round(errorByChance(all), 3),
    too_sure: round(all.reduce((sum, one) => sum + one.confidence, 0) / all.length - share(all, isRight), 3),
    recall_3: round(recallWithin(unseen, generic.map(confidenceOf), 0.03), 3),
  };
}

/** All judged unseen and generic prompts of a catalog, for a reliability curve. */
export async function judgedPrompts(judge: Judge, index: LexicalJudge, catalog: AuthoredCatalog): Promise<Judged[]> {
  const trails = catalog.trails.map((one) => judgedTrail(one.id, one.document));
  return judgeAll(judgeContender(judge, viewOf(index, trails)), [
    ...unseenPrompts(catalog),
    ...genericPrompts(catalog),
  ]);
}

const unseenPrompts = (catalog: AuthoredCatalog) =>
  catalog.trails.flatMap((one) => one.unseen.map((text) => ({ text, expected: one.id as string | null })));

const genericPrompts = (catalog: AuthoredCatalog) => catalog.generic.map((text) => ({ text, expected: null }));

/** Draws at most this many generic prompts and prompts of other trails for each single-trail catalog. */
export async function measureAlone(
  judge: Judge,
  index: LexicalJudge,
  catalog: AuthoredCatalog,
  most = Number.POSITIVE_INFINITY,
): Promise<AloneFigures> {
  const random = seededRandom(3);
  const generic = [];
  const own = [];
  const strangers = [];
  for (const one of catalog.trails) {
    const alone = judgeContender(judge, viewOf(index, [judgedTrail(one.id, one.document)]));
    generic.push(...(await judgeAll(alone, random.sample(genericPrompts(catalog), most))));
    own.push(
      ...(await judgeAll(
        alone,
        one.unseen.map((text) => ({ text, expected: one.id })),
      )),
    );
    const others = unseenPrompts({ ...catalog, trails: catalog.trails.filter((other) => other !== one) });
    strangers.push(...(await judgeAll(alone, random.sample(others, most))));
  }
  return {
    generic_alone: round(share(generic, surfaces), 4),
    recall_alone: round(share(own, surfacesRight), 3),
    strangers_alone: round(share(strangers, surfaces), 4),
  };
}
