// Turns a model's choice into a verdict. A model's stated certainty is unreliable, so it maps to fixed odds, and a
// model cannot surface a trail that has nothing in common with the prompt.
import type { FoundTrail, Verdict } from '@cairn/surfacing-judge/judge';
import type { JudgedTrail } from '@cairn/surfacing-judge/judged-trail';
import { fourDecimals, offeredConfidence } from '@cairn/surfacing-judge/offered-confidence';
import type { Ranking } from '@cairn/surfacing-judge/prompt-ranking';
import { quote } from '@cairn/surfacing-judge/reason';
import type { Certainty, ModelAnswer } from './model-answer.ts';
import { liveByRank, type ShortListed } from './short-list.ts';

/** The probability that a chosen trail is right, by the model's stated certainty. Chosen by hand, not fitted. */
const CHOSEN: Record<Certainty, number> = { high: 0.92, medium: 0.75, low: 0.58 };
/**
 * Below this coverage (the weighted share of the prompt's words), a trail and a prompt have almost nothing in common.
 * In the authored catalogs, at most 2% of the held-out prompts have so little in common with their own trail.
 */
const NOTHING_SHARED = 0.05;
/** The maximum change, in log-odds, that a model may make to the embedded judge's opinion of such a trail. */
const FARTHEST = 2;

/** The probability of one trail, given the model's answer. */
export function modelConfidence(answer: ModelAnswer, ranking: Ranking, id: string): number {
  const probability = answer.best === id ? CHOSEN[answer.certainty] : 1 - CHOSEN[answer.certainty];
  const own = ranking.scored.find((one) => one.indexed.trail.id === id);
  if (own !== undefined && own.signals.coverage >= NOTHING_SHARED) return probability;
  const embedded = logit(Math.min(0.999, Math.max(0.001, own?.confidence ?? 0)));
  return sigmoid(embedded + Math.max(-FARTHEST, Math.min(FARTHEST, logit(probability) - embedded)));
}

/** Discards a chosen trail if its author lists this exact prompt as a no-match. */
export function heeded(answer: ModelAnswer, ranking: Ranking): ModelAnswer {
  const chosen = ranking.scored.find((one) => one.indexed.trail.id === answer.best);
  return chosen?.listed === 'no_match' ? { best: null, certainty: answer.certainty, reason: null } : answer;
}

/** The verdict on the subject. `embedded` supplies the sentence if the model's is not safe to show and both agree. */
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

/** The trail to offer if the model chose one. */
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
    isSure: confidence >= CHOSEN.high,
  };
}

const plainReason = (offered: JudgedTrail | undefined, compared: number): string =>
  offered === undefined
    ? `The model compared ${compared} trails and found that none fits.`
    : `The model compared ${compared} trails and found ${quote(offered.title)} the closest.`;

const notOffered = (leaning: JudgedTrail | undefined): string =>
  `The model leaned toward ${quote(leaning?.title ?? '')}, but the match is too weak to offer it.`;

const refer = ({ id, title }: JudgedTrail) => ({ id, title });
const logit = (value: number): number => Math.log(value / (1 - value));
const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));
