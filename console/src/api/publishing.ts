// Calls around publishing: approvals, schedules, and the rules of the catalog.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import { at, manage, ofTrail } from './client.ts';

type Shapes = components['schemas'];
export type Approval = Shapes['ApprovalResource'];
export type Schedule = Shapes['TrailSchedule'];
export type ScheduledAction = Schedule['action'];

/** In ms. Another person may decide while the page is open. */
const LOOK_AGAIN_MS = 20_000;

/** The key is below the trail's, so that invalidating the trail invalidates this too. */
export const trailApproval = (id: string, revision: number) =>
  queryOptions({
    queryKey: ['trails', 'one', id, 'approval', revision],
    queryFn: () => answerOf(manage.GET('/manage/v1/trails/{trail_id}/approval', ofTrail(id))),
    refetchInterval: ({ state }) => (state.data?.required === true ? LOOK_AGAIN_MS : false),
  });

/** The trails that wait for approval by the group that the person is in. */
export const myApprovals = queryOptions({
  queryKey: ['trails', 'approvals'],
  queryFn: () => answerOf(manage.GET('/manage/v1/reader/approvals', {})),
  refetchInterval: LOOK_AGAIN_MS,
});

/** What a decision depends on, as the person saw it. */
export type SeenApproval = Partial<Pick<Approval, 'state' | 'audience' | 'group_ids'>>;
export type Decision = 'request' | 'approve' | 'withdraw';
const ROUTES = {
  request: '/manage/v1/trails/{trail_id}/approval/request',
  approve: '/manage/v1/trails/{trail_id}/approval/approve',
  withdraw: '/manage/v1/trails/{trail_id}/approval/withdraw',
} as const;

/**
 * Decides about the revision that the person looked at. `audience`: set if the trail is to be opened to everyone, or to
 * `groups`. `seen`: the approval before the decision.
 */
export const decide = (
  id: string,
  decision: Decision,
  revision: number,
  note: string,
  { audience, groups, seen }: { audience?: Approval['audience']; groups?: string[]; seen?: SeenApproval } = {},
) =>
  answerOf(
    manage.POST(ROUTES[decision], {
      ...ofTrail(id),
      body: {
        ...{ revision, note: note.trim() || null },
        ...(audience && { audience }),
        ...(groups && { group_ids: groups }),
        ...(seen && { seen }),
      },
    }),
  );

export const trailSchedules = (id: string) =>
  queryOptions({
    queryKey: ['trails', 'one', id, 'schedules'],
    queryFn: () => answerOf(manage.GET('/manage/v1/trails/{trail_id}/schedules', ofTrail(id))),
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === 'waiting') === true ? LOOK_AGAIN_MS : false,
  });

export interface NewSchedule {
  readonly action: ScheduledAction;
  readonly at: Date;
  readonly revision: number;
  readonly note: string;
  /** The schedule that this one replaces. */
  readonly replaced: Schedule | undefined;
}

export const scheduleTrail = (trail_id: string, schedule: NewSchedule) =>
  answerOf(
    manage.PUT('/manage/v1/trails/{trail_id}/schedules/{action}', {
      ...at({ trail_id, action: schedule.action }),
      body: {
        at: schedule.at.toISOString(),
        revision: schedule.revision,
        note: schedule.note.trim() || null,
        seen: { scheduled_at: schedule.replaced?.scheduled_at ?? null },
      },
    }),
  );

/** Cancels exactly this schedule, not a newer one. */
export const cancelSchedule = (trail_id: string, { action, scheduled_at }: Schedule) =>
  answerOf(
    manage.DELETE('/manage/v1/trails/{trail_id}/schedules/{action}', {
      params: { path: { trail_id, action }, query: { scheduled_at } },
    }),
  );

export type CatalogRules = Shapes['CatalogRules'];

export const catalogRules = queryOptions({
  queryKey: ['trails', 'catalog-rules'],
  queryFn: () => answerOf(manage.GET('/manage/v1/catalog-rules', {})),
});

export const changeCatalogRules = (change: Partial<CatalogRules>) =>
  answerOf(manage.PATCH('/manage/v1/catalog-rules', { body: change }));

/** Decisions that are not named stay as they are. */
export const changeSafety = (change: Shapes['CatalogRulesBody']) =>
  answerOf(manage.PATCH('/manage/v1/catalog-rules', { body: change }));

export type DeletedTrail = Shapes['DeletedTrails']['items'][number];

export const deletedTrails = queryOptions({
  queryKey: ['trails', 'deleted'],
  queryFn: () => answerOf(manage.GET('/manage/v1/deleted-trails', {})),
});

export const restoreDeletedTrail = (id: string) =>
  answerOf(manage.POST('/manage/v1/deleted-trails/{trail_id}/restore', ofTrail(id)));
