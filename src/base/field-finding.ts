// Findings about one field (`ValidationIssue`). Uses no library, because the console loads this file, too.
import type { Sentence, Text } from './texts/t.ts';

export const errorAt = (field: string, message: Sentence) => findingAt('error', field, message);

export const warningAt = (field: string, message: Sentence) => findingAt('warning', field, message);

/** Where a finding keeps its message with the values. JSON and copies leave it out. */
const TEXT = Symbol('text');

function findingAt<const Severity extends string>(severity: Severity, field: string, message: Sentence) {
  const found = { severity, field, message: String(message) };
  return typeof message === 'string' ? found : Object.defineProperty(found, TEXT, { value: message });
}

/** The message of a finding, for a finding at another field and for other languages. */
export const sentenceIn = (found: { readonly message: string; readonly [TEXT]?: Text }): Sentence =>
  found[TEXT] ?? found.message;
