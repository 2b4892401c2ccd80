// A finding about a document: a value, not a refusal. Shared by drafts, publish checks, uploads and the doors.
import { type Static, Type } from '@sinclair/typebox';

/** Spec 2.7 ValidationIssue. `field` is a dotted path such as `prompts[2].body`. */
export const ValidationIssue = Type.Object(
  {
    severity: Type.Union([Type.Literal('error'), Type.Literal('warning')]),
    field: Type.String(),
    message: Type.String(),
  },
  { $id: 'ValidationIssue', additionalProperties: false },
);
export type ValidationIssue = Static<typeof ValidationIssue>;
