// Results of the embedded judge other than a single verdict: candidates, examples, effects, catalog health.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { FullDocument } from '../../../src/trails/document/full-document.ts';
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import { manage, ofTrail } from './client.ts';
import type { TrailDocument } from './trails.ts';

type Shapes = components['schemas'];
export type RankedCandidates = Shapes['RankedCandidates'];
export type RankedCandidate = Shapes['RankedCandidate'];
export type ExampleEvaluation = Shapes['ExampleEvaluation'];
export type EvaluatedExample = Shapes['EvaluatedExample'];
export type CatalogEffect = Shapes['CatalogEffect'];
export type ExampleRunEntry = Shapes['ExampleHistory']['items'][number];
export type TrailHealth = Shapes['TrailHealth'];

const sent = (document: FullDocument | undefined) =>
  document === undefined ? {} : { document: document as TrailDocument };

/** The trails compared for a prompt, best first. If `document` is given, it replaces the stored draft. */
export const rankCandidates = (id: string, draft_text: string, document?: FullDocument) =>
  answerOf(
    manage.POST('/manage/v1/trails/{trail_id}/candidates', {
      ...ofTrail(id),
      body: { draft_text, ...sent(document) },
    }),
  );

/** Every example, judged twice: with it in the list and without it. */
export const evaluateExamples = (id: string, document?: FullDocument) =>
  answerOf(manage.POST('/manage/v1/trails/{trail_id}/evaluation', { ...ofTrail(id), body: sent(document) }));

/** The results of each revision's examples. */
export const exampleHistory = (id: string) =>
  queryOptions({
    queryKey: ['trails', 'one', id, 'evaluations'],
    queryFn: ({ signal }) =>
      answerOf(manage.GET('/manage/v1/trails/{trail_id}/evaluations', { ...ofTrail(id), signal })),
  });

/** Prompts of other trails that would lead elsewhere once that revision is published. */
export const catalogEffect = (id: string, revision: number) =>
  queryOptions({
    queryKey: ['trails', 'one', id, 'effect', revision],
    queryFn: ({ signal }) =>
      answerOf(manage.POST('/manage/v1/trails/{trail_id}/catalog-effect', { ...ofTrail(id), body: {}, signal })),
    staleTime: 60_000,
  });

/** The live trails of the catalog, in pages that the service can judge quickly or has already judged. */
export const catalogHealth = infiniteQueryOptions({
  queryKey: ['trails', 'health'],
  initialPageParam: '',
  queryFn: ({ pageParam: after, signal }) =>
    answerOf(
      manage.GET('/manage/v1/catalog-health', { params: { query: { limit: 500, ...(after && { after }) } }, signal }),
    ),
  getNextPageParam: (page) => page.next_after ?? undefined,
  staleTime: 5 * 60_000,
});

/** Trails that are due for review, and live ones that are not used. */
export const staleTrails = queryOptions({
  queryKey: ['trails', 'stale'],
  queryFn: ({ signal }) => answerOf(manage.GET('/manage/v1/catalog-health/stale', { signal })),
});
