// Opens a language model through the `ai` SDK. The SDK and its providers are optional: they are loaded here, when used.
import type { LanguageModel } from 'ai';
import { installed } from '../../base/optional-package.ts';
import { COMPATIBLE_PROVIDERS } from '../judge-setting.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { vendorBody } from './vendor-body.ts';

/** Where a model is reached; `url` and `key` come from the environment. */
export interface ModelAddress {
  readonly provider: string;
  readonly model: string;
  readonly url: string | undefined;
  readonly key: string | undefined;
}

/** The model, ready to be asked. Fails with a sentence for the operator where a package or the address is missing. */
export async function openModel(address: ModelAddress): Promise<LanguageModel> {
  const { provider, model, url, key } = address;
  // Loaded at start: the first request neither waits for it nor finds out that it is missing.
  await installed(import('ai'), missing('ai'));
  if (provider === 'anthropic') {
    const { createAnthropic } = await installed(import('@ai-sdk/anthropic'), missing('@ai-sdk/anthropic'));
    const options = { fetch: boundedFetch, ...(url === undefined ? {} : { baseURL: url }) };
    return createAnthropic({ ...options, ...(key === undefined ? {} : { apiKey: key }) })(model);
  }
  const baseURL = url ?? COMPATIBLE_PROVIDERS[provider];
  if (typeof baseURL !== 'string') throw new Error(`The judge "${provider}" needs the address of its endpoint.`);
  const { createOpenAICompatible } = await installed(
    import('@ai-sdk/openai-compatible'),
    missing('@ai-sdk/openai-compatible'),
  );
  const options = {
    name: provider,
    baseURL,
    fetch: boundedFetch,
    supportsStructuredOutputs: true,
    transformRequestBody: (body: Record<string, unknown>) => vendorBody(provider, model, body),
  };
  return createOpenAICompatible({ ...options, ...(key === undefined ? {} : { apiKey: key }) })(model);
}

const missing = (name: string): string =>
  `A model judge needs the optional package ${name}. Install it, or set CAIRN_JUDGE=embedded.`;
