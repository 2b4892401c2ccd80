// The browser's two steps of single sign-on: to the provider and back. People open these URLs, so errors redirect to
// the sign-in page, which explains the reason.
import { Type } from '@sinclair/typebox';
import { isRefusal } from '../../base/refusal.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { problemSlugOf } from '../../http/answers/problem.ts';
import { readCookie, SESSION_COOKIE, SSO_COOKIE } from '../../identity/cookie-names.ts';
import { findBrowserSession, openSession } from '../../identity/sign-in.ts';
import { linkOrAsk } from '../../identity/single-sign-on-confirmation.ts';
import { beginSingleSignOn, endSingleSignOn } from '../../identity/single-sign-on-flow.ts';
import { attemptCookie, sessionCookie } from '../session/cookies.ts';
import { openingOf } from '../session/open-session.ts';
import type { SignInDeps } from '../session/sign-in-deps.ts';
import { operation, routes, type SignInEndpoint } from './sign-in-door.ts';

const StartQuery = Type.Object(
  {
    team: Type.String({ format: 'uuid', description: 'The workspace.' }),
    return_to: Type.Optional(Type.String({ maxLength: 500, description: 'A path of the console.' })),
  },
  { additionalProperties: false },
);

const base = { tag: 'Sign-in', refusals: [], idempotent: false } as const;
const redirect = {
  headers: {
    Location: 'The provider, the console, or /sign-in#problem=… with the reason.',
    'Set-Cookie': 'The attempt or the session, HttpOnly.',
    'Referrer-Policy': '`no-referrer`.',
  },
};

const beginSingleSignOnOperation = (deps: SignInDeps) =>
  operation({
    ...base,
    id: 'beginSingleSignOn',
    summary: "Redirect to the workspace's identity provider",
    query: StartQuery,
    description: "People who come from another site, such as a tile in the provider's dashboard, must confirm first.",
    answers: {
      303: { description: 'Redirects to the provider, or to /sign-in#sso=… with the workspace.', ...redirect },
    },
    handle: (call) =>
      orSignInPage(deps, async () => {
        const { team, return_to } = call.query;
        if (isFromElsewhere(call.header('sec-fetch-site'))) return askFirst(deps, team, return_to ?? '/');
        const { url, binding } = await beginSingleSignOn(call.db, deps, team, return_to ?? '/', deps.clock());
        return seeOther(url, [attemptCookie(binding, deps.publicUrl)]);
      }),
  });

/**
 * Another site can send a browser here to sign it in to a different account, whose owner would then see the person's
 * work (login CSRF). Some browsers do not send the header; `none` means a typed or bookmarked URL.
 */
const isFromElsewhere = (site: string | undefined): boolean => site === 'cross-site' || site === 'same-site';

const askFirst = ({ publicUrl }: SignInDeps, teamId: string, returnTo: string): Answer =>
  seeOther(`${publicUrl}/sign-in?to=${encodeURIComponent(returnTo)}#sso=${teamId}`);

const endSingleSignOnOperation = (deps: SignInDeps) =>
  operation({
    ...base,
    id: 'endSingleSignOn',
    summary: 'Return from the identity provider',
    description:
      'If the browser has a session and the provider is not linked to the account yet, the person confirms first.',
    answers: { 303: { description: 'Redirects to the console, or to /confirm-sign-in.', ...redirect } },
    handle: (call) =>
      orSignInPage(deps, async () => {
        const binding = readCookie(call.headers.cookie, SSO_COOKIE, deps.publicUrl);
        const query = call.url.slice(call.url.indexOf('?') + 1);
        const back = await endSingleSignOn(call.db, deps, binding, `?${query}`, deps.clock());
        return call.commit(async (tx) => {
          const cookie = readCookie(call.headers.cookie, SESSION_COOKIE, deps.publicUrl);
          const session = await findBrowserSession(tx, cookie, deps.clock());
          const linked = await linkOrAsk(tx, back, session, deps.clock(), call.requestId);
          if ('binding' in linked)
            return seeOther(`${deps.publicUrl}/confirm-sign-in`, [attemptCookie(linked.binding, deps.publicUrl)]);
          const signIn = {
            ...linked,
            team_id: back.team_id,
            method: 'sso',
            confined: true,
            proof_number: null,
          } as const;
          const { token } = await openSession(tx, signIn, deps.clock(), openingOf(call));
          return seeOther(deps.publicUrl + back.return_to, [sessionCookie(token, deps.publicUrl)]);
        });
      }),
  });

const seeOther = (location: string, cookies: readonly string[] = []): Answer => ({
  status: 303,
  headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  cookies,
});

/** Passes only the reason's name, because anyone can put text into a URL. */
async function orSignInPage({ publicUrl }: SignInDeps, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    const { reason } = thrown.extras;
    const name = typeof reason === 'string' ? reason : problemSlugOf(thrown.slug);
    return seeOther(`${publicUrl}/sign-in#problem=${name}`);
  }
}

export const singleSignOnRoutes = (deps: SignInDeps): SignInEndpoint[] =>
  routes({
    'GET /sso': beginSingleSignOnOperation(deps),
    'GET /sso/callback': endSingleSignOnOperation(deps),
  });
