// Setup links: calls of admins, and of the people who open a link.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import { at, manage, ofConnection } from './client.ts';

export type SetupLink = components['schemas']['SetupLink'];
export type SetupView = components['schemas']['SetupView'];

export const setupLinks = (connection_id: string) =>
  queryOptions({
    queryKey: ['connections', connection_id, 'setup-links'],
    queryFn: () =>
      answerOf(manage.GET('/manage/v1/connections/{connection_id}/setup-links', ofConnection(connection_id))),
  });
export const createSetupLink = (connection_id: string, note: string) =>
  answerOf(
    manage.POST('/manage/v1/connections/{connection_id}/setup-links', {
      ...ofConnection(connection_id),
      body: { note },
    }),
  );
export const revokeSetupLink = (connection_id: string, link_id: string) =>
  answerOf(
    manage.DELETE('/manage/v1/connections/{connection_id}/setup-links/{link_id}', at({ connection_id, link_id })),
  );

/** The link that this window was opened with (`openSetupLink`). */
export const setupLink = (token: string) =>
  queryOptions({
    queryKey: ['setup-link', token],
    queryFn: () => answerOf(manage.GET('/setup/v1/link', {})),
  });
