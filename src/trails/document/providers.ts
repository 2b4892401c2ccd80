// The AI tools that a trail can be written for: the allowed values of `tools` (Decision 17).
import { type Static, Type } from '@sinclair/typebox';
import { KNOWN_PROVIDERS } from './known-providers.ts';

/** One AI tool. `id` is what a trail's `tools` names. */
export const Provider = Type.Object(
  {
    id: Type.String({ description: 'The value to put into `tools`.' }),
    name: Type.String({ description: 'The name people know the tool by.' }),
    vendor: Type.String({ description: 'Who makes it.' }),
    url: Type.String({ format: 'uri', description: 'Where employees open it.' }),
  },
  { $id: 'Provider', additionalProperties: false },
);
export type Provider = Static<typeof Provider>;

/**
 * The providers of this installation: the known ones and the operator's own; an operator's entry replaces a known one
 * of its id.
 */
export function withOperatorProviders(added: readonly Provider[]): readonly Provider[] {
  const byId = new Map<string, Provider>(KNOWN_PROVIDERS.map((provider) => [provider.id, provider]));
  for (const provider of added) byId.set(provider.id, provider);
  return [...byId.values()];
}
