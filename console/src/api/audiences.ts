// Calls around audiences: the groups and people that trails and sets are open to, and the reasons why people see a
// trail.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/manage.ts';
import { t } from '../parts/texts/t.ts';
import { answerOf } from './answer.ts';
import { at, manage, ofTrail } from './client.ts';
import { paged } from './pages.ts';

type Shapes = components['schemas'];
export type TrailGroups = Shapes['TrailGroupList'];
export type TrailGroup = TrailGroups['items'][number];
export type TrailPerson = TrailGroups['people'][number];
export type Reach = TrailGroup['reach'];
export type AudiencePerson = Shapes['AudiencePerson'];
export type Reason = Shapes['AudienceReason'];
export type GroupTrail = Shapes['GroupTrailList']['items'][number];

export const REACHES: readonly { readonly value: Reach; readonly label: string }[] = [
  { value: 'available', label: t('Available') },
  { value: 'featured', label: t('Featured') },
];

/** Below the trail's key, so that invalidating the trail invalidates this too. */
export const trailGroups = (id: string) =>
  queryOptions({
    queryKey: ['trails', 'one', id, 'groups'],
    queryFn: () => answerOf(manage.GET('/manage/v1/trails/{trail_id}/groups', ofTrail(id))),
  });
export const addTrailGroup = (id: string, group_id: string, rights: Shapes['ChangeTrailGroupBody'] = {}) =>
  answerOf(manage.POST('/manage/v1/trails/{trail_id}/groups', { ...ofTrail(id), body: { group_id, ...rights } }));
export const changeTrailGroup = (trail_id: string, group_id: string, body: Shapes['ChangeTrailGroupBody']) =>
  answerOf(manage.PATCH('/manage/v1/trails/{trail_id}/groups/{group_id}', { ...at({ trail_id, group_id }), body }));
export const removeTrailGroup = (trail_id: string, group_id: string) =>
  answerOf(manage.DELETE('/manage/v1/trails/{trail_id}/groups/{group_id}', at({ trail_id, group_id })));
export const changeTrailPerson = (trail_id: string, user_id: string, edits: boolean) =>
  answerOf(
    manage.PATCH('/manage/v1/trails/{trail_id}/people/{user_id}', { ...at({ trail_id, user_id }), body: { edits } }),
  );

/** The people who see a live trail, with the reasons. For admins. */
export const trailAudience = (id: string, q: string) =>
  paged<AudiencePerson, Shapes['TrailAudience']>(['trails', 'one', id, 'audience', q], (page, signal) => {
    const query = { ...page, ...(q && { q }) };
    return answerOf(
      manage.GET('/manage/v1/trails/{trail_id}/audience', { params: { path: { trail_id: id }, query }, signal }),
    );
  });

/** A reason in a sentence. */
export function reasonText({ kind, group, set }: Reason): string {
  if (kind === 'everyone') return t('Everyone in the workspace');
  if (kind === 'workspace') return t('Granted to the workspace');
  const from = { group: group?.name, source: group?.source?.name, set: set?.name };
  if (kind === 'person') return set === null ? t('Direct access') : t('Direct access, in the set {set}', from);
  if (set !== null)
    return group?.source
      ? t('Group {group} from {source}, in the set {set}', from)
      : t('Group {group}, in the set {set}', from);
  return group?.source ? t('Group {group} from {source}', from) : t('Group {group}', from);
}

export const groupTrails = (group_id: string) =>
  queryOptions({
    queryKey: ['groups', 'one', group_id, 'trails'],
    queryFn: () => answerOf(manage.GET('/manage/v1/groups/{group_id}/trails', at({ group_id }))),
  });
export const changeGroupTrails = (group_id: string, body: Shapes['ChangeGroupTrailsBody']) =>
  answerOf(manage.POST('/manage/v1/groups/{group_id}/trails', { ...at({ group_id }), body }));

export type PersonsTrail = Shapes['PersonsTrail'];
/** The trails that a person sees, with the reasons. For admins. */
export const memberTrails = (user_id: string) =>
  paged<PersonsTrail>(['members', 'one', user_id, 'trails'], (query, signal) =>
    answerOf(manage.GET('/manage/v1/members/{user_id}/trails', { params: { path: { user_id }, query }, signal })),
  );

/** What a person who is only in this group sees. */
export const previewHome = (group_id: string) =>
  paged<Shapes['ReadableTrail'], Shapes['PreviewedTrailList']>(
    ['groups', 'one', group_id, 'trails', 'home'],
    (query, signal) =>
      answerOf(manage.GET('/manage/v1/groups/{group_id}/home', { params: { path: { group_id }, query }, signal })),
  );
export const previewFind = (group_id: string, text: string) =>
  answerOf(manage.POST('/manage/v1/groups/{group_id}/find', { ...at({ group_id }), body: { text } }));
