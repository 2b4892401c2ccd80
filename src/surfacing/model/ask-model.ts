// Sends one request to a model, with a timeout, one retry and a concurrency limit. Never throws; model-answers.ts
// decides how to handle a missing answer.

import type { LanguageModel } from 'ai';
import type { Semaphore } from '../../base/semaphore.ts';
import { batchRequest } from './batch-request.ts';
import type { ModelAnswer } from './model-answer.ts';
import { isMalformed, Malformed, reasonOf, type ThrownDetails, thrownDetails } from './model-failure.ts';
import type { ModelRequest } from './model-prompt.ts';
import { withOneRetry } from './one-retry.ts';
import type { Choice } from './short-list.ts';
import { singleRequest } from './single-request.ts';

/** The outcome of a request. Tokens are the provider's count, or an estimate if it reports none. */
export interface ModelCall {
  /** `incomplete`: some of several prompts have no usable answer. `left`: the caller disconnected. */
  readonly outcome: 'answered' | 'incomplete' | 'malformed' | 'failed' | 'late' | 'left';
  readonly milliseconds: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** The HTTP status of an endpoint that refused the request; otherwise absent. */
  readonly status?: number;
  /** Why the endpoint was not reached, if it sent no status. */
  readonly failure?: string;
}

export interface ModelAccess {
  readonly model: LanguageModel;
  readonly withPlace: Semaphore;
}

/** One checked answer per choice, in order (undefined if unusable), and the outcome of the request. */
export interface ModelReply {
  readonly answers: readonly (ModelAnswer | undefined)[];
  readonly call: ModelCall;
  /**
   * True if the request was sent. It is false if the timeout passed in the queue, which says nothing about the model.
   */
  readonly sent: boolean;
}

/** The request format: `run` combines several prompts, `backwards` lists the trails in reverse order. */
export interface AnswerFormat {
  readonly run: boolean;
  readonly backwards: boolean;
}

/** Asks about one prompt, or about several of a run. `signal` covers the queue, the request and the retry. */
export async function askModel(
  { model, withPlace }: ModelAccess,
  choices: readonly Choice[],
  form: AnswerFormat,
  signal: AbortSignal,
): Promise<ModelReply> {
  const start = performance.now();
  const request = requestOf(choices, form);
  const since = (): number => performance.now() - start;
  let sent = false;
  const attempt = () => {
    sent = true;
    return generate(model, request, signal);
  };
  try {
    const { value, usage } = await withPlace(() => withOneRetry(attempt, signal), { signal });
    const answers = request.read(value);
    const usable = answers.filter((one) => one !== undefined).length;
    if (usable === 0) throw Object.assign(new Malformed('No answer has the required shape.'), { usage });
    const outcome = usable === answers.length ? 'answered' : 'incomplete';
    return { answers, sent, call: { outcome, milliseconds: since(), ...tokensOf(usage, request) } };
  } catch (thrown) {
    const outcome = outcomeOf(thrown, signal);
    // A refused request costs nothing, but a request that timed out during the answer costs tokens.
    const tokens = sent && outcome !== 'failed' ? tokensOf(thrownDetails(thrown).usage, request) : NO_TOKENS;
    const { statusCode: status } = thrownDetails(thrown);
    const refused = outcome !== 'failed' ? {} : status === undefined ? { failure: reasonOf(thrown) } : { status };
    const call = { outcome, milliseconds: since(), ...tokens, ...refused };
    return { answers: choices.map(() => undefined), sent, call };
  }
}

// The second look at a prompt from a run uses the run format, too. Only the order may differ for a fair comparison.
function requestOf(choices: readonly Choice[], { run, backwards }: AnswerFormat): ModelRequest {
  const [only, ...others] = choices;
  return only !== undefined && others.length === 0 && !run ? singleRequest(only) : batchRequest(choices, backwards);
}

type Usage = ThrownDetails['usage'];

async function generate(
  model: LanguageModel,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<{ value: unknown; usage: Usage }> {
  const { generateText, jsonSchema, Output } = await import('ai');
  const { output, usage } = await generateText({
    model,
    system: request.system,
    prompt: request.prompt,
    temperature: 0,
    maxOutputTokens: request.outputTokens,
    maxRetries: 0,
    abortSignal: signal,
    output: Output.object({ schema: jsonSchema(request.schema) }),
  });
  return { value: output, usage };
}

function outcomeOf(thrown: unknown, signal: AbortSignal): ModelCall['outcome'] {
  if (signal.aborted) return thrownDetails(signal.reason).name === 'TimeoutError' ? 'late' : 'left';
  return isMalformed(thrown) ? 'malformed' : 'failed';
}

const NO_TOKENS = { input_tokens: 0, output_tokens: 0 };
const CHARACTERS_A_TOKEN = 4;

const tokensOf = (usage: Usage, { system, prompt }: ModelRequest) => ({
  input_tokens: count(usage?.inputTokens) ?? Math.ceil((system.length + prompt.length) / CHARACTERS_A_TOKEN),
  output_tokens: count(usage?.outputTokens) ?? 0,
});

/** Ignores implausible token counts: fractions, negative or impossibly large numbers. */
const count = (tokens: number | undefined): number | undefined =>
  tokens !== undefined && Number.isInteger(tokens) && tokens >= 0 && tokens <= MAX_TOKENS ? tokens : undefined;
const MAX_TOKENS = 10_000_000;
