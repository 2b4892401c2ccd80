// Records model requests as spans if tracing is on: the model, the outcome and the tokens, but never a prompt or an
// answer.
import { inSpan, type Span, type Tracing } from '../../base/tracing.ts';
import type { ModelReply } from './ask-model.ts';

/** Runs the request in a span. `setting` is CAIRN_JUDGE, e.g. `anthropic:claude-haiku`. */
export function tracedCall(tracing: Tracing, setting: string, ask: () => Promise<ModelReply>): Promise<ModelReply> {
  const colon = setting.indexOf(':');
  const model = setting.slice(colon + 1);
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': setting.slice(0, colon),
    'gen_ai.request.model': model,
  };
  const work = async (span: Span): Promise<ModelReply> => {
    const asked = await ask();
    const { outcome, input_tokens, output_tokens } = asked.call;
    span.set({
      'cairn.outcome': outcome,
      'gen_ai.usage.input_tokens': input_tokens,
      'gen_ai.usage.output_tokens': output_tokens,
    });
    if (outcome !== 'answered' && outcome !== 'incomplete') span.fail(outcome);
    return asked;
  };
  return inSpan(tracing, { name: `chat ${model}`, kind: 'client', attributes }, work, () => 'unknown');
}
