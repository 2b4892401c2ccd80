// A document with every field in it, as the service stores one: what the editor works on.
import { type FullDocument, withDefaults } from '../../../../src/trails/document/full-document.ts';
import type { TrailDocument } from '../../api/trails.ts';

export type { FullDocument };

/** Every prompt with an id, empty where the service has given none yet. */
export function fullDocument(sent: TrailDocument): FullDocument {
  const document = withDefaults(sent);
  return { ...document, prompts: document.prompts.map(({ id = '', label, body }) => ({ id, label, body })) };
}
