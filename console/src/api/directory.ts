// Calls for administrators about people: members, groups, and the workspace itself.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/manage.ts';
import { t } from '../parts/texts/t.ts';
import { answerOf } from './answer.ts';
import { manage } from './client.ts';
import { given, paged } from './pages.ts';

type Shapes = components['schemas'];
export type Member = Shapes['ListedMember'];
export type MemberPage = Shapes['MemberPage'];
export type Group = Shapes['GroupResource'];
export type GroupPage = Shapes['GroupPage'];
export type Role = Member['roles'][number];
export type RoleChange = Shapes['ChangeRolesBody'];
export type GrantableRole = Exclude<Role, 'owner'>;

/** The name of the connection that manages a person or group, or "The service". */
export const sourceName = (source: { readonly name: string } | null): string => source?.name ?? t('The service');

const inPath = <Names extends object>(path: Names) => ({ params: { path } });

export interface MemberFilter {
  readonly q: string;
  readonly status: '' | 'active' | 'deprovisioned';
  readonly source: string;
  readonly role: '' | Role;
}
export type MemberOrder = 'name' | '-name' | 'joined_at' | '-joined_at';

export const memberPages = (filter: Partial<MemberFilter> & { readonly group_id?: string }, sort: MemberOrder) =>
  paged<Member>(['members', 'list', filter, sort], (page, signal) =>
    answerOf(manage.GET('/manage/v1/members', { params: { query: { ...page, ...given(filter), sort } }, signal })),
  );
export const memberTotals = (filter: MemberFilter) =>
  queryOptions({
    queryKey: ['members', 'list', 'totals', filter],
    queryFn: () => answerOf(manage.GET('/manage/v1/members/totals', { params: { query: given(filter) } })),
    placeholderData: keepPreviousData,
  });
/** A download URL for a plain link. */
export const memberExport = (filter: MemberFilter, sort: MemberOrder): string =>
  `/manage/v1/members/export?${new URLSearchParams({ ...given(filter), sort, format: 'csv' })}`;
/** Everyone who matches, in one response. */
export async function everyMember(filter: MemberFilter): Promise<readonly NamedPerson[]> {
  const query = { ...given(filter), format: 'ndjson' } as const;
  const lines = await answerOf(manage.GET('/manage/v1/members/export', { params: { query }, parseAs: 'text' }));
  return String(lines)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as NamedPerson);
}
export type NamedPerson = Pick<Member, 'user_id' | 'name' | 'email'>;
export type BulkAct = Shapes['BulkMembersBody'];
export type BulkOutcome = Shapes['BulkMembers']['items'][number];
export const changeMembers = (body: BulkAct) => answerOf(manage.POST('/manage/v1/members/bulk', { body }));
export type ImportRow = Shapes['ImportRow'];
export const importMembers = (body: Shapes['ImportMembersBody']) =>
  answerOf(manage.POST('/manage/v1/members/import', { body }));
export const findMembers = (q: string) =>
  queryOptions({
    queryKey: ['members', 'find', q],
    queryFn: () =>
      answerOf(
        manage.GET('/manage/v1/members', { params: { query: { limit: 20, status: 'active', ...(q && { q }) } } }),
      ),
  });
/** For authors, who cannot read the directory. Needs at least two letters. */
export const findColleagues = (q: string) =>
  queryOptions({
    queryKey: ['members', 'colleagues', q],
    queryFn: () => answerOf(manage.GET('/manage/v1/colleagues', { params: { query: { q } } })),
    enabled: q.length >= 2,
  });
export const memberPage = (user_id: string) =>
  queryOptions({
    queryKey: ['members', 'one', user_id],
    queryFn: () => answerOf(manage.GET('/manage/v1/members/{user_id}', inPath({ user_id }))),
  });

export const addMember = (body: Shapes['AddMemberBody']) => answerOf(manage.POST('/manage/v1/members', { body }));
export type Invitation = Shapes['InvitationResource'];
export const invitationPages = () =>
  paged<Invitation>(['invitations'], (page, signal) =>
    answerOf(manage.GET('/manage/v1/invitations', { params: { query: page }, signal })),
  );
export const withdrawInvitation = (invitation_id: string) =>
  answerOf(manage.DELETE('/manage/v1/invitations/{invitation_id}', inPath({ invitation_id })));
export const removeMember = (user_id: string) =>
  answerOf(manage.DELETE('/manage/v1/members/{user_id}', inPath({ user_id })));
export const deactivateMember = (user_id: string) =>
  answerOf(manage.POST('/manage/v1/members/{user_id}/deactivate', inPath({ user_id })));
export const reactivateMember = (user_id: string) =>
  answerOf(manage.POST('/manage/v1/members/{user_id}/reactivate', inPath({ user_id })));
export const changeMemberRoles = (user_id: string, body: RoleChange) =>
  answerOf(manage.PATCH('/manage/v1/members/{user_id}/roles', { ...inPath({ user_id }), body }));
export const createSignInLink = (user_id: string) =>
  answerOf(manage.POST('/manage/v1/members/{user_id}/sign-in-link', inPath({ user_id })));

export const groupPages = (filter: { readonly q: string; readonly source: string }) =>
  paged<Group>(['groups', 'list', filter], (page, signal) =>
    answerOf(manage.GET('/manage/v1/groups', { params: { query: { ...page, ...given(filter) } }, signal })),
  );
export const groupPage = (group_id: string) =>
  queryOptions({
    queryKey: ['groups', 'one', group_id],
    queryFn: () => answerOf(manage.GET('/manage/v1/groups/{group_id}', inPath({ group_id }))),
  });

export const createGroup = (body: Shapes['CreateGroupBody']) => answerOf(manage.POST('/manage/v1/groups', { body }));
export const updateGroup = (group_id: string, body: Shapes['UpdateGroupBody']) =>
  answerOf(manage.PATCH('/manage/v1/groups/{group_id}', { ...inPath({ group_id }), body }));
export const deleteGroup = (group_id: string) =>
  answerOf(manage.DELETE('/manage/v1/groups/{group_id}', inPath({ group_id })));
export const disconnectGroup = (group_id: string) =>
  answerOf(manage.POST('/manage/v1/groups/{group_id}/disconnect', inPath({ group_id })));
export const changeGroupRoles = (group_id: string, body: RoleChange) =>
  answerOf(manage.PATCH('/manage/v1/groups/{group_id}/roles', { ...inPath({ group_id }), body }));
export const changeGroupManagers = (group_id: string, body: { add?: string[]; remove?: string[] }) =>
  answerOf(manage.PATCH('/manage/v1/groups/{group_id}/managers', { ...inPath({ group_id }), body }));
export const changeGroupMembers = (group_id: string, body: { add?: string[]; remove?: string[] }) =>
  answerOf(manage.POST('/manage/v1/groups/{group_id}/members', { ...inPath({ group_id }), body }));
