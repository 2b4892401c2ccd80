// Model answers for the judge. Answers are cached and charged to the catalog's budget. Prompts are combined into few
// requests. While the model is paused after failures, no requests are sent.

import { tokenLine } from '@cairn/surfacing-judge/text';
import { LRUCache } from 'lru-cache';
import { DAY_MS, steadyClock } from '../../base/clock.ts';
import { keyedSemaphore, type Semaphore, semaphore } from '../../base/semaphore.ts';
import type { Tracing } from '../../base/tracing.ts';
import { type AnswerFormat, askModel, type ModelAccess, type ModelCall } from './ask-model.ts';
import { batchesOf } from './batches.ts';
import { cooldown } from './cooldown.ts';
import type { ModelAnswer } from './model-answer.ts';
import { type Choice, digest } from './short-list.ts';
import { type TokenBudget, UNLIMITED } from './token-budget.ts';
import { tracedCall } from './traced-call.ts';

/** Why the model gave no opinion. */
export type ModelFailureReason = 'contradicted' | 'failed' | 'late' | 'malformed' | 'resting' | 'spent';

/** The model's answer, or the reason why there is none. `retryAfter` is in seconds. */
export type Opinion = ModelAnswer | { readonly failureReason: ModelFailureReason; readonly retryAfter: number };

/** Receives requests, and prompts that fell back to the embedded judge, for metrics. */
export interface ModelWatch {
  asked(call: ModelCall): void;
  stoodIn(failureReason: ModelFailureReason): void;
}

export interface ModelSettings {
  readonly model: ModelAccess['model'];
  /** The model's name in traces. */
  readonly name: string;
  readonly watch?: ModelWatch;
  readonly budget?: TokenBudget;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
  /** Undefined if tracing is off. */
  readonly tracing?: Tracing | undefined;
}

/** The catalog whose budget pays (null: none), the timeout, the caller's signal, and the request format. */
export interface ModelRequestOptions extends AnswerFormat {
  readonly payer: string | null;
  readonly signal: AbortSignal;
  readonly caller: AbortSignal | undefined;
}

/** One opinion per choice, in order. Throws only if the caller disconnects or the budget cannot be read. */
export type ModelAnswers = (choices: readonly Choice[], options: ModelRequestOptions) => Promise<readonly Opinion[]>;

const AT_ONCE = 4;
/** Concurrent requests per catalog. Leaves room for other catalogs, whose answers would otherwise be late. */
const PER_CATALOG = 3;
const REMEMBERED = 10_000;

export function modelAnswers(settings: ModelSettings): ModelAnswers {
  const ask = requester(settings);
  const remembered = new LRUCache<string, ModelAnswer>({
    max: REMEMBERED,
    ttl: DAY_MS,
    ttlResolution: 0,
    perf: { now: settings.now ?? steadyClock },
  });
  return async (choices, options) => {
    const keys = choices.map((choice) => requestKey(choice));
    const known = new Map<string, Opinion>();
    const open = new Map<string, Choice>();
    for (const [at, choice] of choices.entries()) {
      const key = keys[at] ?? '';
      const answer = remembered.get(key);
      if (answer === undefined) open.set(key, choice);
      else known.set(key, answer);
    }
    const batches = batchesOf([...open.values()]);
    const opinions = (await Promise.all(batches.map((batch) => ask(batch, options)))).flat();
    for (const [at, key] of [...open.keys()].entries()) {
      const opinion = opinions[at] ?? silent('malformed', 1);
      known.set(key, opinion);
      if (!('failureReason' in opinion)) remembered.set(key, opinion);
    }
    return keys.map((key) => known.get(key) ?? silent('malformed', 1));
  };
}

/** Sends one request, unless the model is paused or the catalog's budget is used up. */
function requester(settings: ModelSettings): ModelAnswers {
  const { model, name, budget = UNLIMITED, now = steadyClock, watch, tracing } = settings;
  const placeFor = placesOfCatalogs();
  const health = cooldown(now);
  return async (batch, options) => {
    const { payer, signal, caller } = options;
    const rest = health.restsFor();
    if (rest > 0) return batch.map(() => silent('resting', Math.ceil(rest / 1000)));
    if (payer !== null && !(await budget.allows(payer))) return batch.map(() => silent('spent', 1));
    const access: ModelAccess = { model, withPlace: placeFor(payer) };
    const ask = () => askModel(access, batch, options, signal);
    const { answers, call, sent } = await (tracing === undefined ? ask() : tracedCall(tracing, name, ask));
    watch?.asked(call);
    if (payer !== null) await budget.spend(payer, call.input_tokens + call.output_tokens);
    const { outcome } = call;
    if (outcome === 'left') caller?.throwIfAborted();
    if (outcome === 'answered' || outcome === 'incomplete') health.succeeded();
    else if (sent) health.failed();
    return answers.map((answer) => answer ?? silent(SILENCES[outcome], 1));
  };
}

/** A request first takes one of its catalog's slots, then a global one. */
function placesOfCatalogs(): (payer: string | null) => Semaphore {
  const withPlace = semaphore(AT_ONCE);
  const ofOne = keyedSemaphore(() => semaphore(PER_CATALOG));
  return (payer) => (payer === null ? withPlace : (work, turn) => ofOne(payer, () => withPlace(work, turn), turn));
}

const silent = (failureReason: ModelFailureReason, retryAfter: number): Opinion => ({ failureReason, retryAfter });

const SILENCES: Record<ModelCall['outcome'], ModelFailureReason> = {
  answered: 'malformed',
  incomplete: 'malformed',
  malformed: 'malformed',
  failed: 'failed',
  late: 'late',
  left: 'late',
};

/** Cache key. A process has only one model, so the key need not name it. */
const requestKey = ({ prompt, list }: Choice): string =>
  digest(tokenLine(prompt), ...list.map(({ trail }) => JSON.stringify(trail)));
