// Bodies of the surfacing routes (contract 2.7).
import { type Static, Type } from '@sinclair/typebox';
import { Nullable } from '../../base/shape.ts';
import { TrailDocument } from '../../trails/document.ts';
import { LIMITS } from '../../trails/limits.ts';

const Document = Type.Optional(Nullable(TrailDocument, { description: 'Judged instead of the stored draft.' }));

/** Contract 2.7. */
export const SurfacingTestBody = Type.Object(
  {
    draft_text: Type.String({ maxLength: LIMITS.draft_text.max, description: "An employee's prompt." }),
    document: Document,
  },
  { $id: 'SurfacingTestBody', additionalProperties: false },
);
export type SurfacingTestBody = Static<typeof SurfacingTestBody>;

/** Contract 2.7. */
export const RunExamplesBody = Type.Object(
  { document: Document },
  { $id: 'RunExamplesBody', additionalProperties: false },
);
export type RunExamplesBody = Static<typeof RunExamplesBody>;
