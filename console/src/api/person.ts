// Data of one member: records from identity providers, groups, sessions, keys, apps, events.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import { at, manage } from './client.ts';
import type { Group } from './directory.ts';
import { paged } from './pages.ts';
import type { AuditEntry } from './workspace.ts';

type Shapes = components['schemas'];
export type PersonRecord = Shapes['PersonRecord'];
export type MemberSession = Shapes['MemberSession'];
export type HistoryLine = Shapes['HistoryLine'];
export type ChartPerson = Shapes['ChartPerson'];

const about = (user_id: string, what: string) => ['members', 'one', user_id, what];
const person = (user_id: string) => at({ user_id });

export const personRecords = (user_id: string) =>
  queryOptions({
    queryKey: about(user_id, 'records'),
    queryFn: () => answerOf(manage.GET('/manage/v1/members/{user_id}/records', person(user_id))),
  });
export const personSessions = (user_id: string) =>
  queryOptions({
    queryKey: about(user_id, 'sessions'),
    queryFn: () => answerOf(manage.GET('/manage/v1/members/{user_id}/sessions', person(user_id))),
  });
export const personGroups = (user_id: string) =>
  paged<Group>(about(user_id, 'groups'), (page, signal) =>
    answerOf(manage.GET('/manage/v1/groups', { params: { query: { ...page, member_id: user_id } }, signal })),
  );
export const personKeys = (user_id: string) =>
  queryOptions({
    queryKey: ['keys', 'of', user_id],
    queryFn: () => answerOf(manage.GET('/manage/v1/keys', { params: { query: { user_id } } })),
  });
export const personApps = (user_id: string) =>
  queryOptions({
    queryKey: ['apps', 'of', user_id],
    queryFn: () => answerOf(manage.GET('/manage/v1/workspace/apps', { params: { query: { user_id } } })),
  });
export const personEvents = (person_id: string) =>
  paged<AuditEntry>(['audit', 'of', person_id], (page, signal) =>
    answerOf(manage.GET('/manage/v1/audit', { params: { query: { ...page, person_id } }, signal })),
  );
export type MemberHistory = Shapes['MemberHistory'];
export const personHistory = (user_id: string) =>
  paged<HistoryLine, MemberHistory>(about(user_id, 'history'), (page, signal) =>
    answerOf(
      manage.GET('/manage/v1/members/{user_id}/history', {
        params: { path: { user_id }, query: page },
        signal,
      }),
    ),
  );
export const endPersonSession = (user_id: string, session_id: string) =>
  answerOf(manage.DELETE('/manage/v1/members/{user_id}/sessions/{session_id}', at({ user_id, session_id })));
export const endPersonSessions = (user_id: string) =>
  answerOf(manage.DELETE('/manage/v1/members/{user_id}/sessions', person(user_id)));

/** One level of the org chart: the direct reports of a person, or the top level if `user_id` is empty. */
export const chartLevel = (user_id: string) =>
  queryOptions({
    queryKey: ['members', 'chart', user_id],
    queryFn: () => answerOf(manage.GET('/manage/v1/chart', { params: { query: user_id === '' ? {} : { user_id } } })),
  });
