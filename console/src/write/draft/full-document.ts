// A document with all its fields, as the service stores it and the editor edits it.
import { type FullDocument, withDefaults } from '../../../../src/trails/document/full-document.ts';
import type { TrailDocument } from '../../api/trails.ts';

export type { FullDocument };

/** Adds an empty id to new prompts. */
export function fullDocument(sent: TrailDocument): FullDocument {
  const document = withDefaults(sent);
  return { ...document, prompts: document.prompts.map(({ id = '', label, body }) => ({ id, label, body })) };
}
