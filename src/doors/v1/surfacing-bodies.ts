// Bodies of the surfacing routes (contract 2.7).
import { type Static, Type } from '@sinclair/typebox';
import { closed } from '../../base/shape.ts';
import { JudgedDocument, JudgedPrompt } from '../../surfacing/surfacing-shapes.ts';

export const SurfacingTestBody = Type.Object(
  { ...JudgedPrompt, ...JudgedDocument },
  { ...closed, $id: 'SurfacingTestBody' },
);
export type SurfacingTestBody = Static<typeof SurfacingTestBody>;

export const RunExamplesBody = Type.Object(JudgedDocument, { ...closed, $id: 'RunExamplesBody' });
export type RunExamplesBody = Static<typeof RunExamplesBody>;
