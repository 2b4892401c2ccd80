// A trail's document as callers send it (contract 2.1), and its JSON Schema. Its fields are in trail-fields.ts; the
// sentences of findings are in validate-document.ts.
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { plainSchema } from '../../base/plain-schema.ts';
import { FIELD_SHAPES } from './trail-fields.ts';

/** The document that callers send. `documentShape` narrows `tools` to the installation's providers. */
export const TrailDocument = Type.Object(FIELD_SHAPES, { $id: 'TrailDocument', additionalProperties: false });
export type TrailDocument = Static<typeof TrailDocument>;

/** The shape of a document that may name these providers; drafts are validated against it. */
export function documentShape(providerIds: readonly string[]): TSchema {
  const tools = { ...FIELD_SHAPES.tools, items: { type: 'string', enum: [...providerIds] } };
  return { ...TrailDocument, properties: { ...FIELD_SHAPES, tools } };
}

/**
 * A self-contained JSON Schema (2020-12) of the document. It accepts everything that the server accepts. The
 * description of `document_schema` names what the server rejects in addition.
 */
export const documentSchema = (shape: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'TrailDocument',
  ...(plainSchema(shape) as object),
});
