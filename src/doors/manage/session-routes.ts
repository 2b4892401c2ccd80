// The caller's session: view it, end it, switch workspaces; and the person's other sessions.
import { Type } from '@sinclair/typebox';
import { closed, Nullable, OneOf } from '../../base/shape.ts';
import { LANGUAGES } from '../../base/texts/language-names.ts';
import { setLanguage } from '../../directory/accounts/accounts.ts';
import { noContent, noContentAfter, ok } from '../../http/answers/answer.ts';
import { SESSION_COOKIE } from '../../identity/cookie-names.ts';
import { SESSION_KINDS, type SessionCaller } from '../../identity/session.ts';
import { endOtherSessions, endOwnSession, listOwnSessions, signOut, switchWorkspace } from '../../identity/sign-in.ts';
import type { OwnSession as OwnSessionRow } from '../../identity/sign-in-store.ts';
import { endCookie } from '../session/cookies.ts';
import { openingOf, SIGNED_IN, sessionAnswer } from '../session/open-session.ts';
import { byOf, operation, routes } from '../session/session-endpoint.ts';
import { SessionView, sessionView } from '../session/session-view.ts';
import type { SignInDeps } from '../session/sign-in-deps.ts';

const Id = Type.String({ format: 'uuid' });
const At = Type.String({ format: 'date-time' });

const SwitchBody = Type.Object(
  { team_id: Nullable(Id, { description: 'Null for the service itself (operators only).' }) },
  { $id: 'SwitchWorkspaceBody', ...closed },
);
const LanguageBody = Type.Object(
  { language: Nullable(OneOf(LANGUAGES), { description: 'Null for the language of the browser.' }) },
  { $id: 'ChooseLanguageBody', ...closed },
);
const OwnSession = Type.Object(
  {
    id: Id,
    kind: OneOf(SESSION_KINDS),
    team: Nullable(Type.Object({ id: Id, name: Type.String() }, closed)),
    method: Nullable(OneOf(['link', 'password', 'sso'])),
    created_at: At,
    last_seen_at: Type.String({ format: 'date-time', description: 'Accurate to five minutes.' }),
    expires_at: At,
    user_agent: Type.String(),
    is_current: Type.Boolean(),
  },
  { $id: 'OwnSession', ...closed },
);
const OwnSessions = Type.Object({ items: Type.Array(OwnSession) }, { $id: 'OwnSessionList', ...closed });
const Ended = Type.Object({ ended: Type.Integer() }, { $id: 'EndedSessions', ...closed });

const base = { tag: 'Session', idempotent: false } as const;

const getSessionOperation = (deps: SignInDeps) =>
  operation({
    ...base,
    id: 'getSession',
    summary: 'Get the current session',
    answers: { 200: { description: 'The session.', schema: SessionView } },
    refusals: [],
    handle: async ({ db, caller }) => ok(await sessionView(db, caller, deps.clock()), { 'Cache-Control': 'no-store' }),
  });

const chooseLanguageOperation = (deps: SignInDeps) =>
  operation({
    ...base,
    id: 'chooseLanguage',
    summary: 'Choose the language of the console',
    description: 'Applies to the person in every workspace.',
    body: { schema: LanguageBody },
    answers: { 200: { description: 'The session.', schema: SessionView } },
    refusals: ['validation'],
    async handle(call) {
      const { language } = await call.json(LanguageBody);
      return call.commit(async (tx) => {
        await setLanguage(tx, call.caller.account_id, language);
        return ok(await sessionView(tx, call.caller, deps.clock()));
      });
    },
  });

const signOutOperation = (deps: SignInDeps) =>
  operation({
    ...base,
    id: 'signOut',
    summary: 'Sign out',
    answers: { 204: { description: 'Signed out.', headers: { 'Set-Cookie': 'Ends the session.' } } },
    refusals: [],
    handle: (call) =>
      call.commit(async (tx) => {
        await signOut(tx, call.caller, byOf(call));
        return { ...noContent(), cookies: [endCookie(SESSION_COOKIE, deps.publicUrl)] };
      }),
  });

const switchWorkspaceOperation = (deps: SignInDeps) =>
  operation({
    ...base,
    id: 'switchWorkspace',
    summary: 'Switch to another workspace',
    description: 'Starts a new session and ends the current one.',
    body: { schema: SwitchBody },
    answers: { 200: SIGNED_IN },
    refusals: ['validation', 'membership-revoked', 'forbidden', 'unprocessable'],
    async handle(call) {
      const { team_id } = await call.json(SwitchBody);
      return call.commit(async (tx) =>
        sessionAnswer(tx, deps, await switchWorkspace(tx, call.caller, team_id, deps.clock(), openingOf(call))),
      );
    },
  });

const listSessionsOperation = (deps: SignInDeps) =>
  operation({
    ...base,
    id: 'listSessions',
    summary: 'List my sessions',
    answers: { 200: { description: 'Active sessions, the most recently used first.', schema: OwnSessions } },
    refusals: [],
    async handle({ db, caller }) {
      const sessions = await listOwnSessions(db, caller, deps.clock());
      return ok({ items: sessions.map((session) => shown(session, caller)) });
    },
  });

const endOtherSessionsOperation = operation({
  ...base,
  id: 'endOtherSessions',
  summary: 'Sign out everywhere else',
  answers: { 200: { description: 'The number of ended sessions.', schema: Ended } },
  refusals: [],
  handle: ({ commit, caller }) => commit(async (tx) => ok({ ended: await endOtherSessions(tx, caller) })),
});

const endSessionOperation = (deps: SignInDeps) =>
  operation({
    ...base,
    id: 'endSession',
    summary: 'End one of my sessions',
    params: Type.Object({ session_id: Id }),
    answers: { 204: { description: 'The session has ended.' } },
    refusals: ['bad-request', 'not-found'],
    handle: (call) =>
      noContentAfter(call, (tx) => endOwnSession(tx, call.caller, call.params.session_id, deps.clock())),
  });

const shown = ({ session_id, team_id, team_name, ...session }: OwnSessionRow, caller: SessionCaller) => ({
  id: session_id,
  ...session,
  team: team_id === null ? null : { id: team_id, name: team_name },
  is_current: session_id === caller.session_id,
});

export const sessionRoutes = (deps: SignInDeps) =>
  routes({
    'GET /session': getSessionOperation(deps),
    'PATCH /session': chooseLanguageOperation(deps),
    'DELETE /session': signOutOperation(deps),
    'POST /session/team': switchWorkspaceOperation(deps),
    'GET /sessions': listSessionsOperation(deps),
    'DELETE /sessions': endOtherSessionsOperation,
    'DELETE /sessions/:session_id': endSessionOperation(deps),
  });
