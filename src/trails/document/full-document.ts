// A document with nothing absent: what drafts are checked, stored and published as. Types and plain values only: the
// console loads it too.
import type { TrailDocument } from './document.ts';
import { DEFAULTS } from './field-defaults.ts';

/** Nothing optional, nothing to be changed in place. Items of lists stay as they are: a prompt may lack its id. */
type Full<Value> = Value extends readonly (infer Item)[]
  ? readonly Item[]
  : Value extends object
    ? { readonly [Name in keyof Value]-?: Full<NonNullable<Value[Name]>> }
    : Value;

export type FullDocument = Full<TrailDocument>;

/** The document with every absent field at its default, members in the order of the specification (Decision 18). */
export function withDefaults({ title, ...sent }: TrailDocument | FullDocument): FullDocument {
  return { title, ...DEFAULTS, ...sent, trigger: { ...DEFAULTS.trigger, ...sent.trigger } };
}

/** A stored document's text, read back. */
export const parseDocument = (text: string): FullDocument => JSON.parse(text) as FullDocument;
