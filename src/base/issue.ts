// A finding about a document: a value, not a refusal. Shared by drafts, publish checks, uploads and the doors.
import { type Static, Type } from '@sinclair/typebox';
import { errorAt } from './field-finding.ts';
import { type Refusal, refuse } from './refusal.ts';

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

/** Everything that is wrong with a body, as far as it is listed, and how many findings more there are. */
export interface Findings {
  readonly issues: readonly ValidationIssue[];
  readonly omitted: number;
}

/** So many findings are listed at most: a body can be wrong in endless places. */
export const MOST_FINDINGS = 1_000;

/** The refusal for a body: `issues` lists the findings, `issues_omitted` counts those beyond the list. */
export function invalidBody({ issues, omitted }: Findings, sentence = BODY_SENTENCE): Refusal {
  const listed = issues.slice(0, MOST_FINDINGS);
  const more = omitted + issues.length - listed.length;
  return refuse('validation', sentence, { issues: listed, ...(more === 0 ? {} : { issues_omitted: more }) });
}

const BODY_SENTENCE = 'The body has fields to fix; `issues` lists them.';

/** The refusal for one field; `sentence` where the message alone would not tell what it is about. */
export const invalid = (field: string, message: string, sentence = message): Refusal =>
  refuse('validation', sentence, { issues: [errorAt(field, message)] });
