// The signed-in person and their permissions. Roles decide what the console offers; the service enforces them.
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import { manage } from './client.ts';

export type Session = components['schemas']['Session'];
export type OwnInvitation = components['schemas']['OwnInvitationList']['items'][number];

/** Throws if the person is not signed in. */
export const readSession = () => answerOf(manage.GET('/manage/v1/session', {}));

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: 60_000,
  // Another tab may have signed in a different person.
  refetchOnWindowFocus: 'always',
});

export const chooseLanguage = (language: Session['languages']['person']) =>
  answerOf(manage.PATCH('/manage/v1/session', { body: { language } }));

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

/** True if the session is in the service itself, with its own catalog, instead of a workspace. */
export const isOperating = (session: Session): boolean => session.team === null && session.is_operator;
export const canManage = (session: Session): boolean => has(session, ['owner', 'admin']);
export const canWrite = (session: Session): boolean => session.scopes.includes('trails:write');
/** True for authors, and for editors of some trails. */
export const canEdit = (session: Session): boolean => canWrite(session) || session.edits_trails;
export const canPublish = (session: Session): boolean => session.scopes.includes('trails:publish');
export const isOwner = (session: Session): boolean => has(session, ['owner']);
