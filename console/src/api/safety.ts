// Calls about the safety findings of a draft.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import { manage, ofTrail } from './client.ts';

export type TrailSafety = components['schemas']['TrailSafety'];
export type SafetyFinding = TrailSafety['findings'][number];

/** The key is below the trail's, so that invalidating the trail invalidates this too. */
export const trailSafety = (id: string, revision: number) =>
  queryOptions({
    queryKey: ['trails', 'one', id, 'safety', revision],
    queryFn: () => answerOf(manage.GET('/manage/v1/trails/{trail_id}/safety', ofTrail(id))),
  });

export const acceptFinding = (id: string, revision: number, finding: string, reason: string) =>
  answerOf(
    manage.POST('/manage/v1/trails/{trail_id}/safety/accept', { ...ofTrail(id), body: { revision, finding, reason } }),
  );

export const reopenFinding = (id: string, revision: number, finding: string) =>
  answerOf(manage.POST('/manage/v1/trails/{trail_id}/safety/reopen', { ...ofTrail(id), body: { revision, finding } }));
