// Calls for operators: workspaces, operators, backups, and the workspaces that a service-wide trail is granted to.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import { at, manage, ofTrail } from './client.ts';
import { fetchOnce } from './once.ts';
import { given, paged } from './pages.ts';

type Shapes = components['schemas'];
export type Team = Shapes['TeamResource'];
export type Plan = Team['plan'];
export type Operator = Shapes['OperatorResource'];
export type BackupList = Shapes['BackupList'];
export type Backup = Shapes['BackupResource'];

const inTeam = (team_id: string) => at({ team_id });

export const findTeams = (q: string) =>
  queryOptions({
    queryKey: ['teams', 'find', q],
    queryFn: () => answerOf(manage.GET('/manage/v1/teams', { params: { query: { limit: 25, ...(q && { q }) } } })),
  });

export const teamPages = (q: string) =>
  paged<Team>(['teams', 'pages', q], (page, signal) =>
    answerOf(manage.GET('/manage/v1/teams', { params: { query: { ...page, ...given({ q }) } }, signal })),
  );

export const anyTeam = (id: string) =>
  queryOptions({
    queryKey: ['teams', 'one', id],
    queryFn: () => answerOf(manage.GET('/manage/v1/teams/{team_id}', inTeam(id))),
  });

export const teamDomains = (id: string) =>
  queryOptions({
    queryKey: ['teams', 'one', id, 'domains'],
    queryFn: () => answerOf(manage.GET('/manage/v1/teams/{team_id}/domains', inTeam(id))),
  });

export const operators = queryOptions({
  queryKey: ['operators'],
  queryFn: () => answerOf(manage.GET('/manage/v1/operators', {})),
});

/** Polls while a backup is running. */
export const backupList = queryOptions({
  queryKey: ['backups'],
  queryFn: () => answerOf(manage.GET('/manage/v1/backups', {})),
  refetchInterval: ({ state }) => (state.data?.under_way ? 2_000 : false),
});

export const teamGrants = (trailId: string) =>
  queryOptions({
    queryKey: ['trails', 'one', trailId, 'teams'],
    queryFn: () => answerOf(manage.GET('/manage/v1/trails/{trail_id}/teams', ofTrail(trailId))),
  });

export const createTeam = (body: Shapes['CreateTeamBody']) => answerOf(manage.POST('/manage/v1/teams', { body }));
export const changeAnyTeam = (id: string, body: Shapes['ChangeTeamBody']) =>
  answerOf(manage.PATCH('/manage/v1/teams/{team_id}', { ...inTeam(id), body }));
export const deleteTeam = (id: string) => answerOf(manage.DELETE('/manage/v1/teams/{team_id}', inTeam(id)));
export const verifyDomain = (id: string, domain: string) =>
  answerOf(manage.POST('/manage/v1/teams/{team_id}/domains', { ...inTeam(id), body: { domain } }));
export const takeDomainBack = (team_id: string, domain: string) =>
  answerOf(manage.DELETE('/manage/v1/teams/{team_id}/domains/{domain}', at({ team_id, domain })));
export const makeSignInLink = (email: string, team_id: string | undefined, minutes: number) =>
  answerOf(manage.POST('/manage/v1/sign-in-links', { body: { email, minutes, ...(team_id && { team_id }) } }));
export const addOperator = (email: string, name: string) =>
  answerOf(manage.POST('/manage/v1/operators', { body: { email, ...(name && { name }) } }));
export const removeOperator = (user_id: string) =>
  answerOf(manage.DELETE('/manage/v1/operators/{user_id}', at({ user_id })));
/** A backup covers the whole service. The response arrives only when the backup is complete, so allow more time. */
const BACKUP_MS = 15 * 60_000;
export const makeBackup = () =>
  answerOf(manage.POST('/manage/v1/backups', { fetch: (request) => fetchOnce(request, BACKUP_MS) }));
export const addTeamGrant = (trailId: string, team_id: string) =>
  answerOf(manage.POST('/manage/v1/trails/{trail_id}/teams', { ...ofTrail(trailId), body: { team_id } }));
export const removeTeamGrant = (trail_id: string, team_id: string) =>
  answerOf(manage.DELETE('/manage/v1/trails/{trail_id}/teams/{team_id}', at({ trail_id, team_id })));
