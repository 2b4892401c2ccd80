// From a model's choice to a verdict. How sure a model says it is says little: its words become fixed odds, and a trail
// that shares nothing with the prompt cannot be talked into surfacing.
import type { FoundTrail, Verdict } from '@cairn/surfacing-judge/judge';
import type { JudgedTrail } from '@cairn/surfacing-judge/judged-trail';
import { fourDecimals, offeredConfidence } from '@cairn/surfacing-judge/offered-confidence';
import type { Ranking } from '@cairn/surfacing-judge/prompt-ranking';
import { quote } from '@cairn/surfacing-judge/reason';
import type { Certainty, ModelAnswer } from './model-answer.ts';
import { liveByRank, type ShortListed } from './short-list.ts';

/** The probability that a chosen trail is right, by the model's own certainty. Chosen values, not fitted ones. */
const CHOSEN: Record<Certainty, number> = { high: 0.92, medium: 0.75, low: 0.58 };
/**
 * Below this coverage (the share of the prompt's words, weighed by what they tell) a trail and a prompt have next to
 * nothing in common. Of the authored catalogs' unseen prompts at most one in fifty is so far from its own trail.
 */
const NOTHING_SHARED = 0.05;
/** How far, in log-odds, a model may move such a trail from the embedded judge's opinion. */
const FARTHEST = 2;

/** The probability of one trail after the model's answer. */
export function modelConfidence(answer: ModelAnswer, ranking: Ranking, id: string): number {
  const probability = answer.best === id ? CHOSEN[answer.certainty] : 1 - CHOSEN[answer.certainty];
  const own = ranking.scored.find((one) => one.indexed.trail.id === id);
  if (own !== undefined && own.signals.coverage >= NOTHING_SHARED) return probability;
  const embedded = logit(Math.min(0.999, Math.max(0.001, own?.confidence ?? 0)));
  return sigmoid(embedded + Math.max(-FARTHEST, Math.min(FARTHEST, logit(probability) - embedded)));
}

/** The answer, unless it chose a trail whose author lists the very prompt as one that does not belong to it. */
export function heeded(answer: ModelAnswer, ranking: Ranking): ModelAnswer {
  const chosen = ranking.scored.find((one) => one.indexed.trail.id === answer.best);
  return chosen?.listed === 'no_match' ? { best: null, certainty: answer.certainty, reason: null } : answer;
}

/** The verdict on the subject. `embedded` gives the sentence where the model's is not fit to show and both agree. */
export function verdictFrom(
  answer: ModelAnswer,
  ranking: Ranking,
  subject: JudgedTrail,
  list: readonly ShortListed[],
  embedded: Verdict,
  threshold: number,
): Verdict {
  const best = list.find((one) => one.trail.id === answer.best)?.trail;
  const offered = best !== undefined && modelConfidence(answer, ranking, best.id) >= threshold ? best : undefined;
  const would_surface = offered?.id === subject.id;
  const winner = offered === undefined || would_surface ? null : refer(offered);
  const agrees = would_surface === embedded.would_surface && winner?.id === embedded.winner?.id;
  const ownReason = agrees ? embedded.reason : plainReason(offered, list.length);
  const others = liveByRank(ranking, subject)
    .slice(0, list.length - 1)
    .map(refer);
  return {
    would_surface,
    confidence: offeredConfidence(
      modelConfidence(answer, ranking, subject.id),
      offered === undefined || would_surface ? 0 : modelConfidence(answer, ranking, offered.id),
      would_surface,
      threshold,
    ),
    reason: best === offered ? (answer.reason ?? ownReason) : notOffered(best),
    candidates: [refer(subject), ...others],
    winner,
  };
}

/** The trail to offer, if the model chose one. */
export function foundFrom(
  answer: ModelAnswer,
  ranking: Ranking,
  list: readonly ShortListed[],
  atLeast: number,
): FoundTrail | undefined {
  const best = list.find((one) => one.trail.id === answer.best)?.trail;
  const confidence = best === undefined ? 0 : modelConfidence(answer, ranking, best.id);
  if (best === undefined || confidence < atLeast) return undefined;
  return {
    ...refer(best),
    confidence: fourDecimals(confidence),
    reason: answer.reason ?? plainReason(best, list.length),
  };
}

const plainReason = (offered: JudgedTrail | undefined, compared: number): string =>
  offered === undefined
    ? `The model compared ${compared} trails and found that none fits.`
    : `The model compared ${compared} trails and found ${quote(offered.title)} the closest.`;

const notOffered = (leaning: JudgedTrail | undefined): string =>
  `The model leaned towards ${quote(leaning?.title ?? '')}, but too little speaks for it to be offered.`;

const refer = ({ id, title }: JudgedTrail) => ({ id, title });
const logit = (value: number): number => Math.log(value / (1 - value));
const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));
