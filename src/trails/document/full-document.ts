// A document with all fields present, which is the form that is checked, stored and published. This file contains only
// types and plain values, because the console loads it, too.
import type { TrailDocument } from './document.ts';
import { DEFAULTS } from './field-defaults.ts';

/** Makes all members required and readonly. List items are unchanged, so a prompt may lack its id. */
type Full<Value> = Value extends readonly (infer Item)[]
  ? readonly Item[]
  : Value extends object
    ? { readonly [Name in keyof Value]-?: Full<NonNullable<Value[Name]>> }
    : Value;

export type FullDocument = Full<TrailDocument>;

/** The document with defaults for absent fields, in the order of the specification (Decision 18). */
export function withDefaults({ title, ...sent }: TrailDocument | FullDocument): FullDocument {
  return { title, ...DEFAULTS, ...sent, trigger: { ...DEFAULTS.trigger, ...sent.trigger } };
}

/** Parses a stored document. */
export const parseDocument = (text: string): FullDocument => JSON.parse(text) as FullDocument;
