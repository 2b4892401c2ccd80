import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

interface PageOf<Item> {
  readonly items: Item[];
  readonly next_cursor?: string;
}

/** A paged list with 100 items per page. `read` gets the query parameters of each page. */
export const paged = <Item, Page extends PageOf<Item> = PageOf<Item>>(
  queryKey: QueryKey,
  read: (page: { limit: number; cursor?: string }, signal: AbortSignal) => Promise<Page>,
) =>
  infiniteQueryOptions({
    queryKey,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => read({ limit: 100, ...(pageParam && { cursor: pageParam }) }, signal),
    getNextPageParam: (page) => page.next_cursor,
  });

/** The parameters of `filter` that are not empty. */
export const given = <Filter extends object>(filter: Filter): Given<Filter> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '' && value !== null)) as Given<Filter>;

type Given<Filter> = { readonly [Name in keyof Filter]?: Exclude<Filter[Name], '' | null> };
