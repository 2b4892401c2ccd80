// Provides a model judge over real HTTP against the stub of the protocol.

import type { CatalogView, Judge, Verdict } from '@cairn/surfacing-judge/judge';
import type { JudgedTrail } from '@cairn/surfacing-judge/judged-trail';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { ModelCall } from '../../src/surfacing/model/ask-model.ts';
import type { ModelFailureReason } from '../../src/surfacing/model/model-answers.ts';
import { openModel } from '../../src/surfacing/model/open-model.ts';
import type { TokenBudget } from '../../src/surfacing/model/token-budget.ts';
import { modelJudge } from '../../src/surfacing/model-judge.ts';
import { type ModelStub, type StubRequest, startModelStub } from './model-stub.ts';
import { sharedJudge as lexical } from './shared-judge.ts';
import { ADVERT, MINUTES, REMINDER, viewWith } from './trails-for-tests.ts';

export { lexical };
export const view = viewWith(lexical, REMINDER, ADVERT, MINUTES);
export const PROMPT = 'nudge the buyer about the open bill, they have not paid';

export interface JudgeOptions {
  readonly fallback?: boolean;
  readonly timeout?: number;
  readonly threshold?: number;
  readonly budget?: TokenBudget;
}

export interface ModelKit {
  readonly stub: ModelStub;
  /** The model calls reported since the test began. */
  readonly calls: ModelCall[];
  readonly standIns: ModelFailureReason[];
  /** The judge's clock, in milliseconds. */
  now: number;
  judge(options?: JudgeOptions): Promise<Judge>;
}

/** The kit of a test file: one stub, reset before each test. */
export function modelKit(): ModelKit {
  let stub: ModelStub | undefined;
  const deps: ModelKit = {
    get stub() {
      if (stub === undefined) throw new Error('The stub is not running.');
      return stub;
    },
    calls: [],
    standIns: [],
    now: Date.UTC(2026, 2, 31, 12),
    async judge({ fallback = true, threshold = 0.5, ...others } = {}) {
      const address = { provider: 'openai-compatible', model: 'stub-1', url: deps.stub.url, key: 'secret-key' };
      const model = await openModel(address);
      const watch = {
        asked: (call: ModelCall) => void deps.calls.push(call),
        stoodIn: (failureReason: ModelFailureReason) => void deps.standIns.push(failureReason),
      };
      const settings = { model, name: 'stub-1', threshold, fallback, watch, now: () => deps.now };
      return modelJudge(lexical, { ...settings, ...others });
    },
  };
  beforeAll(async () => {
    stub = await startModelStub();
  });
  afterAll(() => stub?.close());
  beforeEach(() => {
    deps.stub.questions.length = 0;
    deps.calls.length = 0;
    deps.standIns.length = 0;
  });
  return deps;
}

/** The verdict on one prompt. */
export async function verdict(
  judge: Judge,
  subject: JudgedTrail = REMINDER,
  prompt = PROMPT,
  catalog: CatalogView = view,
): Promise<Verdict> {
  const [only] = await judge.judge(catalog, subject, [prompt]);
  if (only === undefined) throw new Error('no verdict');
  return only;
}

/** The embedded judge's verdict on the same prompt. */
export const embedded = (subject: JudgedTrail = REMINDER, prompt = PROMPT): Promise<Verdict> =>
  verdict(lexical, subject, prompt);

/** A reply that chooses the trail with this title. Null means NONE. */
export const choose =
  (title: string | null, certainty = 'high', reason = 'It is the same task.') =>
  (question: StubRequest) => ({
    best: question.trails.find((trail) => trail.title === title)?.alias ?? 'NONE',
    certainty,
    reason,
  });

/** A reply to one prompt or to a run of them. `titleFor` returns the title to choose for each. Null means NONE. */
export const chooseEach =
  (titleFor: (prompt: string) => string | null, certainty = 'high') =>
  (question: StubRequest) => {
    if (question.prompts.length === 0) return choose(titleFor(question.prompt), certainty)(question);
    const answers = question.prompts.map(({ alias, text }) => ({
      prompt: alias,
      ...choose(titleFor(text), certainty, `So says ${alias}.`)(question),
    }));
    return { answers };
  };
