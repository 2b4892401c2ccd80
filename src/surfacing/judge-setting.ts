// Parses CAIRN_JUDGE: `embedded`, or a provider and a model.

/** Providers with an OpenAI-compatible API and their public URLs; null if only the operator knows the URL. */
export const COMPATIBLE_PROVIDERS: Readonly<Record<string, string | null>> = {
  openai: 'https://api.openai.com/v1',
  mistral: 'https://api.mistral.ai/v1',
  groq: 'https://api.groq.com/openai/v1',
  deepseek: 'https://api.deepseek.com/v1',
  openrouter: 'https://openrouter.ai/api/v1',
  ollama: 'http://localhost:11434/v1',
  'openai-compatible': null,
};

export type JudgeSetting =
  | { readonly kind: 'embedded' }
  | { readonly kind: 'model'; readonly provider: string; readonly model: string };

/** The setting, or a sentence for the operator that explains the error. */
export function parseJudgeSetting(text: string): JudgeSetting | { readonly kind: 'fault'; readonly fault: string } {
  if (text === 'embedded') return { kind: 'embedded' };
  const colon = text.indexOf(':');
  const provider = text.slice(0, Math.max(0, colon));
  const model = text.slice(colon + 1);
  const known = ['anthropic', ...Object.keys(COMPATIBLE_PROVIDERS)];
  if (colon > 0 && model.trim() !== '' && known.includes(provider)) return { kind: 'model', provider, model };
  const fault = `CAIRN_JUDGE must be "embedded" or "provider:model" with one of the providers ${known.join(', ')}.`;
  return { kind: 'fault', fault };
}
