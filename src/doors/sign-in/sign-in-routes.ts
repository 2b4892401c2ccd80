// Signing in with a one-time link or a password, and which ways an address can take.
import { Type } from '@sinclair/typebox';
import { isRefusal, refuse } from '../../base/refusal.ts';
import { closed, Email, Nullable, OneOf } from '../../base/shape.ts';
import { ok } from '../../http/answers/answer.ts';
import type { Anyone } from '../../http/endpoint/anyone.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';
import { redeemLoginLink } from '../../identity/login-links.ts';
import { checkPassword, findPassword, holdChecked } from '../../identity/passwords.ts';
import { findTeamOfEmail } from '../../identity/single-sign-on.ts';
import { openingOf, SIGNED_IN, signInAnswer } from '../session/open-session.ts';
import { deviceCookie, deviceOf, takeGuess } from '../session/password-guess.ts';
import type { SignInDeps } from '../session/sign-in-deps.ts';
import { operation, routes, type SignInEndpoint } from './sign-in-door.ts';

const Address = Email({ maxLength: 320 });
const TeamId = Type.Optional(
  Type.String({ format: 'uuid', description: 'The workspace to work in; absent: the first that takes this way.' }),
);

const LinkBody = Type.Object(
  { token: Type.String({ maxLength: 200 }), team_id: TeamId },
  { $id: 'LinkBody', ...closed },
);
const PasswordBody = Type.Object(
  { email: Address, password: Type.String({ maxLength: 1_024 }), team_id: TeamId },
  { $id: 'PasswordSignInBody', ...closed },
);
const MethodsBody = Type.Object({ email: Address }, { $id: 'SignInMethodsBody', ...closed });
const Methods = Type.Object(
  {
    methods: Type.Array(OneOf(['password', 'sso'])),
    sso_team_id: Nullable(Type.String({ format: 'uuid' }), {
      description: 'Send the browser to /sign-in/sso?team=… of it.',
    }),
  },
  { $id: 'SignInMethods', ...closed },
);

const base = { tag: 'Sign-in', rate: 'sign-in', idempotent: false } as const;

const signInWithLinkOperation = (deps: SignInDeps) =>
  operation({
    ...base,
    id: 'signInWithLink',
    summary: 'Sign in with a one-time link',
    description:
      'The token of `/sign-in#token=…`. It is good once and for a quarter of an hour, unless its maker asked for ' +
      'longer: that of a first start is good for a day.',
    body: { schema: LinkBody },
    answers: { 200: SIGNED_IN },
    refusals: ['validation', 'unauthorized', 'membership-revoked', 'forbidden'],
    async handle(call) {
      const { token, team_id } = await call.json(LinkBody);
      return call.commit(async (tx) => {
        const link = await redeemLoginLink(tx, token, deps.clock());
        const { account_id, confined, proof_number, activations } = link;
        const signIn = { account_id, confined, proof_number, activations, method: 'link' } as const;
        return signInAnswer(tx, deps, { ...signIn, team_id: link.team_id ?? team_id }, openingOf(call));
      });
    },
  });

const signInWithPasswordOperation = (deps: SignInDeps) =>
  operation({
    ...base,
    id: 'signInWithPassword',
    summary: 'Sign in with a password',
    description: 'The answer is the same whether the address is unknown or the password wrong.',
    body: { schema: PasswordBody },
    answers: { 200: SIGNED_IN },
    refusals: ['validation', 'unauthorized', 'membership-revoked', 'forbidden', 'rate-limited'],
    async handle(call) {
      const { email, password, team_id } = await call.json(PasswordBody);
      const known = await checkedGuess(deps, call, email, password);
      if (known.team_id !== null && team_id !== undefined && team_id !== known.team_id)
        throw refuse(
          'forbidden',
          'This password opens another workspace. Ask the people who run the service for a link.',
        );
      const { account_id, proof_number } = known;
      const confined = known.team_id !== null;
      const signIn = { account_id, confined, proof_number, method: 'password' } as const;
      return call.commit(async (tx) => {
        await holdChecked(tx, known);
        const answer = await signInAnswer(tx, deps, { ...signIn, team_id: known.team_id ?? team_id }, openingOf(call));
        return { ...answer, cookies: [...(answer.cookies ?? []), deviceCookie(deps, call, account_id)] };
      });
    },
  });

async function checkedGuess(deps: SignInDeps, call: Call<Anyone>, email: string, password: string) {
  // Only a device that may be known costs a look-up before its turn.
  let stored = deviceOf(deps, call) === undefined ? undefined : await findPassword(call.db, email);
  const visitor = await takeGuess(deps, call, email, stored?.account_id);
  try {
    const find = async () => (stored ??= await findPassword(call.db, email));
    return await checkPassword(deps.hasher, find, password, visitor);
  } catch (thrown) {
    const refused = { account_id: stored?.account_id ?? null, team_id: stored?.team_id ?? null };
    if (isRefusal(thrown, 'unauthorized')) deps.refusedSignIns.note(refused, openingOf(call));
    throw thrown;
  }
}

const findSignInMethodsOperation = operation({
  ...base,
  id: 'findSignInMethods',
  summary: 'How can this address sign in?',
  description: 'Told by the domain of the address alone: the answer says nothing of whether anybody has the address.',
  body: { schema: MethodsBody },
  answers: { 200: { description: 'The ways.', schema: Methods } },
  refusals: ['validation'],
  async handle(call) {
    const { email } = await call.json(MethodsBody);
    const team = await findTeamOfEmail(call.db, email);
    const sso_team_id = team?.team_id ?? null;
    return ok({ methods: sso_team_id === null ? ['password'] : ['sso', 'password'], sso_team_id });
  },
});

export const signInRoutes = (deps: SignInDeps): SignInEndpoint[] =>
  routes({
    'POST /link': signInWithLinkOperation(deps),
    'POST /password': signInWithPasswordOperation(deps),
    'POST /methods': findSignInMethodsOperation,
  });
