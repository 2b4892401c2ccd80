// The AI tools that a trail can be written for: the allowed values of `tools` (Decision 17).
import { type Static, Type } from '@sinclair/typebox';
import { findIssues } from '../base/shape.ts';
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

export const PROVIDERS: readonly Provider[] = KNOWN_PROVIDERS;

/** The providers of this installation: the known ones and the operator's own; an operator's entry replaces a known one of its id. */
export function withOperatorProviders(added: readonly Provider[]): readonly Provider[] {
  const byId = new Map(PROVIDERS.map((provider) => [provider.id, provider]));
  for (const provider of added) byId.set(provider.id, provider);
  return [...byId.values()];
}

/**
 * The operator's own providers out of their JSON text, an array of `{id, name, vendor, url}`; undefined is none. Throws an
 * Error whose sentence says what is wrong with the text.
 */
export function readOperatorProviders(json: string | undefined): readonly Provider[] {
  if (json === undefined) return [];
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new Error('The added providers are not valid JSON. Give an array of {"id", "name", "vendor", "url"}.');
  }
  const [issue] = findIssues(OperatorProviders, value);
  if (issue !== undefined)
    throw new Error(`The added providers are malformed at ${issue.field || 'the top'}: ${issue.message}`);
  return value as Provider[];
}

const OperatorProviders = Type.Array(
  Type.Object(
    {
      ...Provider.properties,
      id: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,63}$' }),
      name: Type.String({ minLength: 1 }),
    },
    { additionalProperties: false },
  ),
  { maxItems: 100 },
);
