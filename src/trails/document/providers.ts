// The AI tools that a trail can be written for, which are the allowed values of `tools` (Decision 17).
import { type Static, Type } from '@sinclair/typebox';
import { KNOWN_PROVIDERS } from './known-providers.ts';

/** An AI tool. `tools` in a trail refers to its `id`. */
export const Provider = Type.Object(
  {
    id: Type.String({ description: 'The value to use in `tools`.' }),
    name: Type.String({ description: 'The name that people know.' }),
    vendor: Type.String({ description: 'The company that makes it.' }),
    url: Type.String({ format: 'uri', description: 'Where employees open it.' }),
  },
  { $id: 'Provider', additionalProperties: false },
);
export type Provider = Static<typeof Provider>;

/**
 * The providers of this installation: the known ones and the operator's. An operator's entry replaces a known one with
 * the same id.
 */
export function withOperatorProviders(added: readonly Provider[]): readonly Provider[] {
  const byId = new Map<string, Provider>(KNOWN_PROVIDERS.map((provider) => [provider.id, provider]));
  for (const provider of added) byId.set(provider.id, provider);
  return [...byId.values()];
}
