// The administrator's calls about directory sync: connections, their tokens and their log.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import { manage } from './client.ts';
import { given, paged } from './pages.ts';

type Shapes = components['schemas'];
export type Connection = Shapes['ConnectionResource'];
export type ScimToken = Connection['tokens'][number];
export type LogEntry = Shapes['ProvisioningEntry'];
export type TokenExpiry = NonNullable<Shapes['CreateTokenBody']['expires']>;

const at = (connection_id: string) => ({ params: { path: { connection_id } } });

export const connections = queryOptions({
  queryKey: ['connections'],
  queryFn: () => answerOf(manage.GET('/manage/v1/connections', {})),
});
export const connection = (id: string) =>
  queryOptions({
    queryKey: ['connections', id],
    queryFn: () => answerOf(manage.GET('/manage/v1/connections/{connection_id}', at(id))),
  });

export interface LogFilter {
  readonly outcome: '' | LogEntry['outcome'];
  readonly resource: string;
}
export const connectionLog = (connection_id: string, filter: LogFilter) =>
  paged<LogEntry>(['connections', connection_id, 'log', filter], (page, signal) =>
    answerOf(
      manage.GET('/manage/v1/connections/{connection_id}/log', {
        params: { path: { connection_id }, query: { ...page, ...(given(filter) as object) } },
        signal,
      }),
    ),
  );
export const logExport = (id: string): string => `/manage/v1/connections/${id}/log/export?format=csv`;

export const createConnection = (name: string, expires: TokenExpiry) =>
  answerOf(manage.POST('/manage/v1/connections', { body: { name, expires } }));
export const changeConnection = (id: string, body: Shapes['UpdateConnectionBody']) =>
  answerOf(manage.PATCH('/manage/v1/connections/{connection_id}', { ...at(id), body }));
export const deleteConnection = (id: string) =>
  answerOf(manage.DELETE('/manage/v1/connections/{connection_id}', at(id)));
export const moveGroups = (id: string) =>
  answerOf(manage.POST('/manage/v1/connections/{connection_id}/move-groups', at(id)));
export const createToken = (id: string, expires: TokenExpiry) =>
  answerOf(manage.POST('/manage/v1/connections/{connection_id}/tokens', { ...at(id), body: { expires } }));
export const revokeToken = (connection_id: string, token_id: string) =>
  answerOf(
    manage.DELETE('/manage/v1/connections/{connection_id}/tokens/{token_id}', {
      params: { path: { connection_id, token_id } },
    }),
  );
