// Calls around sets of trails: names, order, trails and audience.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import type { Reach } from './audiences.ts';
import { at, manage } from './client.ts';

type Shapes = components['schemas'];
export type TrailSet = Shapes['TrailSet'];
export type TrailSetPage = Shapes['TrailSetPage'];

export const trailSets = queryOptions({
  queryKey: ['sets', 'list'],
  queryFn: () => answerOf(manage.GET('/manage/v1/trail-sets', {})),
});
export const trailSet = (set_id: string) =>
  queryOptions({
    queryKey: ['sets', 'one', set_id],
    queryFn: () => answerOf(manage.GET('/manage/v1/trail-sets/{set_id}', at({ set_id }))),
  });
export const createSet = (name: string) => answerOf(manage.POST('/manage/v1/trail-sets', { body: { name } }));
export const changeSet = (set_id: string, body: Shapes['ChangeTrailSetBody']) =>
  answerOf(manage.PATCH('/manage/v1/trail-sets/{set_id}', { ...at({ set_id }), body }));
export const deleteSet = (set_id: string) => answerOf(manage.DELETE('/manage/v1/trail-sets/{set_id}', at({ set_id })));
/** `seen`: the sets before the change. */
export const orderSets = (set_ids: string[], seen: string[]) =>
  answerOf(manage.PUT('/manage/v1/trail-sets/order', { body: { set_ids, seen: { set_ids: seen } } }));
/** `seen`: the trails before the change. */
export const setTrails = (set_id: string, trail_ids: string[], seen: string[]) =>
  answerOf(
    manage.PUT('/manage/v1/trail-sets/{set_id}/trails', {
      ...at({ set_id }),
      body: { trail_ids, seen: { trail_ids: seen } },
    }),
  );

/** Asks for approval of the trails that the set would open to more groups, with these additions. */
export const requestSetApproval = (set_id: string, body: Shapes['TrailSetApprovalBody']) =>
  answerOf(manage.POST('/manage/v1/trail-sets/{set_id}/approval', { ...at({ set_id }), body }));

interface Rights {
  readonly reach: Reach;
  readonly edits: boolean;
}
/** `seen`: the rights before the change; undefined if there was no grant. */
export const putSetGroup = (set_id: string, group_id: string, { reach, edits }: Rights, seen: Rights | undefined) =>
  answerOf(
    manage.PUT('/manage/v1/trail-sets/{set_id}/groups/{group_id}', {
      ...at({ set_id, group_id }),
      body: { reach, edits, seen: { reach: seen?.reach ?? null, edits: seen?.edits ?? null } },
    }),
  );
export const removeSetGroup = (set_id: string, group_id: string, { reach, edits }: Rights) =>
  answerOf(
    manage.DELETE('/manage/v1/trail-sets/{set_id}/groups/{group_id}', {
      params: { path: { set_id, group_id }, query: { reach, edits } },
    }),
  );
export const putSetPerson = (set_id: string, user_id: string, edits: boolean, seen: boolean | undefined) =>
  answerOf(
    manage.PUT('/manage/v1/trail-sets/{set_id}/people/{user_id}', {
      ...at({ set_id, user_id }),
      body: { edits, seen: { edits: seen ?? null } },
    }),
  );
export const removeSetPerson = (set_id: string, user_id: string, edits: boolean) =>
  answerOf(
    manage.DELETE('/manage/v1/trail-sets/{set_id}/people/{user_id}', {
      params: { path: { set_id, user_id }, query: { edits } },
    }),
  );
