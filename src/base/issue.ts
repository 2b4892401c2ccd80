// Findings about a document, which are values rather than refusals. Used by drafts, publish checks, uploads and doors.
import { type Static, Type } from '@sinclair/typebox';
import { errorAt } from './field-finding.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { Sentence } from './texts/t.ts';

/** Contract 2.7 ValidationIssue. `field` is a dotted path such as `prompts[2].body`. */
export const ValidationIssue = Type.Object(
  {
    severity: Type.Union([Type.Literal('error'), Type.Literal('warning')]),
    field: Type.String(),
    message: Type.String(),
  },
  { $id: 'ValidationIssue', additionalProperties: false },
);
export type ValidationIssue = Static<typeof ValidationIssue>;

/** The findings about a body, up to a limit, and the number of those left out. */
export interface Findings {
  readonly issues: readonly ValidationIssue[];
  readonly omitted: number;
}

/** The maximum number of findings listed, because a body can contain any number of errors. */
export const MAX_FINDINGS = 1_000;

/** The refusal for a body. `issues` lists the findings; `issues_omitted` counts the others. */
export function invalidBody({ issues, omitted }: Findings, sentence: Sentence = BODY_SENTENCE): Refusal {
  const listed = issues.slice(0, MAX_FINDINGS);
  const more = omitted + issues.length - listed.length;
  return refuse('validation', sentence, { issues: listed, ...(more === 0 ? {} : { issues_omitted: more }) });
}

const BODY_SENTENCE = 'Some fields of the body need fixing; `issues` lists them.';

/** The refusal for one field. `sentence` is for messages that need more context. */
export const invalid = (field: string, message: Sentence, sentence = message): Refusal =>
  refuse('validation', sentence, { issues: [errorAt(field, message)] });
