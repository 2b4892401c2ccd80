// The page where a person confirms that a provider's subject may sign in to their account. The browser's cookies
// identify the link and the session.
import { Type } from '@sinclair/typebox';
import { closed, Email, TypedUrl } from '../../base/shape.ts';
import { noContent, ok } from '../../http/answers/answer.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';
import { readCookie, SESSION_COOKIE, SSO_COOKIE } from '../../identity/cookie-names.ts';
import { checkPasswordAgain } from '../../identity/passwords.ts';
import { findBrowserSession, openSession } from '../../identity/sign-in.ts';
import {
  type Confirming,
  confirmLink,
  getPendingLink,
  type PendingView,
  refuseLink,
} from '../../identity/single-sign-on-confirmation.ts';
import type { Db } from '../../storage/database.ts';
import { endCookie, sessionCookie } from '../session/cookies.ts';
import { openingOf } from '../session/open-session.ts';
import { takeOwnGuess } from '../session/password-guess.ts';
import type { SignInDeps } from '../session/sign-in-deps.ts';
import { operation, routes, type SignInEndpoint } from './sign-in-door.ts';

const Id = Type.String({ format: 'uuid' });
const PendingLink = Type.Object(
  {
    account: Type.Object({ id: Id, name: Type.String(), email: Email() }, closed),
    issuer: TypedUrl({ description: 'The provider that will sign in to the account.' }),
    team: Type.Object({ id: Id, name: Type.String() }, closed),
    needs_password: Type.Boolean({
      description: "Whether the account is the workspace's Owner and must confirm with a password.",
    }),
    has_password: Type.Boolean({ description: "Whether the session's person can confirm with a password." }),
  },
  { $id: 'PendingSingleSignOnLink', ...closed },
);
const ConfirmBody = Type.Object(
  { password: Type.Optional(Type.String({ maxLength: 1_024, description: "The Owner's password." })) },
  { $id: 'ConfirmSingleSignOnLinkBody', ...closed },
);
const Onward = Type.Object(
  { return_to: Type.String({ description: 'The console path that the person requested.' }) },
  { $id: 'ConfirmedSingleSignOnLink', ...closed },
);

const base = { tag: 'Sign-in', rate: 'sign-in', idempotent: false } as const;

async function confirmingOf(deps: SignInDeps, call: Pick<Call<unknown>, 'headers'>, db: Db): Promise<Confirming> {
  const { cookie } = call.headers;
  const session = await findBrowserSession(db, readCookie(cookie, SESSION_COOKIE, deps.publicUrl), deps.clock());
  return { binding: readCookie(cookie, SSO_COOKIE, deps.publicUrl), session };
}

const getSingleSignOnLinkOperation = (deps: SignInDeps) =>
  operation({
    ...base,
    id: 'getSingleSignOnLink',
    summary: 'Get the account and provider to confirm',
    answers: { 200: { description: 'The pending link of this browser.', schema: PendingLink } },
    refusals: ['not-found'],
    async handle(call) {
      const pending = await getPendingLink(call.db, await confirmingOf(deps, call, call.db), deps.clock());
      return ok(pending, { 'Cache-Control': 'no-store' });
    },
  });

const confirmSingleSignOnLinkOperation = (deps: SignInDeps) =>
  operation({
    ...base,
    id: 'confirmSingleSignOnLink',
    summary: 'Confirm the link and sign in through the provider',
    description:
      'From then on, the provider signs this person in to the account. The Owner must also send the password.',
    body: { schema: ConfirmBody },
    answers: {
      200: {
        description: 'Linked and signed in. The cookie holds the new session.',
        schema: Onward,
        headers: { 'Set-Cookie': 'The session, HttpOnly.' },
      },
    },
    refusals: ['not-found', 'validation', 'forbidden', 'membership-revoked', 'rate-limited'],
    async handle(call) {
      const { password } = await call.json(ConfirmBody);
      const pending = await getPendingLink(call.db, await confirmingOf(deps, call, call.db), deps.clock());
      const checked = await checkedOwner(deps, call, pending, password);
      return call.commit(async (tx) => {
        const now = deps.clock();
        const confirming = await confirmingOf(deps, call, tx);
        const { return_to, ...linked } = await confirmLink(tx, confirming, checked, now, call.requestId);
        const signIn = { ...linked, method: 'sso', confined: true, proof_number: null } as const;
        const { token } = await openSession(tx, signIn, now, openingOf(call));
        const cookies = [sessionCookie(token, deps.publicUrl), endCookie(SSO_COOKIE, deps.publicUrl)];
        return { ...ok({ return_to }, { 'Cache-Control': 'no-store' }), cookies };
      });
    },
  });

/** The Owner's password. Undefined if none is needed or none is given. Fails with `rate-limited` and `forbidden`. */
async function checkedOwner(
  deps: SignInDeps,
  call: Pick<Call<unknown>, 'db'>,
  { account, team, needs_password, has_password }: PendingView,
  password: string | undefined,
) {
  if (!needs_password || !has_password || password === undefined) return undefined;
  await takeOwnGuess(deps, account.id);
  return checkPasswordAgain(call.db, deps.hasher, account, team.id, password);
}

const refuseSingleSignOnLinkOperation = (deps: SignInDeps) =>
  operation({
    ...base,
    id: 'refuseSingleSignOnLink',
    summary: 'Cancel the link',
    answers: {
      204: {
        description: 'Nothing was linked, and the session continues.',
        headers: { 'Set-Cookie': 'Ends the attempt.' },
      },
    },
    refusals: [],
    handle: (call) =>
      call.commit(async (tx) => {
        await refuseLink(tx, await confirmingOf(deps, call, tx));
        return { ...noContent(), cookies: [endCookie(SSO_COOKIE, deps.publicUrl)] };
      }),
  });

export const singleSignOnLinkRoutes = (deps: SignInDeps): SignInEndpoint[] =>
  routes({
    'GET /sso/link': getSingleSignOnLinkOperation(deps),
    'POST /sso/link': confirmSingleSignOnLinkOperation(deps),
    'DELETE /sso/link': refuseSingleSignOnLinkOperation(deps),
  });
