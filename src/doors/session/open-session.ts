// The last step of every sign-in: starts the session, puts its token into the cookie, and returns the session's data to
// the console. The body never contains the token.

import { type Answer, ok } from '../../http/answers/answer.ts';
import { originOf } from '../../http/endpoint/call-origin.ts';
import type { Call, DeclaredAnswer } from '../../http/endpoint/endpoint.ts';
import type { OpeningRequest } from '../../identity/session.ts';
import { type OpenedSession, openSession, type SignIn } from '../../identity/sign-in.ts';
import type { Tx } from '../../storage/database.ts';
import { sessionCookie } from './cookies.ts';
import { openedView, SessionView } from './session-view.ts';
import type { SignInDeps } from './sign-in-deps.ts';

/** Signs in and returns the response of `sessionAnswer`. */
export async function signInAnswer(tx: Tx, deps: SignInDeps, wanted: SignIn, request: OpeningRequest): Promise<Answer> {
  return sessionAnswer(tx, deps, await openSession(tx, wanted, deps.clock(), request));
}

/** The request data for a new session. */
export const openingOf = (call: Pick<Call<unknown>, 'requestId' | 'address' | 'headers'>): OpeningRequest => ({
  id: call.requestId,
  origin: originOf(call),
});

/** The session in the form that the console gets, with its cookie. */
export async function sessionAnswer(tx: Tx, deps: SignInDeps, opened: OpenedSession): Promise<Answer> {
  const view = await openedView(tx, opened, deps.clock());
  return { ...ok(view, { 'Cache-Control': 'no-store' }), cookies: [sessionCookie(opened.token, deps.publicUrl)] };
}

/** Declares both responses for the OpenAPI document. */
export const SIGNED_IN: DeclaredAnswer = {
  description: 'Signed in. The cookie holds the session.',
  schema: SessionView,
  headers: { 'Set-Cookie': 'The session, HttpOnly.' },
};
