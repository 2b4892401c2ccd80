// Calls for administrators about the workspace: settings, domains, keys, sign-on and audit log.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import { at, manage } from './client.ts';
import { given, paged } from './pages.ts';

type Shapes = components['schemas'];
export type Workspace = Shapes['TeamResource'];
export type ApiKey = Shapes['KeyResource'];
export type Scope = ApiKey['scopes'][number];
export type AuditEntry = Shapes['AuditEntry'];
export type SingleSignOn = Shapes['SingleSignOn'];

export const workspace = queryOptions({
  queryKey: ['workspace'],
  queryFn: () => answerOf(manage.GET('/manage/v1/team', {})),
});
export const domains = queryOptions({
  queryKey: ['workspace', 'domains'],
  queryFn: () => answerOf(manage.GET('/manage/v1/domains', {})),
});
export const changeWorkspace = (body: Shapes['UpdateTeamBody']) => answerOf(manage.PATCH('/manage/v1/team', { body }));
export const transferOwnership = (user_id: string) =>
  answerOf(manage.POST('/manage/v1/team/transfer', { body: { user_id } }));
export const removeDomain = (domain: string) => answerOf(manage.DELETE('/manage/v1/domains/{domain}', at({ domain })));

export type DomainClaim = Shapes['DomainClaim'];
export const domainClaims = queryOptions({
  queryKey: ['workspace', 'domain-claims'],
  queryFn: () => answerOf(manage.GET('/manage/v1/domain-claims', {})),
});
export const claimDomain = (domain: string) => answerOf(manage.POST('/manage/v1/domain-claims', { body: { domain } }));
export const verifyDomain = (domain: string) =>
  answerOf(manage.POST('/manage/v1/domain-claims/{domain}/verify', at({ domain })));
export const dropDomainClaim = (domain: string) =>
  answerOf(manage.DELETE('/manage/v1/domain-claims/{domain}', at({ domain })));

export const apiKeys = queryOptions({
  queryKey: ['keys'],
  queryFn: () => answerOf(manage.GET('/manage/v1/keys', {})),
});
export const createKey = (body: Shapes['CreateKeyBody']) => answerOf(manage.POST('/manage/v1/keys', { body }));
export const rotateKey = (key_id: string, overlap_seconds: number) =>
  answerOf(manage.POST('/manage/v1/keys/{key_id}/rotate', { ...at({ key_id }), body: { overlap_seconds } }));
export const revokeKey = (key_id: string) => answerOf(manage.DELETE('/manage/v1/keys/{key_id}', at({ key_id })));

export interface AuditFilter {
  readonly kind: string;
  /** The person who acted or was affected. */
  readonly person_id: string;
  readonly q: string;
  /** RFC 3339, or empty. */
  readonly from: string;
  readonly until: string;
}

export const auditPages = (filter: AuditFilter) =>
  paged<AuditEntry>(['audit', filter], (page, signal) =>
    answerOf(manage.GET('/manage/v1/audit', { params: { query: { ...page, ...given(filter) } }, signal })),
  );
/** One entry, on whichever page it is. */
export const auditEntry = (id: string) =>
  queryOptions({
    queryKey: ['audit', 'one', id],
    queryFn: () => answerOf(manage.GET('/manage/v1/audit', { params: { query: { id } } })),
  });
/** A download URL for a plain link. */
export const auditExport = (filter: AuditFilter, format: 'csv' | 'ndjson'): string =>
  `/manage/v1/audit/export?${new URLSearchParams({ ...given(filter), format })}`;

export const singleSignOn = queryOptions({
  queryKey: ['workspace', 'sso'],
  queryFn: () => answerOf(manage.GET('/manage/v1/sso', {})),
});
export const saveSingleSignOn = (body: Shapes['SingleSignOnBody']) => answerOf(manage.PUT('/manage/v1/sso', { body }));
export const testSingleSignOn = (body: Shapes['SingleSignOnTestBody']) =>
  answerOf(manage.POST('/manage/v1/sso/test', { body }));
export const removeSingleSignOn = () => answerOf(manage.DELETE('/manage/v1/sso', {}));
