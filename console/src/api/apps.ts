// Calls about apps that act for people: the consent request, a device's code, and connected apps.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import { at, manage } from './client.ts';

type Shapes = components['schemas'];
export type ConsentRequest = Shapes['ConsentRequest'];
export type DeviceRequest = Shapes['DeviceRequest'];
export type AppScope = ConsentRequest['scopes'][number];
export type ConnectedApp = Shapes['ConnectedApp'];
export type AppPolicy = Shapes['AppPolicy'];

const CONSENT = '/oauth/authorize/{uid}/consent';

export const consentRequest = (uid: string) =>
  queryOptions({
    queryKey: ['consent', uid],
    queryFn: () => answerOf(manage.GET(CONSENT, at({ uid }))),
    retry: false,
  });
export const answerConsent = (uid: string, body: Shapes['ConsentDecision']) =>
  answerOf(manage.POST(CONSENT, { ...at({ uid }), body }));

export const findDevice = (user_code: string) => answerOf(manage.POST('/manage/v1/device', { body: { user_code } }));
export const answerDevice = (user_code: string, allow: boolean, scopes: AppScope[]) =>
  answerOf(
    manage.POST('/manage/v1/device/decision', { body: { user_code, allow, ...(scopes.length > 0 ? { scopes } : {}) } }),
  );

export const ownApps = queryOptions({
  queryKey: ['apps', 'own'],
  queryFn: () => answerOf(manage.GET('/manage/v1/apps', {})),
});
export const endOwnApp = (grant_id: string) => answerOf(manage.DELETE('/manage/v1/apps/{grant_id}', at({ grant_id })));
export const workspaceApps = queryOptions({
  queryKey: ['apps', 'workspace'],
  queryFn: () => answerOf(manage.GET('/manage/v1/workspace/apps', {})),
});
export const endApp = (grant_id: string) =>
  answerOf(manage.DELETE('/manage/v1/workspace/apps/{grant_id}', at({ grant_id })));
export const endAppForEverybody = (client_id: string) =>
  answerOf(manage.POST('/manage/v1/workspace/apps/end', { body: { client_id } }));
export const approveAppForEveryone = (body: Shapes['AppApprovalBody']) =>
  answerOf(manage.POST('/manage/v1/workspace/apps/approval', { body }));
export const appPolicy = queryOptions({
  queryKey: ['apps', 'policy'],
  queryFn: () => answerOf(manage.GET('/manage/v1/workspace/app-policy', {})),
});
export const saveAppPolicy = (body: Shapes['AppPolicyBody']) =>
  answerOf(manage.PUT('/manage/v1/workspace/app-policy', { body }));
