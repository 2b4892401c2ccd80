// Response shapes for surfacing (contract 2.7).
import { type Static, Type } from '@sinclair/typebox';
import { Nullable, OneOf } from '../base/shape.ts';
import { TrailDocument } from '../trails/document/document.ts';
import { LIMITS } from '../trails/document/limits.ts';
import { SurfacingTestsSummary } from '../trails/trail.ts';

/** A document to judge in a request. */
export const JudgedDocument = {
  document: Type.Optional(
    Nullable(TrailDocument, { description: 'The document to judge instead of the stored draft.' }),
  ),
};
export const JudgedPrompt = {
  draft_text: Type.String({ maxLength: LIMITS.draft_text.max, description: "An employee's prompt." }),
};

const reference = { id: Type.String({ format: 'uuid' }), title: Type.String() };

/** Contract 2.7 TrailRef. */
export const TrailRef = Type.Object(reference, { $id: 'TrailRef', additionalProperties: false });
export type TrailRef = Static<typeof TrailRef>;

const Confidence = Type.Number({
  minimum: 0,
  maximum: 1,
  description:
    'The calibrated probability that this trail is the right one for the prompt, with four decimals. It is low ' +
    'if the trail does not surface.',
});
const WouldSurface = Type.Boolean({ description: 'Whether the employee would be offered this trail.' });
const Reason = Type.String({ description: 'What the prompt matched, or why it did not match, in one sentence.' });

/** Contract 2.7 SurfacingTestResource. */
export const SurfacingTestResource = Type.Object(
  {
    would_surface: WouldSurface,
    confidence: Confidence,
    reason: Reason,
    candidates: Type.Array(TrailRef, { description: 'Every trail that the judge compared, this one first.' }),
    // Written inline, because a schema may contain a shape with an id only once.
    winner: Type.Optional(
      Nullable(Type.Object(reference, { additionalProperties: false }), {
        description: 'The live trail that would surface instead; null if none would, or if this trail surfaces.',
      }),
    ),
  },
  { $id: 'SurfacingTestResource', additionalProperties: false },
);
export type SurfacingTestResource = Static<typeof SurfacingTestResource>;

/** Contract 2.7 ExampleRunResult. */
export const ExampleRunResult = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'Index of the example in `trigger.examples`.' }),
    expect: OneOf(['match', 'no_match']),
    would_surface: WouldSurface,
    confidence: Confidence,
    reason: Reason,
    pass: Type.Boolean({ description: 'Whether the trail surfaced as the example expects.' }),
  },
  { $id: 'ExampleRunResult', additionalProperties: false },
);
export type ExampleRunResult = Static<typeof ExampleRunResult>;

/** Contract 2.7 RunExamplesResource. */
export const RunExamplesResource = Type.Object(
  { all_pass: Type.Boolean(), results: Type.Array(ExampleRunResult), summary: SurfacingTestsSummary },
  { $id: 'RunExamplesResource', additionalProperties: false },
);
export type RunExamplesResource = Static<typeof RunExamplesResource>;
