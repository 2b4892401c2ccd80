// The person responsible for a trail, and its review date.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import { manage, ofTrail } from './client.ts';

type Shapes = components['schemas'];
export type TrailCare = Shapes['TrailCare'];
export type TrailFacts = Shapes['TrailFacts'];

export const trailCare = (id: string) =>
  queryOptions({
    queryKey: ['trails', 'one', id, 'care'],
    queryFn: () => answerOf(manage.GET('/manage/v1/trails/{trail_id}/care', ofTrail(id))),
  });

export const changeCare = (id: string, body: Shapes['TrailCareBody']) =>
  answerOf(manage.PATCH('/manage/v1/trails/{trail_id}/care', { ...ofTrail(id), body }));
