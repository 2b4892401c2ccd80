// Calls for employees: list the published trails they may see, search, and vote. Also the counts for authors.
import { queryOptions } from '@tanstack/react-query';
import { KNOWN_PROVIDERS } from '../../../src/trails/document/known-providers.ts';
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import { manage, ofTrail } from './client.ts';

type Shapes = components['schemas'];
export type ReadableTrail = Shapes['ReadableTrail'];
export type ReadableTrailDetail = Shapes['ReadableTrailDetail'];
export type Found = Shapes['FindAnswer']['items'][number];

/** The maximum page size. */
const PAGE = 100;

interface Readable {
  readonly items: readonly ReadableTrail[];
  readonly favourites: readonly string[];
  /** Trails that the person's groups feature. */
  readonly featured: readonly string[];
  /** False while more pages are loading. */
  readonly isWhole: boolean;
}

/** All pages of the list, so that the console can search and filter it without more requests. */
export const readableTrails = queryOptions({
  queryKey: ['visible', 'list'],
  queryFn: async ({ client, queryKey, signal }): Promise<Readable> => {
    const isFirst = client.getQueryData(queryKey) === undefined;
    const page = (cursor?: string) => {
      const query = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
      return answerOf(manage.GET('/manage/v1/reader/trails', { params: { query }, signal }));
    };
    let items: ReadableTrail[] = [];
    for (let at = await page(); ; at = await page(at.next_cursor)) {
      items = [...items, ...at.items];
      const { favourites, featured } = at;
      if (at.next_cursor === undefined) return { items, favourites, featured, isWhole: true };
      // Show the first page before the others have arrived.
      if (isFirst) client.setQueryData<Readable>(queryKey, { items, favourites, featured, isWhole: false });
    }
  },
});

export type ReadableSet = Shapes['ReadableSetList']['items'][number];

/** The sets of trails that are for this person. */
export const readableSets = queryOptions({
  queryKey: ['visible', 'sets'],
  queryFn: () => answerOf(manage.GET('/manage/v1/reader/sets', {})),
});

export const readableTrail = (id: string) =>
  queryOptions({
    queryKey: ['visible', 'one', id],
    queryFn: () => answerOf(manage.GET('/manage/v1/reader/trails/{trail_id}', ofTrail(id))),
  });

/** The trails found for a question. The result never becomes stale, so Back shows it unchanged. */
export const foundTrails = (text: string) =>
  queryOptions({
    queryKey: ['visible', 'found', text],
    queryFn: ({ signal }) => answerOf(manage.POST('/manage/v1/find', { body: { text }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const markFavorite = (id: string, marked: boolean): Promise<unknown> =>
  marked
    ? answerOf(manage.PUT('/manage/v1/reader/trails/{trail_id}/favourite', ofTrail(id)))
    : answerOf(manage.DELETE('/manage/v1/reader/trails/{trail_id}/favourite', ofTrail(id)));

/** Sends a vote, which replaces the previous one and its comment; null removes both. */
export const vote = (id: string, given: Shapes['FeedbackBody'] | null): Promise<unknown> =>
  given === null
    ? answerOf(manage.DELETE('/manage/v1/reader/trails/{trail_id}/feedback', ofTrail(id)))
    : answerOf(manage.PUT('/manage/v1/reader/trails/{trail_id}/feedback', { ...ofTrail(id), body: given }));

export type Feedback = Shapes['FeedbackCounts'];

export const feedbackCounts = (id: string) =>
  queryOptions({
    queryKey: ['trails', 'one', id, 'feedback'],
    queryFn: () => answerOf(manage.GET('/manage/v1/trails/{trail_id}/feedback', ofTrail(id))),
  });

/** The name and URL of an AI tool. Tools added by an operator have only their id. */
export function toolOf(id: string): { readonly name: string; readonly url: string | undefined } {
  const known = KNOWN_PROVIDERS.find((provider) => provider.id === id);
  return { name: known?.name ?? id, url: known?.url };
}
