// The document of a trail as callers send it (contract 2.1), and its JSON Schema. Its fields stand in trail-fields.ts;
// how findings about a document are worded is in validate-document.ts.
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { plainSchema } from '../../base/plain-schema.ts';
import { FIELD_SHAPES } from './trail-fields.ts';

/** What callers send. `tools` is narrowed to the installation's providers by `documentShape`. */
export const TrailDocument = Type.Object(FIELD_SHAPES, { $id: 'TrailDocument', additionalProperties: false });
export type TrailDocument = Static<typeof TrailDocument>;

/** The shape of a document where these providers may be named: what drafts are checked by. */
export function documentShape(providerIds: readonly string[]): TSchema {
  const tools = { ...FIELD_SHAPES.tools, items: { type: 'string', enum: [...providerIds] } };
  return { ...TrailDocument, properties: { ...FIELD_SHAPES, tools } };
}

/**
 * The shape of a document as JSON Schema (2020-12), self-contained. It refuses nothing that the server accepts; what it
 * accepts beyond that, the description of `document_schema` names.
 */
export const documentSchema = (shape: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'TrailDocument',
  ...(plainSchema(shape) as object),
});
