// The document of a trail as callers send it (contract 2.1), and its JSON Schema. Its fields stand in trail-fields.ts;
// how findings about a document are worded is in validate-document.ts.
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { FIELD_SHAPES } from './trail-fields.ts';

/** What callers send. `tools` is narrowed to the installation's providers by `documentSchema`. */
export const TrailDocument = Type.Object(FIELD_SHAPES, { $id: 'TrailDocument', additionalProperties: false });
export type TrailDocument = Static<typeof TrailDocument>;

/**
 * The JSON Schema (2020-12) of a document where these providers may be named: self-contained, and the very thing that
 * drafts are checked by. It accepts what the server accepts, but for prompt ids used twice, which no JSON Schema can
 * tell.
 */
export function documentSchema(providerIds: readonly string[]): TSchema {
  const plain = withoutIds(TrailDocument) as TSchema;
  const tools = { ...plain.properties.tools, items: { type: 'string', enum: [...providerIds] } };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'TrailDocument',
    ...plain,
    properties: { ...plain.properties, tools },
  };
}

function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (key === '$id' ? [] : [[key, withoutIds(member)]])),
  );
}
