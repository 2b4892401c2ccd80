// Metrics and logs for the judge's models: the language model, and the embedded judge's sentence encoder.
import type { Logger } from 'pino';
import type { Metrics } from '../http/metrics/metrics.ts';
import type { ModelWatch } from '../surfacing/model/model-answers.ts';

/** The cost and health of a language model; unused if only the embedded judge decides. */
export const watchModel = (metrics: Metrics, logger: Logger): ModelWatch => ({
  asked({ outcome, milliseconds, input_tokens, output_tokens, status, failure }) {
    if (outcome === 'failed')
      logger.warn({ status, failure }, 'the model of the judge refused a question or was not reached');
    metrics.count('cairn_judge_calls_total', 'Questions to the language model.', { outcome });
    metrics.count('cairn_judge_call_seconds_total', 'Seconds of these questions.', {}, milliseconds / 1000);
    metrics.count('cairn_judge_tokens_total', 'Tokens of the language model.', { direction: 'input' }, input_tokens);
    metrics.count('cairn_judge_tokens_total', 'Tokens of the language model.', { direction: 'output' }, output_tokens);
  },
  stoodIn(cause) {
    const help = 'Prompts that the embedded judge decided in the place of the language model.';
    metrics.count('cairn_judge_stand_ins_total', help, { cause });
  },
});

/** Reports a damaged sentence encoder: one warning, and a counter for alerts. */
export const watchEncoder =
  (metrics: Metrics, logger: Logger) =>
  (failure: unknown): void => {
    logger.warn({ err: failure }, 'the sentence encoder cannot be read: trails are found by their words alone');
    metrics.count('cairn_judge_encoder_damaged_total', 'Sentence encoders that could not be read.');
  };
