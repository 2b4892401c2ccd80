// Answers of a model as the judge gets them: remembered for a day, paid from the catalog's budget, in as few requests
// as make sense, and not asked for while the model rests after failures.

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
import { BOUNDLESS, type TokenBudget } from './token-budget.ts';
import { tracedCall } from './traced-call.ts';

/** Why a model gave no opinion. */
export type ModelFailureReason = 'contradicted' | 'failed' | 'late' | 'malformed' | 'resting' | 'spent';

/** What the model said, or why it said nothing; `retryAfter` in seconds. */
export type Opinion = ModelAnswer | { readonly failureReason: ModelFailureReason; readonly retryAfter: number };

/** Notified of requests and of prompts that the embedded judge decided in the model's place, for metrics. */
export interface ModelWatch {
  asked(call: ModelCall): void;
  stoodIn(failureReason: ModelFailureReason): void;
}

export interface ModelSettings {
  readonly model: ModelAccess['model'];
  /** Names the model in traces. */
  readonly name: string;
  readonly watch?: ModelWatch;
  readonly budget?: TokenBudget;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
  /** Undefined: no traces. */
  readonly tracing?: Tracing | undefined;
}

/** Whose budget pays (null: nobody's), how long to wait, whether the caller is still there, and the form to ask in. */
export interface ModelRequestOptions extends AnswerFormat {
  readonly payer: string | null;
  readonly signal: AbortSignal;
  readonly caller: AbortSignal | undefined;
}

/** One opinion a choice, in their order. Throws only where the caller went away or the budget cannot be read. */
export type ModelAnswers = (choices: readonly Choice[], options: ModelRequestOptions) => Promise<readonly Opinion[]>;

const AT_ONCE = 4;
/** Of one catalog: it leaves a place to the others, whose answers would else be late. */
const OF_ONE = 3;
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

/** Sends one request, if neither the model's rest nor the catalog's budget stands in the way. */
function requester(settings: ModelSettings): ModelAnswers {
  const { model, name, budget = BOUNDLESS, now = steadyClock, watch, tracing } = settings;
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

/** A request for a catalog waits in its own queue first, and enters that of all when one of its places is free. */
function placesOfCatalogs(): (payer: string | null) => Semaphore {
  const withPlace = semaphore(AT_ONCE);
  const ofOne = keyedSemaphore(() => semaphore(OF_ONE));
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

/** Of one model in one process: what it is asked is worded the same for all of them. */
const requestKey = ({ prompt, list }: Choice): string =>
  digest(tokenLine(prompt), ...list.map(({ trail }) => JSON.stringify(trail)));
