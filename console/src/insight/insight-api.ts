// Statistics about the use of trails, for authors.
import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../api/answer.ts';
import { manage, ofTrail } from '../api/client.ts';
import type { components } from '../generated/manage.ts';
import { t } from '../parts/texts/t.ts';

export type Insight = components['schemas']['InsightResource'];

export const insight = queryOptions({
  queryKey: ['insight'],
  queryFn: () => answerOf(manage.GET('/manage/v1/insight', {})),
});

export const trailInsight = (trail_id: string) =>
  queryOptions({
    queryKey: ['insight', trail_id],
    queryFn: () => answerOf(manage.GET('/manage/v1/trails/{trail_id}/insight', ofTrail(trail_id))),
  });

/** The topic of questions without any known word (src/insight/topics.ts). */
const OTHER = 'other';

export const isTopic = (topic: string): boolean => topic !== '' && topic !== OTHER;
export const topicName = (topic: string): string => (topic === OTHER ? t('Other topics') : topic);

export const keepQuestions = (keep_questions: boolean) =>
  answerOf(manage.PATCH('/manage/v1/insight/settings', { body: { keep_questions } }));
