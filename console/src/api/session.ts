// Who is signed in, and what that person may do here. Roles decide what the console offers; the service decides what it
// does.
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import { manage } from './client.ts';

export type Session = components['schemas']['Session'];
export type OwnInvitation = components['schemas']['OwnInvitationList']['items'][number];

/** Throws where nobody is signed in. */
export const readSession = () => answerOf(manage.GET('/manage/v1/session', {}));

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: 60_000,
  // Another tab may have signed somebody else in.
  refetchOnWindowFocus: 'always',
});

export const ownSessions = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => answerOf(manage.GET('/manage/v1/sessions', {})),
});

export const ownInvitations = queryOptions({
  queryKey: ['session', 'invitations'],
  queryFn: () => answerOf(manage.GET('/manage/v1/session/invitations', {})),
});

export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;

const has = (session: Session, roles: readonly string[]): boolean => session.roles.some((role) => roles.includes(role));

/** An operator's session is in no workspace: it is in the service itself and its catalog. */
export const isOperating = (session: Session): boolean => session.team === null && session.is_operator;
export const canManage = (session: Session): boolean => has(session, ['owner', 'admin']);
export const canWrite = (session: Session): boolean => session.scopes.includes('trails:write');
export const canPublish = (session: Session): boolean => session.scopes.includes('trails:publish');
export const isOwner = (session: Session): boolean => has(session, ['owner']);
