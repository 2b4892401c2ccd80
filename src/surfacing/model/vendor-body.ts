// Where a vendor of the OpenAI protocol wants the request otherwise than its first form was.

type Body = Readonly<Record<string, unknown>>;

/** Models that think before they answer: they take no temperature, and their thoughts count as output. */
const THINKING = /^(?:o\d|gpt-[5-9](?!.*chat))/;
const THOUGHT_TOKENS = 2000;

/** The body as this provider takes it. Others get what the SDK made. */
export function vendorBody(provider: string, model: string, body: Body): Record<string, unknown> {
  if (provider === 'openai') return openaiBody(model, body);
  // It knows JSON, but no schemas: the system message tells the members.
  if (provider === 'deepseek') return { ...body, response_format: { type: 'json_object' } };
  return { ...body };
}

function openaiBody(model: string, { max_tokens, temperature, ...body }: Body): Record<string, unknown> {
  const most = Number(max_tokens);
  if (!THINKING.test(model)) return { ...body, temperature, max_completion_tokens: most };
  return { ...body, reasoning_effort: 'low', max_completion_tokens: most + THOUGHT_TOKENS };
}
