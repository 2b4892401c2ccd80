// The whole overview in one request.
import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../api/answer.ts';
import { manage } from '../api/client.ts';
import type { components } from '../generated/manage.ts';

export type Overview = components['schemas']['Overview'];
export type HandNeeded = components['schemas']['HandNeeded'];

export const overview = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => answerOf(manage.GET('/manage/v1/overview', { signal })),
});
