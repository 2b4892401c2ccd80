// Calls for authors: trails, drafts, versions, grants and tests, with their cache keys.
import { queryOptions } from '@tanstack/react-query';
import type { FullDocument } from '../../../src/trails/document/full-document.ts';
import type { components as ManageComponents } from '../generated/manage.ts';
import type { components } from '../generated/v1.ts';
import { answerOf } from './answer.ts';
import { at, manage, ofTrail, v1 } from './client.ts';
import { paged } from './pages.ts';

type Shapes = components['schemas'];
export type Trail = Shapes['TrailResource'];
export type TrailDetail = Shapes['TrailDetailResource'];
export type TrailDocument = Shapes['TrailDocument'];
export type TriggerExample = Shapes['TriggerExample'];
export type TrailStatus = Trail['status'];
export type Version = Shapes['VersionResource'];
type TrailPage = ManageComponents['schemas']['AuthorTrailList'];
export type Publication = ManageComponents['schemas']['Publications']['items'][number];
export type Grant = Shapes['GrantResource'];
export type ExampleRun = Shapes['RunExamplesResource'];
export type Provider = Shapes['AuthoringGuide']['providers'][number];

/** Filters of the list, by their name in the URL. */
const NARROWED = {
  '': {},
  mine: { owner: 'me' },
  nobody: { owner: 'nobody' },
  review: { waits: 'review' },
  approval: { waits: 'approval' },
  schedule: { waits: 'schedule' },
  examples: { waits: 'examples' },
} as const;
export type Narrowing = keyof typeof NARROWED;

/** A page of the trails that contain every word of `q`, with the number of trails per status. */
export const trailPages = (status: TrailStatus | undefined, q: string, only: Narrowing = '') =>
  paged<Trail, TrailPage>(['trails', 'list', status ?? 'any', q, only], (page, signal) => {
    const query = { ...page, ...(status && { status }), ...(q && { q }), ...NARROWED[only] };
    return answerOf(manage.GET('/manage/v1/trails', { params: { query }, signal }));
  });

export const trailDetail = (id: string) =>
  queryOptions({
    queryKey: ['trails', 'one', id],
    queryFn: () => answerOf(v1.GET('/v1/trails/{trail_id}', ofTrail(id))),
    // The page may contain unsaved text, so keep it if the trail is deleted.
    meta: { outlives: true },
  });

export const aiTools = queryOptions({
  queryKey: ['trails', 'ai-tools'],
  queryFn: () => answerOf(manage.GET('/manage/v1/ai-tools', {})),
  staleTime: 10 * 60_000,
});

export const versionList = (id: string) =>
  queryOptions({
    queryKey: ['trails', 'one', id, 'versions'],
    queryFn: () => answerOf(v1.GET('/v1/trails/{trail_id}/versions', ofTrail(id))),
  });

/** For versions published with an API key or an app: which one. */
export const publications = (id: string) =>
  queryOptions({
    queryKey: ['trails', 'one', id, 'publications'],
    queryFn: () => answerOf(manage.GET('/manage/v1/trails/{trail_id}/publications', ofTrail(id))),
  });

export const versionDetail = (id: string, version: number) =>
  queryOptions({
    queryKey: ['trails', 'version', id, version],
    queryFn: () => answerOf(v1.GET('/v1/trails/{trail_id}/versions/{version}', at({ trail_id: id, version }))),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const createTrail = (body: Shapes['CreateTrailBody']) => answerOf(v1.POST('/v1/trails', { body }));

/** Saves the whole document as an edit of `revision`. */
export const saveDocument = (id: string, revision: number, document: FullDocument) =>
  answerOf(
    v1.PUT('/v1/trails/{trail_id}/document', {
      params: { path: { trail_id: id }, header: { 'If-Match': `"${revision}"` } },
      body: asSent(document),
    }),
  );

/** Publishes exactly the revision that was reviewed. */
export const publishTrail = (id: string, revision: number, note: string) =>
  answerOf(
    v1.POST('/v1/trails/{trail_id}/publish', {
      params: { path: { trail_id: id }, header: { 'If-Match': `"${revision}"` } },
      body: note.trim() === '' ? {} : { note: note.trim() },
    }),
  );

const STATUS_ROUTES = {
  unpublish: '/v1/trails/{trail_id}/unpublish',
  archive: '/v1/trails/{trail_id}/archive',
  unarchive: '/v1/trails/{trail_id}/unarchive',
} as const;
export type StatusAction = keyof typeof STATUS_ROUTES;

export const changeStatus = (id: string, action: StatusAction) => answerOf(v1.POST(STATUS_ROUTES[action], ofTrail(id)));
/** Deletes the trail unless its draft has changed since `revision`. */
export const deleteTrail = (id: string, revision: number) =>
  answerOf(
    v1.DELETE('/v1/trails/{trail_id}', {
      params: { path: { trail_id: id }, header: { 'If-Match': `"${revision}"` } },
    }),
  );
export const updateTrail = (id: string, body: Shapes['UpdateTrailBody']) =>
  answerOf(v1.PATCH('/v1/trails/{trail_id}', { ...ofTrail(id), body }));
/** Replaces the draft by a version, unless the draft has changed since `revision`. */
export const restoreVersion = (id: string, revision: number, version: number) =>
  answerOf(
    v1.POST('/v1/trails/{trail_id}/versions/{version}/restore', {
      params: { path: { trail_id: id, version }, header: { 'If-Match': `"${revision}"` } },
    }),
  );
/** Restores what a save or a restore replaced, unless the draft has changed since `revision`. */
export const restoreRevision = (id: string, revision: number, replaced: number) =>
  answerOf(
    manage.POST('/manage/v1/trails/{trail_id}/revisions/{revision}/restore', {
      params: { path: { trail_id: id, revision: replaced }, header: { 'If-Match': `"${revision}"` } },
    }),
  );
export const addGrant = (id: string, email: string) =>
  answerOf(v1.POST('/v1/trails/{trail_id}/grants', { ...ofTrail(id), body: { email } }));
export const removeGrant = (id: string, user_id: string) =>
  answerOf(v1.DELETE('/v1/trails/{trail_id}/grants/{user_id}', at({ trail_id: id, user_id })));
export const testSurfacing = (id: string, draft_text: string, document?: FullDocument) =>
  answerOf(
    v1.POST('/v1/trails/{trail_id}/surfacing-test', {
      ...ofTrail(id),
      body: { draft_text, ...(document && { document: asSent(document) }) },
    }),
  );
export const runExamples = (id: string, document?: FullDocument) =>
  answerOf(
    v1.POST('/v1/trails/{trail_id}/run-examples', {
      ...ofTrail(id),
      body: document ? { document: asSent(document) } : {},
    }),
  );

/** Uploads an image for a setup guide. */
export function uploadImage(file: File, trailId: string, alt: string) {
  const form = new FormData();
  form.set('trail_id', trailId);
  form.set('alt', alt);
  form.set('file', file);
  return answerOf(v1.POST('/v1/content-assets', { body: { file: '' }, bodySerializer: () => form }));
}

/** The document as a request body, whose lists are mutable in the generated types. */
const asSent = (document: FullDocument): TrailDocument => document as TrailDocument;
