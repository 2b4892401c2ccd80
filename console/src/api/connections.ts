// Calls for administrators about directory sync: connections, their tokens and logs.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import { at, manage, ofConnection } from './client.ts';
import { given, paged } from './pages.ts';

type Shapes = components['schemas'];
export type Connection = Shapes['ConnectionResource'];
export type ScimToken = Connection['tokens'][number];
export type SecretExpiry = NonNullable<Shapes['CreateClientSecretBody']['expires']>;

export type LogEntry = Shapes['ProvisioningEntry'];
export type TokenExpiry = NonNullable<Shapes['CreateTokenBody']['expires']>;

export const connections = queryOptions({
  queryKey: ['connections', 'list'],
  queryFn: () => answerOf(manage.GET('/manage/v1/connections', {})),
});
export const connection = (id: string) =>
  queryOptions({
    queryKey: ['connections', id],
    queryFn: () => answerOf(manage.GET('/manage/v1/connections/{connection_id}', ofConnection(id))),
  });

export interface LogFilter {
  readonly outcome: '' | LogEntry['outcome'];
  readonly resource: '' | 'User' | 'Group';
  /** A substring of the name, the explanation or the request id. */
  readonly q: string;
  /** RFC 3339, or empty. */
  readonly from: string;
  readonly until: string;
}
export type LogSummary = Shapes['ProvisioningSummary'];
export const connectionLog = (connection_id: string, filter: LogFilter) =>
  paged<LogEntry>(['connections', connection_id, 'log', filter], (page, signal) =>
    answerOf(
      manage.GET('/manage/v1/connections/{connection_id}/log', {
        params: { path: { connection_id }, query: { ...page, ...given(filter) } },
        signal,
      }),
    ),
  );
/** One entry, on whichever page it is. Empty if it has been deleted. */
export const logEntry = (connection_id: string, id: string) =>
  queryOptions({
    queryKey: ['connections', connection_id, 'log entry', id],
    queryFn: () =>
      answerOf(
        manage.GET('/manage/v1/connections/{connection_id}/log', {
          params: { path: { connection_id }, query: { id } },
        }),
      ),
  });
/** Entries newer than the newest known one. Cheap enough to poll. */
export const newLogEntries = (connection_id: string, filter: LogFilter, newer_than: string) =>
  answerOf(
    manage.GET('/manage/v1/connections/{connection_id}/log', {
      params: {
        path: { connection_id },
        query: { limit: 100, ...given(filter), ...(newer_than && { newer_than }) },
      },
    }),
  );
/** Statistics of a log over any period. */
export const logSummaries = (connection_id: string) => ['connections', connection_id, 'summary'];
export const logSummary = (connection_id: string, by: 'hour' | 'day') =>
  queryOptions({
    queryKey: [...logSummaries(connection_id), by],
    queryFn: () =>
      answerOf(
        manage.GET('/manage/v1/connections/{connection_id}/log/summary', {
          params: { path: { connection_id }, query: { by } },
        }),
      ),
    staleTime: 60_000,
  });
/** A download URL for a plain link. */
export const logExport = (id: string, filter: LogFilter): string =>
  `/manage/v1/connections/${id}/log/export?${new URLSearchParams({ ...given(filter), format: 'csv' })}`;

export const createConnection = (body: Shapes['CreateConnectionBody']) =>
  answerOf(manage.POST('/manage/v1/connections', { body }));
export const changeConnection = (id: string, body: Shapes['UpdateConnectionBody']) =>
  answerOf(manage.PATCH('/manage/v1/connections/{connection_id}', { ...ofConnection(id), body }));
export const deleteConnection = (id: string) =>
  answerOf(manage.DELETE('/manage/v1/connections/{connection_id}', ofConnection(id)));
export const moveGroups = (id: string) =>
  answerOf(manage.POST('/manage/v1/connections/{connection_id}/move-groups', ofConnection(id)));
export const confirmConnection = (id: string) =>
  answerOf(manage.POST('/manage/v1/connections/{connection_id}/confirm', ofConnection(id)));
export const createToken = (id: string, expires: TokenExpiry) =>
  answerOf(manage.POST('/manage/v1/connections/{connection_id}/tokens', { ...ofConnection(id), body: { expires } }));
export const revokeToken = (connection_id: string, token_id: string) =>
  answerOf(manage.DELETE('/manage/v1/connections/{connection_id}/tokens/{token_id}', at({ connection_id, token_id })));
export const createSecret = (id: string, expires: SecretExpiry) =>
  answerOf(
    manage.POST('/manage/v1/connections/{connection_id}/client-secrets', {
      ...ofConnection(id),
      body: { expires },
    }),
  );
export const revokeSecret = (connection_id: string, secret_id: string) =>
  answerOf(
    manage.DELETE(
      '/manage/v1/connections/{connection_id}/client-secrets/{secret_id}',
      at({ connection_id, secret_id }),
    ),
  );
export const saveIdentity = (id: string, body: Shapes['WorkloadIdentityBody']) =>
  answerOf(manage.PUT('/manage/v1/connections/{connection_id}/workload-identity', { ...ofConnection(id), body }));
export const removeIdentity = (id: string) =>
  answerOf(manage.DELETE('/manage/v1/connections/{connection_id}/workload-identity', ofConnection(id)));
