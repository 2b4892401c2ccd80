// Request bodies for vendors that deviate from the original OpenAI protocol.

type Body = Readonly<Record<string, unknown>>;

/** Reasoning models: they accept no temperature, and their reasoning counts as output tokens. */
const REASONING = /^(?:o\d|gpt-[5-9](?!.*chat))/;
const REASONING_TOKENS = 2000;

/** The body in the provider's format. Other providers get the SDK's body unchanged. */
export function vendorBody(provider: string, model: string, body: Body): Record<string, unknown> {
  if (provider === 'openai') return openaiBody(model, body);
  // DeepSeek supports JSON but no schemas; the system message describes the members.
  if (provider === 'deepseek') return { ...body, response_format: { type: 'json_object' } };
  return { ...body };
}

function openaiBody(model: string, { max_tokens, temperature, ...body }: Body): Record<string, unknown> {
  const most = Number(max_tokens);
  if (!REASONING.test(model)) return { ...body, temperature, max_completion_tokens: most };
  return { ...body, reasoning_effort: 'low', max_completion_tokens: most + REASONING_TOKENS };
}
