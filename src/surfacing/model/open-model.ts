// Opens a language model through the `ai` SDK. The SDK and its providers are optional packages that are loaded on
// demand.
import type { LanguageModel } from 'ai';
import { installed } from '../../base/once.ts';
import type { Outbound } from '../../egress/egress-request.ts';
import { outboundFetch } from '../../egress/outbound.ts';
import { COMPATIBLE_PROVIDERS } from '../judge-setting.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { vendorBody } from './vendor-body.ts';

/** A model's address. `url` and `key` come from the environment. */
export interface ModelAddress {
  readonly provider: string;
  readonly model: string;
  readonly url: string | undefined;
  readonly key: string | undefined;
}

/** Opens the model. Fails with a sentence for the operator if a package or the address is missing. */
export async function openModel(address: ModelAddress, outbound: Outbound = {}): Promise<LanguageModel> {
  const fetch = boundedFetch(outboundFetch(outbound));
  const { provider, model, url, key } = address;
  // Load it at startup, so that a missing package is noticed early and the first request is not slow.
  await installed(import('ai'), missing('ai'));
  if (provider === 'anthropic') {
    const { createAnthropic } = await installed(import('@ai-sdk/anthropic'), missing('@ai-sdk/anthropic'));
    const options = { fetch, ...(url === undefined ? {} : { baseURL: url }) };
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
    fetch,
    supportsStructuredOutputs: true,
    transformRequestBody: (body: Record<string, unknown>) => vendorBody(provider, model, body),
  };
  return createOpenAICompatible({ ...options, ...(key === undefined ? {} : { apiKey: key }) })(model);
}

const missing = (name: string): string =>
  `A model judge needs the optional package ${name}. Install it, or set CAIRN_JUDGE=embedded.`;
