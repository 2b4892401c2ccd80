// Signing in and out. The session's token is a cookie that scripts cannot read.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import { at, manage } from './client.ts';

export const signInWithLink = (token: string) => answerOf(manage.POST('/sign-in/link', { body: { token } }));
export const signInWithPassword = (email: string, password: string) =>
  answerOf(manage.POST('/sign-in/password', { body: { email, password } }));
export const findMethods = (email: string) => answerOf(manage.POST('/sign-in/methods', { body: { email } }));

/** The URL that starts single sign-on and returns to `to`. */
export const ssoAddress = (teamId: string, to: string): string =>
  `/sign-in/sso?${new URLSearchParams({ team: teamId, return_to: to })}`;

export type PendingSignInLink = components['schemas']['PendingSingleSignOnLink'];

/** The link to an identity provider that waits in this browser. */
export const signInLink = queryOptions({
  queryKey: ['sign-in-link'],
  queryFn: () => answerOf(manage.GET('/sign-in/sso/link', {})),
  retry: false,
});
export const confirmSignInLink = (password: string | undefined) =>
  answerOf(manage.POST('/sign-in/sso/link', { body: password === undefined ? {} : { password } }));
export const refuseSignInLink = () => answerOf(manage.DELETE('/sign-in/sso/link', {}));

export const signOut = () => answerOf(manage.DELETE('/manage/v1/session', {}));
export const switchWorkspace = (team_id: string | null) =>
  answerOf(manage.POST('/manage/v1/session/team', { body: { team_id } }));
export const endSession = (session_id: string) =>
  answerOf(manage.DELETE('/manage/v1/sessions/{session_id}', at({ session_id })));
export const endOtherSessions = () => answerOf(manage.DELETE('/manage/v1/sessions', {}));
export const acceptInvitation = (invitation_id: string) =>
  answerOf(manage.POST('/manage/v1/session/invitations/{invitation_id}/accept', at({ invitation_id })));
export const declineInvitation = (invitation_id: string) =>
  answerOf(manage.DELETE('/manage/v1/session/invitations/{invitation_id}', at({ invitation_id })));
export const changePassword = (current: string, next: string) =>
  answerOf(
    manage.PUT('/manage/v1/session/password', {
      body: { new_password: next, ...(current !== '' && { current_password: current }) },
    }),
  );
