// What an AI tool of the person connects to, and whether it has called.
import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../api/answer.ts';
import { manage } from '../api/client.ts';

/** Asked again and again while the page is open, until the first call has come. */
export const connection = queryOptions({
  queryKey: ['connect'],
  queryFn: () => answerOf(manage.GET('/manage/v1/connect', {})),
  refetchInterval: ({ state }) => (state.data?.last_call_at == null ? 3_000 : false),
});
