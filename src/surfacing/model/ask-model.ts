// One question to a model over the network: within a time, with one retry, never more than a few at once. It answers or
// fails; what a failure means is decided in model-judge.ts.
import type { LanguageModel } from 'ai';
import { answerSchema, checkedAnswer, type ModelAnswer } from './model-answer.ts';
import { modelQuestion } from './model-prompt.ts';
import type { ShortListed } from './short-list.ts';
import type { Turnstile } from './turnstile.ts';

/** Told once a question, for metrics. */
export interface ModelCall {
  readonly outcome: 'answered' | 'malformed' | 'failed' | 'late';
  readonly milliseconds: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

export interface Asking {
  readonly model: LanguageModel;
  readonly enter: Turnstile;
  readonly told: (call: ModelCall) => void;
}

/** The model gave no usable answer. */
export class ModelFailure extends Error {
  readonly outcome: ModelCall['outcome'];
  constructor(outcome: ModelCall['outcome'], cause: unknown) {
    super(`The model ${outcome === 'late' ? 'was late' : outcome}.`, { cause });
    this.name = 'ModelFailure';
    this.outcome = outcome;
  }
}

const OUTPUT_TOKENS = 300;
const RETRY_PAUSE = 150;
const LONGEST_PAUSE = 1000;

/** The checked answer. `signal` bounds waiting, asking and retrying together. */
export async function askModel(
  asking: Asking,
  list: readonly ShortListed[],
  prompt: string,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const start = performance.now();
  let usage = { input_tokens: 0, output_tokens: 0 };
  const tell = (outcome: ModelCall['outcome']): void =>
    asking.told({ outcome, milliseconds: performance.now() - start, ...usage });
  try {
    const question = modelQuestion(list, prompt);
    const answered = await asking.enter(
      () => withOneRetry(() => generate(asking.model, question, list, signal), signal),
      signal,
    );
    usage = answered.usage;
    const answer = checkedAnswer(answered.value, list, question.nonce);
    if (answer === undefined) throw new Malformed('The answer does not have the required shape.');
    tell('answered');
    return answer;
  } catch (thrown) {
    const outcome = signal.aborted ? 'late' : isMalformed(thrown) ? 'malformed' : 'failed';
    tell(outcome);
    throw new ModelFailure(outcome, thrown);
  }
}

class Malformed extends Error {}

async function generate(
  model: LanguageModel,
  question: ReturnType<typeof modelQuestion>,
  list: readonly ShortListed[],
  signal: AbortSignal,
): Promise<{ value: unknown; usage: { input_tokens: number; output_tokens: number } }> {
  const { generateText, jsonSchema, Output } = await import('ai');
  const { output, usage } = await generateText({
    model,
    system: question.system,
    prompt: question.prompt,
    temperature: 0,
    maxOutputTokens: OUTPUT_TOKENS,
    maxRetries: 0,
    abortSignal: signal,
    output: Output.object({ schema: jsonSchema(answerSchema(list)) }),
  });
  return {
    value: output,
    usage: { input_tokens: usage.inputTokens ?? 0, output_tokens: usage.outputTokens ?? 0 },
  };
}

/** Tries again once after 429, 5xx or a broken connection; a malformed answer would only come again. */
async function withOneRetry<Result>(attempt: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  try {
    return await attempt();
  } catch (thrown) {
    const pause = pauseBefore(thrown);
    if (signal.aborted || pause === undefined) throw thrown;
    await new Promise((resolve) => setTimeout(resolve, pause));
    signal.throwIfAborted();
    return attempt();
  }
}

/** Milliseconds to wait before a second attempt; undefined where there should be none. */
function pauseBefore(thrown: unknown): number | undefined {
  if (isMalformed(thrown)) return undefined;
  const { statusCode, responseHeaders } = detailsOf(thrown);
  if (statusCode === undefined) return RETRY_PAUSE;
  if (statusCode !== 429 && statusCode < 500) return undefined;
  const wanted = Number(responseHeaders?.['retry-after'] ?? 0) * 1000;
  if (!Number.isFinite(wanted) || wanted > LONGEST_PAUSE) return undefined;
  return Math.max(RETRY_PAUSE, wanted);
}

const detailsOf = (thrown: unknown) =>
  (typeof thrown === 'object' && thrown !== null ? thrown : {}) as {
    readonly name?: string;
    readonly statusCode?: number;
    readonly responseHeaders?: Readonly<Record<string, string>>;
  };

// The SDK's own names for an answer that is no JSON, breaks the schema, or cannot be read as the protocol's.
const MALFORMED = [
  'AI_NoObjectGeneratedError',
  'AI_TypeValidationError',
  'AI_JSONParseError',
  'AI_NoOutputGeneratedError',
];

function isMalformed(thrown: unknown): boolean {
  const { name, statusCode } = detailsOf(thrown);
  if (thrown instanceof Malformed || MALFORMED.includes(name ?? '')) return true;
  // A 2xx that still fails had a body that is not the protocol's.
  return statusCode !== undefined && statusCode >= 200 && statusCode < 300;
}
