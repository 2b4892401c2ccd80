// Normalizes documents for comparison: all defaults filled in, members in a fixed order.
import { createHash } from 'node:crypto';
import type { TrailDocument } from '@cairn/client';
import { type FullDocument, withDefaults } from '../../trails/document/full-document.ts';

/** The document with all defaults, in the order of contract 2.1. Prompts without an id stay without one. */
export function normalDocument(document: TrailDocument): FullDocument {
  const full = withDefaults(document);
  return {
    ...full,
    trigger: { ...full.trigger, examples: full.trigger.examples.map(({ text, expect }) => ({ text, expect })) },
    prompts: full.prompts.map(({ id, label, body }) => ({
      ...(id === undefined || id === '' ? {} : { id }),
      label,
      body,
    })),
  };
}

/** SHA-256 of the normalized document. */
export const documentDigest = (document: TrailDocument): string =>
  createHash('sha256')
    .update(JSON.stringify(normalDocument(document)))
    .digest('hex');

/** True if saving `local` would change nothing. The server keeps ids that are omitted (Decision 18). */
export const isSame = (local: TrailDocument, remote: TrailDocument): boolean =>
  documentDigest(withIdsOf(local, remote)) === documentDigest(remote);

/** Gives each prompt without an id the id of the prompt with the same position and label. */
export function withIdsOf(local: TrailDocument, remote: TrailDocument): TrailDocument {
  const document = normalDocument(local);
  const taken = new Set(document.prompts.map(({ id }) => id));
  const prompts = document.prompts.map((prompt, index) => {
    const before = remote.prompts?.[index];
    const isKept = prompt.id === undefined && before?.label === prompt.label && !taken.has(before.id);
    return isKept && before.id !== undefined ? { id: before.id, label: prompt.label, body: prompt.body } : prompt;
  });
  return { ...document, prompts } as unknown as TrailDocument;
}

/** Returns the members of contract 2.1 that differ. */
export function differingFields(before: TrailDocument, after: TrailDocument): string[] {
  const [one, other] = [normalDocument(before), normalDocument(withIdsOf(after, before))];
  const fields = Object.keys(other) as (keyof FullDocument)[];
  return fields.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
}
