// The judge that asks a language model (Decisions 27 and 28). The embedded judge shortens the catalog to a few
// candidates and takes over if the model does not respond.

import { CHOICE } from '@cairn/surfacing-judge/constants';
import type { CatalogView, FoundTrail, Judge, OfferOptions, Verdict } from '@cairn/surfacing-judge/judge';
import type { JudgedTrail } from '@cairn/surfacing-judge/judged-trail';
import { ALSO_OFFERED, type LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { fourDecimals } from '@cairn/surfacing-judge/offered-confidence';
import { isOffered, type Ranking } from '@cairn/surfacing-judge/prompt-ranking';
import { refuse } from '../base/refusal.ts';
import { type Text, t } from '../base/texts/t.ts';
import type { ModelAnswer } from './model/model-answer.ts';
import { type ModelFailureReason, type ModelSettings, modelAnswers, type Opinion } from './model/model-answers.ts';
import { foundFrom, heeded, verdictFrom } from './model/model-verdict.ts';
import { type Inquiry, type Opinions, withSecondLook } from './model/second-look.ts';
import { shortList } from './model/short-list.ts';

export interface ModelJudgeSettings extends ModelSettings {
  readonly threshold: number;
  /** If false, a model failure is `judge-unavailable` instead of an embedded verdict. */
  readonly fallback: boolean;
  /** Milliseconds for one prompt, including waiting and retries. */
  readonly timeout?: number;
}

/** Combines several prompts of a `judge` call in one request if they fit (second-look.ts, model-answers.ts). */
export function modelJudge(lexical: LexicalJudge, settings: ModelJudgeSettings): Judge {
  const { threshold } = settings;
  const opinions = withSecondLook(modelAnswers(settings), settings.timeout);

  return {
    async judge(view, subject, prompts, signal) {
      const embedded = await lexical.verdicts(view, subject, prompts, signal);
      const cases = embedded.map(({ ranking }, at) => caseOf(ranking, subject, prompts[at] ?? '', threshold));
      const answered = await answeredCases(cases, opinions, settings, view, signal);
      const verdictOn = async ({ ranking, inquiry, opinion }: AnsweredCase, at: number): Promise<Verdict> => {
        const own = embedded[at]?.verdict;
        if (own === undefined) throw new Error('The embedded judge returned no verdict.');
        if (inquiry === null || opinion === null) return own;
        if ('failureReason' in opinion) return { ...own, reason: standingIn(opinion.failureReason, own.reason) };
        const closer = await closerLook(lexical, ranking, opinion, view, inquiry.prompt);
        return verdictFrom(heeded(opinion, closer), closer, subject, inquiry.list, own, threshold);
      };
      return Promise.all(answered.map(verdictOn));
    },
    async find(view, prompt, wanted, signal) {
      const ranking = await lexical.rankInTurns(view, prompt, wanted);
      signal?.throwIfAborted();
      const one = caseOf(ranking, null, prompt, threshold);
      const [answered] = await answeredCases([one], opinions, settings, view, signal);
      const opinion = answered?.opinion ?? null;
      if (one.inquiry === null || opinion === null || 'failureReason' in opinion) {
        return lexical.offers(view, ranking, wanted);
      }
      const closer = await closerLook(lexical, ranking, opinion, view, prompt);
      const atLeast = wanted.isChoice === true ? CHOICE.least : (wanted.atLeast ?? threshold);
      const best = foundFrom(heeded(opinion, closer), closer, one.inquiry.list, atLeast);
      if (best === undefined) return [];
      return [best, ...besides(lexical, best, view, ranking, wanted)].slice(0, wanted.limit);
    },
  };
}

/** A prompt to judge. `inquiry` is null if there is nothing for a model to compare. */
interface Case {
  readonly ranking: Ranking;
  readonly inquiry: Inquiry | null;
}

function caseOf(ranking: Ranking, subject: JudgedTrail | null, prompt: string, threshold: number): Case {
  const [top] = ranking.scored;
  if (top === undefined) return { ranking, inquiry: null };
  const embeddedChoice = isOffered(top, threshold) ? top.indexed.trail.id : null;
  return { ranking, inquiry: { prompt, list: shortList(ranking, subject, prompt), embeddedChoice } };
}

interface AnsweredCase extends Case {
  readonly opinion: Opinion | null;
}

/** Adds the model's opinions to the cases. Fails with `judge-unavailable` if a failure must not fall back. */
async function answeredCases(
  cases: readonly Case[],
  opinions: Opinions,
  { fallback, watch }: ModelJudgeSettings,
  view: CatalogView,
  caller: AbortSignal | undefined,
): Promise<AnsweredCase[]> {
  const inquiries = cases.flatMap(({ inquiry }) => (inquiry === null ? [] : [inquiry]));
  const found = inquiries.length === 0 ? [] : await opinions(inquiries, view.payer ?? null, caller);
  if (!fallback) refuseFailures(found);
  for (const opinion of found) if ('failureReason' in opinion) watch?.stoodIn(opinion.failureReason);
  const byInquiry = new Map(inquiries.map((inquiry, at) => [inquiry, found[at]]));
  return cases.map((one) => ({ ...one, opinion: (one.inquiry && byInquiry.get(one.inquiry)) ?? null }));
}

/** Reasons that count as failures of the model. Contradictory answers and an exhausted budget do not. */
const FAILURES: readonly ModelFailureReason[] = ['failed', 'late', 'malformed', 'resting'];

function refuseFailures(opinions: readonly Opinion[]): void {
  for (const opinion of opinions) {
    if (!('failureReason' in opinion) || !FAILURES.includes(opinion.failureReason)) continue;
    const problem = SILENT[opinion.failureReason];
    throw refuse('judge-unavailable', t('The configured model {problem}. Try again in a moment.', { problem }), {
      retry_after: opinion.retryAfter,
    });
  }
}

const SILENT: Record<ModelFailureReason, Text> = {
  contradicted: t('contradicted itself'),
  failed: t('could not be reached'),
  late: t('did not answer in time'),
  malformed: t('gave no usable answer'),
  resting: t('is paused after repeated failures'),
  spent: t('has used up the tokens of this catalog for today (UTC)'),
};

const standingIn = (failureReason: ModelFailureReason, reason: string): string =>
  `The model ${SILENT[failureReason]}, so the embedded judge decided: ${reason}`;

/** Compares a chosen trail closely if it was on the short list but not among the closely compared trails. */
async function closerLook(
  lexical: LexicalJudge,
  ranking: Ranking,
  answer: ModelAnswer,
  view: CatalogView,
  prompt: string,
): Promise<Ranking> {
  const known = ranking.scored.some((one) => one.indexed.trail.id === answer.best);
  if (known || answer.best === null) return ranking;
  const alone = await lexical.rankInTurns(view, prompt, { mayUse: (id) => id === answer.best });
  return { ...ranking, scored: [...ranking.scored, ...alone.scored] };
}

/** Adds the embedded judge's other candidates below the best one, never with a higher confidence. */
function besides(
  lexical: LexicalJudge,
  best: FoundTrail,
  view: CatalogView,
  ranking: Ranking,
  { limit, isChoice = false }: OfferOptions,
): FoundTrail[] {
  if (limit === 1) return [];
  const others = lexical.offers(view, ranking, { limit: limit + 1, atLeast: ALSO_OFFERED, isChoice });
  const most = Math.min(best.confidence, 1 - best.confidence);
  return others
    .filter((one) => one.id !== best.id)
    .map((one) => ({ ...one, confidence: fourDecimals(Math.min(one.confidence, most)), isSure: false }))
    .filter((one) => isChoice || one.confidence >= ALSO_OFFERED);
}
