// One form of a document, so that two of them can be compared: every default filled in, members in one order.
import { createHash } from 'node:crypto';
import type { TrailDocument } from '@cairn/client';
import { type FullDocument, withDefaults } from '../../trails/document/full-document.ts';

/** The document with defaults and in the order of contract 2.1; a prompt without an id has none. */
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

/** SHA-256 of the normal form. */
export const documentDigest = (document: TrailDocument): string =>
  createHash('sha256')
    .update(JSON.stringify(normalDocument(document)))
    .digest('hex');

/** True where saving `local` would change nothing: the server keeps ids that are left out (Decision 18). */
export const isSame = (local: TrailDocument, remote: TrailDocument): boolean =>
  documentDigest(withIdsOf(local, remote)) === documentDigest(remote);

/** The document whose prompts without an id have that of the prompt at the same place with the same label. */
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

/** Members of contract 2.1 in which the two differ. */
export function differingFields(before: TrailDocument, after: TrailDocument): string[] {
  const [one, other] = [normalDocument(before), normalDocument(withIdsOf(after, before))];
  const fields = Object.keys(other) as (keyof FullDocument)[];
  return fields.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
}
