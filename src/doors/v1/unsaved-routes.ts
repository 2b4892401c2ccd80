// Runs the examples of a document that is not a trail yet, for programs that store trails as files.
import { Type } from '@sinclair/typebox';
import { newId } from '../../base/id.ts';
import { invalid } from '../../base/issue.ts';
import { ok } from '../../http/answers/answer.ts';
import { employeesView } from '../../surfacing/employees-view.ts';
import { runExamples } from '../../surfacing/run-examples.ts';
import { RunExamplesResource } from '../../surfacing/surfacing-shapes.ts';
import { TrailDocument } from '../../trails/document/document.ts';
import { DOCUMENT_BODY_LIMIT } from '../../trails/document/limits.ts';
import { type EitherEndpoint, routes } from './either-door.ts';
import { splitDocument } from './request-bodies.ts';
import type { V1Deps } from './v1-deps.ts';
import { operation } from './v1-door.ts';

const UnsavedBody = Type.Object(
  { document: TrailDocument },
  { $id: 'UnsavedExamplesBody', additionalProperties: false },
);

const runUnsavedExamplesOperation = (deps: V1Deps) =>
  operation({
    id: 'runUnsavedExamples',
    summary: 'Run the examples of a document that is not a trail yet',
    description: 'One verdict per example, as if the trail existed. Stores nothing.',
    tag: 'Surfacing',
    needs: 'trails:write',
    rate: 'model',
    bodyLimit: DOCUMENT_BODY_LIMIT,
    body: { schema: UnsavedBody },
    answers: { 200: { description: 'The verdicts and their summary.', schema: RunExamplesResource } },
    refusals: [
      ...(['bad-request', 'unsupported-media-type', 'payload-too-large', 'validation'] as const),
      ...(['unprocessable', 'judge-unavailable'] as const),
    ],
    async handle(call) {
      const { document } = splitDocument(await call.object(), UnsavedBody, deps.rules);
      if (document === null) throw invalid('document', 'Send the document with the examples to run.');
      const view = await employeesView(deps.indexes, call.db, call.caller.catalog.team_id);
      return ok(await runExamples(deps.judge, view, { id: newId(), document }, deps.clock, call.signal()));
    },
  });

export const unsavedEndpoints = (deps: V1Deps): EitherEndpoint[] =>
  routes({ 'POST /run-examples': runUnsavedExamplesOperation(deps) });
