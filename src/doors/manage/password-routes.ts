// The caller's own password, and one-time links that admins create for members without one.

import { Type } from '@sinclair/typebox';
import { closed, Uri } from '../../base/shape.ts';
import { noContent } from '../../http/answers/answer.ts';
import { createMemberLink, loginLinkUrl } from '../../identity/login-links.ts';
import { changePassword, PASSWORD_LENGTHS, preparePasswordChange } from '../../identity/passwords.ts';
import { deviceCookie, takeOwnGuess } from '../session/password-guess.ts';
import { byOf, operation, routes, teamOf } from '../session/session-endpoint.ts';
import type { SignInDeps } from '../session/sign-in-deps.ts';

const PasswordBody = Type.Object(
  {
    current_password: Type.Optional(
      Type.String({ maxLength: 1_024, description: 'Required if `sign_in.needs_current_password` is true.' }),
    ),
    new_password: Type.String({
      maxLength: 1_024,
      description: `${PASSWORD_LENGTHS.least} to ${PASSWORD_LENGTHS.most} characters that are hard to guess.`,
    }),
  },
  { $id: 'PasswordBody', ...closed },
);
const MadeLink = Type.Object(
  { url: Uri({ description: 'Shown only once, and works once.' }), expires_at: Type.String({ format: 'date-time' }) },
  { $id: 'SignInLink', ...closed },
);

// Decision 121: if the response gets lost, a new link replaces the old one.
const base = { rate: 'sign-in', idempotent: false } as const;

const changePasswordOperation = (deps: SignInDeps) =>
  operation({
    ...base,
    id: 'changePassword',
    summary: 'Set or change my password',
    description: 'Ends all other sessions of the person.',
    tag: 'Session',
    body: { schema: PasswordBody },
    answers: { 204: { description: 'The password is set.', headers: { 'Set-Cookie': 'The known device, HttpOnly.' } } },
    refusals: ['validation', 'forbidden', 'conflict', 'rate-limited'],
    async handle(call) {
      const wanted = await call.json(PasswordBody);
      // Guesses from an unattended session are throttled in the same way as on the sign-in page.
      if (wanted.current_password !== undefined) await takeOwnGuess(deps, call.caller.account_id);
      const change = await preparePasswordChange(call.db, deps.hasher, call.caller, wanted, deps.clock());
      return call.commit(async (tx) => {
        await changePassword(tx, call.caller, change, deps.clock(), byOf(call));
        return { ...noContent(), cookies: [deviceCookie(deps, call, call.caller.account_id)] };
      });
    },
  });

const createMemberSignInLinkOperation = (deps: SignInDeps) =>
  operation({
    ...base,
    id: 'createMemberSignInLink',
    summary: 'Create a one-time sign-in link for a member',
    description:
      'For a member who cannot sign in yet. The session is valid in this workspace only. Not available for the Owner.',
    tag: 'Members',
    needs: 'admin',
    params: Type.Object({ user_id: Type.String({ format: 'uuid' }) }),
    answers: { 201: { description: 'The link, shown only once.', schema: MadeLink } },
    refusals: ['bad-request', 'not-found', 'membership-revoked', 'forbidden'],
    handle: (call) =>
      call.commit(async (tx) => {
        const { user_id } = call.params;
        const by = byOf(call);
        const { token, expires_at } = await createMemberLink(tx, teamOf(call), user_id, deps.clock(), by);
        const body = { url: loginLinkUrl(deps.publicUrl, token), expires_at };
        return { status: 201, headers: { 'Cache-Control': 'no-store' }, body };
      }),
  });

export const passwordRoutes = (deps: SignInDeps) =>
  routes({
    'PUT /session/password': changePasswordOperation(deps),
    'POST /members/:user_id/sign-in-link': createMemberSignInLinkOperation(deps),
  });
