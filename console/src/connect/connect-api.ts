// The URL for AI tools, and whether one has called.
import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../api/answer.ts';
import { manage } from '../api/client.ts';

/** Polls until the first call has arrived. */
export const connection = queryOptions({
  queryKey: ['connect'],
  queryFn: () => answerOf(manage.GET('/manage/v1/connect', {})),
  refetchInterval: ({ state }) => (state.data?.last_call_at == null ? 3_000 : false),
});
