// The judge that asks a language model (Decisions 27 and 28). The embedded judge narrows the catalog to a short list and
// stands in whenever the model does not answer.
import { LRUCache } from 'lru-cache';
import { type Clock, systemClock } from '../base/clock.ts';
import { refuse } from '../base/refusal.ts';
import type { CatalogView, FoundTrail, Judge, Verdict } from './judge.ts';
import type { JudgedTrail } from './judged-trail.ts';
import type { Ranking } from './lexical/prompt-ranking.ts';
import { tokenLine } from './lexical/text.ts';
import type { LexicalJudge } from './lexical-judge.ts';
import { type Asking, askModel, type ModelCall, ModelFailure } from './model/ask-model.ts';
import { breaker } from './model/breaker.ts';
import type { ModelAnswer } from './model/model-answer.ts';
import { QUESTION_VERSION } from './model/model-prompt.ts';
import { foundFrom, verdictFrom } from './model/model-verdict.ts';
import { digest, reversed, type ShortListed, shortList } from './model/short-list.ts';
import { turnstile } from './model/turnstile.ts';

export interface ModelJudgeSettings {
  readonly model: Asking['model'];
  /** Names the model in cache keys. */
  readonly name: string;
  readonly threshold: number;
  /** Off: a model that fails is `judge-unavailable` instead of the embedded verdict. */
  readonly fallback: boolean;
  readonly told?: (call: ModelCall) => void;
  readonly clock?: Clock;
  /** Milliseconds for one prompt, waiting and retrying included. */
  readonly timeout?: number;
}

const TIMEOUT = 4000;
const AT_ONCE = 4;
const REMEMBERED = 10_000;
const REMEMBERED_FOR = 24 * 60 * 60 * 1000;

/** What the model said, or why it said nothing. */
type Opinion = ModelAnswer | { readonly failure: string; readonly retryAfter: number };

export function modelJudge(lexical: LexicalJudge, settings: ModelJudgeSettings): Judge {
  const asking: Asking = { model: settings.model, enter: turnstile(AT_ONCE), told: settings.told ?? (() => undefined) };
  const health = breaker(settings.clock ?? systemClock);
  const remembered = new LRUCache<string, ModelAnswer>({ max: REMEMBERED, ttl: REMEMBERED_FOR });

  const ask = async (list: readonly ShortListed[], prompt: string, signal: AbortSignal): Promise<ModelAnswer> => {
    const key = questionKey(settings.name, list, prompt);
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const answer = await askModel(asking, list, prompt, signal);
    remembered.set(key, answer);
    return answer;
  };

  // A second look in reversed order where the first one is unsure or contradicts the embedded judge: an answer that
  // depends on the order is none.
  const opinion = async (
    ranking: Ranking,
    list: readonly ShortListed[],
    prompt: string,
    caller?: AbortSignal,
  ): Promise<Opinion> => {
    const rest = health.restsFor();
    if (rest > 0) return { failure: 'is resting after failures', retryAfter: Math.ceil(rest / 1000) };
    const late = AbortSignal.timeout(settings.timeout ?? TIMEOUT);
    const signal = caller === undefined ? late : AbortSignal.any([late, caller]);
    try {
      const first = await ask(list, prompt, signal);
      const agrees = first.best === embeddedChoice(ranking, settings.threshold);
      const second = agrees && first.certainty !== 'low' ? first : await ask(reversed(list), prompt, signal);
      health.succeeded();
      return second.best === first.best ? first : { failure: 'contradicted itself', retryAfter: 1 };
    } catch (thrown) {
      caller?.throwIfAborted();
      health.failed();
      const outcome = thrown instanceof ModelFailure ? thrown.outcome : 'failed';
      return { failure: FAILURES[outcome], retryAfter: 1 };
    }
  };

  const decided = async (
    ranking: Ranking,
    subject: JudgedTrail | null,
    prompt: string,
    signal?: AbortSignal,
  ): Promise<Opinion | null> => {
    const list = shortList(ranking, subject, prompt);
    if (ranking.contentions.length === 0 || ranking.contentions.some((one) => one.listed !== undefined)) return null;
    const found = await opinion(ranking, list, prompt, signal);
    if ('failure' in found && !settings.fallback && found.failure !== 'contradicted itself') {
      const detail = `The configured model ${found.failure}. Try again in a moment.`;
      throw refuse('judge-unavailable', detail, { retry_after: found.retryAfter });
    }
    return found;
  };

  const judgeOne = async (
    view: CatalogView,
    subject: JudgedTrail,
    prompt: string,
    signal?: AbortSignal,
  ): Promise<Verdict> => {
    const ranking = lexical.rank(view, subject, prompt);
    const [embedded] = await lexical.judge(view, subject, [prompt], signal);
    if (embedded === undefined) throw new Error('The embedded judge gave no verdict.');
    const found = await decided(ranking, subject, prompt, signal);
    if (found === null) return embedded;
    if ('failure' in found) return { ...embedded, reason: standingIn(found.failure, embedded.reason) };
    return verdictFrom(found, ranking, subject, shortList(ranking, subject, prompt), embedded, settings.threshold);
  };

  return {
    judge: (view, subject, prompts, signal) =>
      Promise.all(prompts.map((prompt) => judgeOne(view, subject, prompt, signal))),
    async find(view, prompt, wanted, signal): Promise<readonly FoundTrail[]> {
      const ranking = lexical.rank(view, null, prompt, wanted.mayUse);
      const found = await decided(ranking, null, prompt, signal);
      if (found === null || 'failure' in found) return lexical.find(view, prompt, wanted, signal);
      const atLeast = wanted.atLeast ?? settings.threshold;
      return foundFrom(found, ranking, shortList(ranking, null, prompt), atLeast).slice(0, wanted.limit);
    },
  };
}

const FAILURES: Record<ModelCall['outcome'], string> = {
  answered: 'failed',
  malformed: 'gave no usable answer',
  failed: 'could not be reached',
  late: 'did not answer in time',
};

/** The trail the embedded judge would offer, by id. */
function embeddedChoice(ranking: Ranking, threshold: number): string | null {
  const [top] = ranking.contentions;
  return top !== undefined && top.confidence >= threshold ? top.indexed.trail.id : null;
}

const standingIn = (failure: string, reason: string): string =>
  `The model ${failure}, so the embedded judge decided: ${reason}`;

const questionKey = (name: string, list: readonly ShortListed[], prompt: string): string =>
  digest(name, String(QUESTION_VERSION), tokenLine(prompt), ...list.map(({ trail }) => JSON.stringify(trail)));
